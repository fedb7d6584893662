import { describe, expect, it } from 'vitest'
import { STANDARDS } from '../../../../src-main/tools/lib/standards.ts'
import { TestGateway } from '../../../support/gateway/test-gateway.ts'
import { gapsOf, lawTools } from '../../../support/tools/law-tools.ts'

const NAMED = /\bRFC \d|\bJSON Schema\b|\bTOML\b|\bjq\b|\bCommonMark\b|\bSemVer\b|\bOpenAPI \d/

/** Tools whose summary names a standard for which they have no suite, and what holds them to it. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'code-semver-compare': 'It has no suite; second-implementations.test.ts compares with its rules.',
  'gen-test-data': 'Each record is judged by json-schema-validate.',
  'llm-data-extract': 'What a model writes is judged by the same code as json-schema-validate.',
  'net-robots-txt': 'It has no suite; test/src-main/tools/network/robots-rules.test.ts has its examples.',
  'text-base64-encode': 'Its ten vectors are in test/src-main/tools/data/data-formats.test.ts.',
  'text-csv-to-json': 'It has no suite; round-trips.test.ts reads back what text-json-to-csv writes.',
  'text-json-diff': 'Its patches are applied by data-json-patch.',
  'text-json-merge': 'The examples of the RFC are in test/src-main/tools/data/json-changes.test.ts.',
  'text-json-schema-generate': 'Its schemas are judged by json-schema-validate.',
  'text-json-to-csv': 'It has no suite; round-trips.test.ts reads it back.',
  'validate-url': 'Its good and bad addresses are in strict-judging.test.ts.',
}

const tools = await lawTools()

describe('a standard in the summary of a tool', () => {
  it('is held by its suite, and has a line here that says what holds it where there is none', () => {
    const named = tools.filter(({ definition }) => NAMED.test(definition.summary))
    const without = named.filter(({ definition }) => !definition.standards?.length)
    expect(
      gapsOf(
        OTHERWISE,
        without.map(({ slug }) => slug),
      ),
    ).toEqual({ missing: [], needless: [] })
  })

  it('comes from the one record of suites, which has no other', () => {
    const shown = new Set(tools.flatMap(({ definition }) => definition.standards ?? []))
    expect([...shown].toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(
      Object.values(STANDARDS).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    )
    for (const { passed, cases } of shown) {
      expect(passed).toBeLessThanOrEqual(cases)
      // Below that it would be another language.
      expect(passed / cases).toBeGreaterThan(0.95)
    }
  })

  it('is shown where the tool is', async () => {
    const gateway = await TestGateway.create()
    try {
      const { json } = await gateway
        .open('/v1/tools/text-json-path', { method: 'GET' })
        .then(async (answer) => ({ json: await answer.json() }))
      expect(json.tool.standards).toEqual([STANDARDS.jsonPath])
    } finally {
      await gateway.close()
    }
  })
})
