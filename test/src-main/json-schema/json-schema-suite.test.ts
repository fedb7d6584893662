import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { InvalidInput } from '../../../src-main/tool-kit/tool-context.ts'
import { STANDARDS } from '../../../src-main/tools/lib/standards.ts'
import { runTool } from '../../support/tools/run-tool.ts'
import type { Json } from '../../support/gateway/test-gateway.ts'

interface Group {
  readonly description: string
  readonly schema: boolean | Record<string, unknown>
  readonly tests: readonly {
    readonly description: string
    readonly data: unknown
    readonly valid: boolean
  }[]
}

const suiteOf = (draft: string): Record<string, Group[]> =>
  JSON.parse(
    readFileSync(new URL(`../../fixtures/json-schema-suite/${draft}.json`, import.meta.url), 'utf8'),
  )

/** What the tool does not take, and says so: schemas of other documents, which it would have to fetch. */
const ELSEWHERE = /is outside this schema|its \$schema is unknown/

// In draft 7 the tests leave out what says that they are of draft 7.
function schemaOf({ schema }: Group, draft: string): Group['schema'] {
  if (typeof schema === 'boolean' || draft === 'draft2020-12') return schema
  return { $schema: 'http://json-schema.org/draft-07/schema#', ...schema }
}

it('the cases of its suite are as many as the tools say', () => {
  const groups = Object.values(suiteOf('draft2020-12')).flat()
  expect(groups.reduce((sum, { tests }) => sum + tests.length, 0)).toBe(STANDARDS.jsonSchema.cases)
})

describe.each([
  {
    draft: 'draft2020-12',
    verdicts: STANDARDS.jsonSchema.passed,
    refused: ['dynamicRef', 'refRemote', 'vocabulary'],
  },
  { draft: 'draft7', verdicts: 802, refused: ['refRemote'] },
])('the required tests of $draft', ({ draft, verdicts, refused }) => {
  const suite = suiteOf(draft)

  it('are all judged as the suite says, except that schemas of several documents are refused', async () => {
    let judged = 0
    const wrong: string[] = []
    const elsewhere = new Set<string>()
    for (const [file, groups] of Object.entries(suite)) {
      for (const group of groups) {
        for (const { description, data, valid } of group.tests) {
          const name = `${file}: ${group.description}: ${description}`
          try {
            const input = { schema: schemaOf(group, draft), data, formats: false }
            const answer: Json = await runTool('json-schema-validate', input)
            if (answer.valid === valid) judged++
            else wrong.push(name)
          } catch (error) {
            if (error instanceof InvalidInput && ELSEWHERE.test(error.message)) elsewhere.add(file)
            else wrong.push(`${name}: ${String(error)}`)
          }
        }
      }
    }
    expect(wrong).toEqual([])
    expect([...elsewhere]).toEqual(refused)
    expect(judged).toBe(verdicts)
  })
})
