import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { InvalidInput } from '../../src-main/tool-kit/tool-context.ts'
import { selectByPath } from '../../src-main/tools/data/lib/json-path.ts'
import { STANDARDS } from '../../src-main/tools/lib/standards.ts'
import { suiteFolder } from '../support/suite-folder.ts'

interface Case {
  readonly name: string
  readonly selector: string
  readonly document: unknown
  readonly result?: unknown[]
  readonly results?: unknown[][]
  readonly invalid_selector?: true
}

const suite = suiteFolder('jsonpath-compliance-test-suite')

describe.skipIf(suite === null)('the compliance suite of RFC 9535', () => {
  it('is passed whole, 703 of 703', () => {
    const { tests } = JSON.parse(readFileSync(join(suite!, 'cts.json'), 'utf8')) as { tests: Case[] }
    const wrong = tests.filter((test) => !passes(test)).map(({ name }) => name)
    expect(wrong).toEqual([])
    expect(tests).toHaveLength(STANDARDS.jsonPath.passed)
  })
})

function passes({ selector, document, result, results, invalid_selector }: Case): boolean {
  try {
    const values = selectByPath(document, selector).map(({ value }) => value)
    return !invalid_selector && (results ?? [result]).some((allowed) => isDeepStrictEqual(values, allowed))
  } catch (error) {
    return invalid_selector === true && error instanceof InvalidInput
  }
}
