import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'
import suite from '../fixtures/standards/yaml.json' with { type: 'json' }
import { STANDARDS } from '../../src-main/tools/lib/standards.ts'
import { runTool } from '../support/tools/run-tool.ts'

interface Case {
  readonly id: string
  readonly yaml: string
  /** The values of its documents; left out where it has to be refused. */
  readonly documents?: readonly unknown[]
}

// A picture in !!binary, which we write without line breaks; and a directive with two versions, which we refuse.
const LEFT = ['565N', 'ZYU8/2']

it('reads or refuses every case of the YAML test suite as it says', async () => {
  const cases: readonly Case[] = suite.cases
  const wrong: string[] = []
  for (const one of cases) if (!(await isRight(one))) wrong.push(one.id)
  const { passed, cases: all } = STANDARDS.yaml
  expect(wrong).toEqual(LEFT)
  expect([cases.length - wrong.length, cases.length]).toEqual([passed, all])
})

async function isRight({ yaml, documents }: Case): Promise<boolean> {
  try {
    const answer = await runTool('text-yaml-to-json', { yaml, merge_keys: false })
    const { result, document_count } = answer as { result: unknown; document_count: number }
    if (documents === undefined) return false
    const values = document_count === 1 ? [result] : document_count === 0 ? [] : result
    return isDeepStrictEqual(values, documents) || (documents.length === 0 && result === null)
  } catch {
    // Refused, as it should be if there are no values.
    return documents === undefined
  }
}
