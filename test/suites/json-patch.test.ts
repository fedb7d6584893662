import { readFileSync } from 'node:fs'
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

describe.skipIf(suite === null)('the tests of JSON Patch', () => {
  it('are all passed', async () => {
    const cases = ['tests.json', 'spec_tests.json'].flatMap(
      (file) => JSON.parse(readFileSync(join(suite!, file), 'utf8')) as Case[],
    )
    const asked = cases.filter(
      ({ disabled, expected, error }) => !disabled && (expected !== undefined || error),
    )
    const wrong: unknown[] = []
    for (const one of asked) if (!(await passes(one))) wrong.push(one)
    expect(wrong).toEqual([])
    expect(asked).toHaveLength(STANDARDS.jsonPatch.passed)
  })
})

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
