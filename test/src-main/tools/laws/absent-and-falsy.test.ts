import { describe, expect, it } from 'vitest'
import type { Json } from '../../../support/gateway/test-gateway.ts'
import { gapsOf, lawTools, outcomeOf, runsHere, type LawTool } from '../../../support/tools/law-tools.ts'

const tools = (await lawTools()).filter(runsHere)

/** They start a process or compute much for each call, or make another answer each time. */
const COSTLY = new Set([
  'crypto-keypair-generate',
  'crypto-encrypt-aes',
  'crypto-password-hash',
  'exec-sql-on-json',
  'svg-generate-chart',
])

const fieldsOf = ({ input }: LawTool) => Object.entries<Json>(input.properties)
const isOptional = ({ input }: LawTool, name: string) => !(input.required ?? []).includes(name)

/** Optional numbers for which 0 is said to be the same as nothing, and why. */
const ZERO_IS_NOTHING: Readonly<Record<string, string>> = {
  'crypto-jwt-sign.not_before_seconds': 'The claim is in the token, which the test compares.',
}

function inputOf(tool: LawTool, name: string): Json {
  const inputs = tool.definition.examples.map(({ input }) => input as Json)
  const { [name]: _sent, ...others } = inputs.find((input) => input[name] !== undefined) ?? inputs[0]!
  return others
}

describe('a field that is left out', () => {
  it.each(tools.filter(({ slug }) => !COSTLY.has(slug)).map((tool) => [tool.slug, tool] as const))(
    'is as if its documented default had been sent: %s',
    async (slug, tool) => {
      for (const [name, schema] of fieldsOf(tool)) {
        if (!('default' in schema)) continue
        const absent = inputOf(tool, name)
        const [one, other] = [
          await outcomeOf(slug, absent),
          await outcomeOf(slug, { ...absent, [name]: schema.default }),
        ]
        expect({ name, ...other }).toEqual({ name, ...one })
      }
    },
  )
})

describe('a value that a program may take for none', () => {
  const free = tools.flatMap((tool) =>
    fieldsOf(tool)
      .filter(([name, { type, anyOf, oneOf }]) => type === undefined && !anyOf && !oneOf && name !== '')
      .map(([name]) => [tool.slug, name, tool] as const),
  )

  it.each(free)('is a value: %s, %s', async (slug, name, tool) => {
    const absent = inputOf(tool, name)
    const left = await outcomeOf(slug, absent)
    for (const value of [null, 0, false, '""', [], {}]) {
      const outcome = await outcomeOf(slug, { ...absent, [name]: value })
      // What is refused is refused for what it is, and not as if nothing had been sent.
      if ('refused' in outcome && !isOptional(tool, name))
        expect([value, outcome.refused]).not.toEqual([value, 'by the schema'])
      else if ('refused' in outcome && 'refused' in left)
        expect([value, outcome.refused]).not.toEqual([value, left.refused])
    }
  })

  const zeros = tools.flatMap((tool) =>
    fieldsOf(tool)
      .filter(
        ([name, { type, minimum, ...schema }]) =>
          (type === 'integer' || type === 'number') &&
          isOptional(tool, name) &&
          !('default' in schema) &&
          minimum <= 0,
      )
      .map(([name]) => [`${tool.slug}.${name}`, tool, name] as const),
  )

  it('has a line here where it is said to be none', () => {
    const applies = [...zeros.map(([what]) => what), ...Object.keys(ZERO_IS_NOTHING)]
    expect(gapsOf(ZERO_IS_NOTHING, applies).needless).toEqual([])
    expect(zeros.length).toBeGreaterThan(5)
  })

  // Catches: an id of the moment 0 that got the time of now.
  it.each(zeros)('is the number 0: %s', async (_what, tool, name) => {
    const absent = inputOf(tool, name)
    const [one, other] = [
      await outcomeOf(tool.slug, absent),
      await outcomeOf(tool.slug, { ...absent, [name]: 0 }),
    ]
    expect(other).not.toEqual(one)
  })
})
