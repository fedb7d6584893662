import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { checkAgainst } from '../../src-main/json-schema/schema-check.ts'
import { suiteFolder } from '../support/suite-folder.ts'

interface Group {
  readonly description: string
  readonly schema: Record<string, unknown>
  readonly tests: readonly {
    readonly description: string
    readonly data: unknown
    readonly valid: boolean
  }[]
}

const suite = suiteFolder('JSON-Schema-Test-Suite')

describe.skipIf(suite === null)('the formats in the official suite of JSON Schema', () => {
  it.each([
    ['draft2020-12', 'https://json-schema.org/draft/2020-12/schema', 764],
    ['draft2019-09', 'https://json-schema.org/draft/2019-09/schema', 757],
    ['draft7', 'http://json-schema.org/draft-07/schema#', 676],
  ])('are judged as it says: %s', (draft, $schema, count) => {
    const folder = join(suite!, 'tests', draft, 'optional/format')
    // Catches: a library that prints each fault on stdout.
    const print = vi.spyOn(console, 'log')
    const wrong: string[] = []
    let right = 0
    for (const file of readdirSync(folder)) {
      const groups = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Group[]
      for (const group of groups)
        for (const { description, data, valid } of group.tests) {
          const found = checkAgainst({ $schema, ...group.schema }, data, true).valid
          if (found === valid) right++
          else wrong.push(`${file}: ${description}`)
        }
    }
    expect(wrong).toEqual([])
    expect(right).toBe(count)
    expect(print).not.toHaveBeenCalled()
    print.mockRestore()
  })
})
