import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { STANDARDS } from '../../src-main/tools/lib/standards.ts'
import { suiteFolder } from '../support/suite-folder.ts'
import { runTool } from '../support/tools/run-tool.ts'

interface Case {
  readonly comment?: string
  readonly doc: unknown
  readonly patch: unknown
  readonly expected?: unknown
  readonly error?: string
  readonly disabled?: true
}

const suite = suiteFolder('json-patch-tests')

const FILES = ['tests.json', 'spec_tests.json']
const require = createRequire(import.meta.url)

describe('the tests of JSON Patch', () => {
  it('are all passed, as npm has them', async () => {
    const cases = FILES.flatMap((file) => require(`json-patch-test-suite/${file}`) as Case[])
    await expectAllPassed(cases, 85)
  })

  it.skipIf(suite === null)('are all passed, as they are now', async () => {
    const cases = FILES.flatMap((file) => JSON.parse(readFileSync(join(suite!, file), 'utf8')) as Case[])
    await expectAllPassed(cases, STANDARDS.jsonPatch.passed)
  })
})

async function expectAllPassed(cases: readonly Case[], count: number): Promise<void> {
  const asked = cases.filter(
    ({ disabled, expected, error }) => !disabled && (expected !== undefined || error),
  )
  const wrong: unknown[] = []
  for (const one of asked) if (!(await passes(one))) wrong.push(one)
  expect(wrong).toEqual([])
  expect(asked).toHaveLength(count)
}

async function passes({ doc, patch, expected, error }: Case): Promise<boolean> {
  try {
    // As text, because a text is a document of its own and not JSON here.
    const { result } = (await runTool('data-json-patch', { json: JSON.stringify(doc), patch })) as {
      result: unknown
    }
    return error === undefined && isDeepStrictEqual(result, expected)
  } catch {
    return error !== undefined
  }
}
