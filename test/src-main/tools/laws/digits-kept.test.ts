import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../support/gateway/test-gateway.ts'
import { runs, SEED } from '../../../support/runs.ts'
import {
  dataOf,
  gapsOf,
  lawTools,
  leavesOf,
  outcomeOf,
  runsHere,
  type LawTool,
} from '../../../support/tools/law-tools.ts'
import { runTool } from '../../../support/tools/run-tool.ts'
import { toolContext } from '../../../support/tools/tool-context.ts'

const RUNS = runs(2, 200)

const tools = await lawTools()
const slugsWith = (has: (tool: LawTool) => boolean) => tools.filter(has).map(({ slug }) => slug)
const isFree = (schema: Json) => schema.type === undefined && !schema.enum && schema.const === undefined

const LONG = '12345678901234567890'
const PI = '3.141592653589793238462643383279'
const TEXT = `{"id":${LONG},"pi":${PI}}`
/** How a float writes the first: never seen in an answer without a word about it. */
const ROUNDED = '12345678901234567000'

type TextCase = readonly [input: (json: string) => object, what: 'kept' | 'warned' | 'not shown']

/** Every tool that reads JSON texts: what it does with digits that a float cannot hold. */
const JSON_TEXTS: Readonly<Record<string, TextCase>> = {
  'code-json-to-go-struct': [(json) => ({ json }), 'not shown'],
  'code-json-to-python-class': [(json) => ({ json }), 'not shown'],
  'code-json-to-types': [(json) => ({ json, language: 'rust' }), 'not shown'],
  'code-json-to-typescript': [(json) => ({ json, jsdoc: true }), 'kept'],
  'code-json-to-zod': [(json) => ({ json }), 'not shown'],
  'code-openapi-validate': [(json) => ({ spec: specWith(json) }), 'not shown'],
  'crypto-jwt-decode': [(json) => ({ token: `${base64('{"alg":"none"}')}.${base64(json)}.` }), 'warned'],
  'data-group-by': [(json) => ({ rows: `[${json}]`, by: ['id', 'pi'] }), 'warned'],
  'data-json-flatten': [(json) => ({ json }), 'warned'],
  'data-json-patch': [(json) => ({ json, patch: [] }), 'warned'],
  'data-json-to-xml': [(json) => ({ json }), 'kept'],
  'data-json-to-yaml': [(json) => ({ json }), 'kept'],
  'data-json-unflatten': [(json) => ({ json }), 'warned'],
  'data-jsonata': [(json) => ({ json, expression: '$' }), 'warned'],
  'exec-jq': [(json) => ({ json, filter: '.' }), 'warned'],
  'gen-test-data': [(json) => ({ schema: `{"const":${json}}` }), 'warned'],
  'llm-output-extract-json': [(text) => ({ text }), 'warned'],
  'llm-output-fix-json': [(text) => ({ text }), 'warned'],
  'llm-output-validate': [(text) => ({ text, schema: true }), 'warned'],
  'openapi-to-tools': [(json) => ({ spec: specWith(json) }), 'warned'],
  'text-json-diff': [(json) => ({ before: '{}', after: json }), 'warned'],
  'text-json-format': [(json) => ({ json }), 'kept'],
  'text-json-merge': [(json) => ({ documents: [json, '{}'] }), 'warned'],
  'text-json-path': [(json) => ({ json, path: '$' }), 'warned'],
  'text-json-schema-generate': [(json) => ({ json, include_examples: true }), 'warned'],
  'text-json-to-csv': [(json) => ({ json: `[${json}]` }), 'kept'],
  // It gives places instead of values.
  'text-json-validate': [(json_text) => ({ json_text }), 'not shown'],
}

const base64 = (text: string) => Buffer.from(text).toString('base64url')
function specWith(json: string): string {
  const operation = `{"parameters":[{"name":"a","in":"query","schema":{"const":${json}}}],"responses":{"200":{"description":"b"}}}`
  return `{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{"/a":{"get":${operation}}}}`
}

type Echo = readonly [input: (value: number) => object, read: (data: Json) => unknown]

/** Every tool with a field for numbers or for any value: where a number comes back, or what is computed from it. */
const NUMBERS: Readonly<Record<string, Echo | string>> = {
  'code-openapi-validate': 'It shows nothing of a valid document.',
  'crypto-jwt-sign': [
    (value) => ({ payload: { value }, secret: 's'.repeat(32) }),
    ({ claims }) => claims.value,
  ],
  'crypto-jwt-verify': 'Its values are keys.',
  'date-unix-to-iso': 'It gives a date; a text has all digits of the number (test/src-main/tools/date).',
  'exec-javascript': [(data) => ({ code: 'input', data }), ({ result }) => result],
  'exec-sql-on-json': [
    (value) => ({ sql: 'select a, ? as b from t', tables: { t: [{ a: value }] }, params: [value] }),
    ({ rows: [{ a, b }] }) => (same(a, b) ? a : [a, b]),
  ],
  'finance-irr': 'A rate is computed.',
  'finance-loan-payment': 'Money is rounded to its decimals.',
  'finance-npv': 'Money is rounded to its decimals.',
  'fuzzy-match': 'The number is a threshold.',
  'gen-test-data': [(value) => ({ schema: { const: value } }), ({ records: [record] }) => record],
  'geo-coordinates-distance': 'Distances are computed.',
  'geo-point-in-polygon': 'Positions are compared.',
  'json-schema-validate': [
    (value) => ({ schema: { const: value, minimum: value, maximum: value }, data: value }),
    ({ valid, errors }) => (valid === true ? undefined : errors),
  ],
  'kv-set': 'stored',
  'llm-output-validate': 'A schema is not shown.',
  'math-evaluate': [(x) => ({ expression: 'x', variables: { x } }), ({ result }) => result],
  'math-linear-regression': [
    (value) => ({ x: [0, 1], y: [0, 1], predict: [value] }),
    ({ predictions: [{ x }] }) => x,
  ],
  'math-statistics': [
    (value) => ({ values: [value] }),
    ({ min, max }) => (same(min, max) ? min : [min, max]),
  ],
  'math-unit-convert': 'The result has 14 digits, as its schema says.',
  'memory-import': 'stored',
  'memory-increment': [(by) => ({ key: 'a', by }), ({ value }) => value],
  'memory-set': 'stored',
  'openapi-to-tools': 'Its values are parts of a document, which the texts above test.',
  'prompt-template-render': [
    (value) => ({ template: '{{ value }}', variables: { value } }),
    ({ text }) => Number(text),
  ],
  'queue-push': 'stored',
  'svg-generate-chart': 'Numbers are drawn.',
  'text-template': [(value) => ({ template: '{{value}}', data: { value } }), ({ text }) => Number(text)],
  'text-token-estimate-cost': [
    (input_price) => ({ text: 'a', input_price, output_price: 0 }),
    ({ prices }) => prices.input,
  ],
}

// Minus zero is zero in canonical JSON (RFC 8785), which every answer is written in.
const same = (one: unknown, other: unknown) => one === other

const DOUBLES = [
  0,
  9007199254740991,
  -9007199254740991,
  0.1 + 0.2,
  1e-7,
  5e-324,
  1.7976931348623157e308,
  1e21,
  123456789.12345679,
]

describe('a number of a JSON text that no float holds', () => {
  it('has a line here for every tool that reads JSON', () => {
    const reads = slugsWith(
      (tool) =>
        runsHere(tool) &&
        leavesOf(tool.input).some(
          ({ path, schema }) =>
            path.length <= 2 &&
            (/JSON as text|or text\b|JSON or YAML text/.test(schema.description ?? '') ||
              (isFree(schema) && path[0] === 'json')),
        ),
    )
    expect(reads.length).toBeGreaterThan(15)
    expect(gapsOf(JSON_TEXTS, [...reads, ...Object.keys(JSON_TEXTS)])).toEqual({
      missing: [],
      needless: [],
    })
  })

  it.each(Object.entries(JSON_TEXTS))('is kept or named: %s', async (slug, [input, what]) => {
    const { warnings, ...shown } = await dataOf(slug, input(TEXT))
    const text = JSON.stringify(shown)
    if (what === 'warned') {
      expect(JSON.stringify(warnings)).toContain(LONG)
      expect(JSON.stringify(warnings)).toContain(PI)
    } else expect([text.includes(LONG), text.includes(PI)]).toEqual([what === 'kept', what === 'kept'])
    if (what !== 'warned') expect(text).not.toContain(ROUNDED)
    // Nothing is said about numbers that are kept.
    const { warnings: needless = [] } = await dataOf(slug, input('{"id":9007199254740991,"pi":3.25}'))
    expect(needless).toEqual([])
  })

  it('is too large for an answer if it is past all floats, and refused in words', async () => {
    for (const [slug, [input, what]] of Object.entries(JSON_TEXTS)) {
      if (what === 'not shown') continue
      const outcome = await outcomeOf(slug, input(TEXT.replace(LONG, '1e400')))
      const said = JSON.stringify(outcome)
      expect([slug, said]).toEqual([slug, expect.stringMatching(/too large|1e400/)])
    }
  })
})

describe('a number that a float holds', () => {
  it('has a line here for every tool that takes one', () => {
    const takes = slugsWith(
      (tool) =>
        runsHere(tool) &&
        leavesOf(tool.input).some(
          ({ schema }) => (schema.type === 'number' && schema.const === undefined) || isFree(schema),
        ),
    )
    const elsewhere = takes.filter(
      (slug) => Object.hasOwn(JSON_TEXTS, slug) && !Object.hasOwn(NUMBERS, slug),
    )
    expect(
      gapsOf(
        NUMBERS,
        takes.filter((slug) => !elsewhere.includes(slug)),
      ),
    ).toEqual({
      missing: [],
      needless: [],
    })
  })

  const echoes = Object.entries(NUMBERS).filter(
    (entry): entry is [string, Echo] => typeof entry[1] !== 'string',
  )
  it.each(echoes)('keeps every digit unless it is refused: %s', async (slug, [input, read]) => {
    const check = async (value: number) => {
      const outcome = await outcomeOf(slug, input(value))
      if (!('data' in outcome)) return
      const back = read(outcome.data)
      if (back !== undefined) expect(back === value ? value : back, String(value)).toBe(value)
    }
    for (const value of DOUBLES) await check(value)
    expect(await outcomeOf(slug, input(0.1 + 0.2))).toHaveProperty('data')
    const random = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
    await fc.assert(fc.asyncProperty(random, check), { numRuns: RUNS, seed: SEED, endOnFailure: true })
  })

  it('is counted up by decimals as they are written', async () => {
    const ctx = toolContext()
    const add = async (by: number, initial = 0) => {
      const input = { key: 'sum', by, initial }
      return ((await runTool('memory-increment', input, ctx)) as Json).value as number
    }
    expect(await add(0.1, 0.2)).toBe(0.3)
    expect(await add(0.6)).toBe(0.9)
    expect(await add(-1.15)).toBe(-0.25)
    expect(await add(1e-7)).toBe(-0.25 + 1e-7)
  })

  it('is remembered as it is', async () => {
    const ctx = toolContext()
    const run = async (slug: string, input: object) => (await runTool(slug, input, ctx)) as Json
    for (const value of [...DOUBLES, TEXT]) {
      await run('kv-set', { key: 'a', value })
      expect((await run('kv-get', { key: 'a' })).value).toBe(value)
      await run('memory-set', { key: 'a', value })
      expect((await run('memory-get', { key: 'a' })).value).toBe(value)
      await run('memory-import', { entries: [{ key: 'b', value }] })
      expect((await run('memory-get', { key: 'b' })).value).toBe(value)
      await run('queue-push', { queue: 'a', value })
      expect((await run('queue-pop', { queue: 'a' })).message.value).toBe(value)
    }
  })
})

describe('a whole number past 2^53', () => {
  it('is refused by every field for whole numbers', () => {
    const lax = tools.flatMap(({ slug, input }) =>
      leavesOf(input)
        .filter(({ schema }) => schema.type === 'integer')
        .filter(
          ({ schema: { minimum, maximum } }) => !(minimum >= -(2 ** 53 - 1) && maximum <= 2 ** 53 - 1),
        )
        .map(({ path }) => `${slug}: ${path.join('.')}`),
    )
    expect(lax).toEqual([])
  })

  // Catches: identifiers of releases that a float takes for equal.
  it('is compared digit by digit where it is part of a text', async () => {
    const compare = async (a: string, b: string) => {
      const { comparison, difference } = await dataOf('code-semver-compare', { a, b })
      return [comparison, difference]
    }
    expect(await compare(`1.0.0-${LONG}`, `1.0.0-${LONG.replace(/0$/, '1')}.a`)).toEqual([-1, 'prerelease'])
    expect(await compare(`1.0.0-a.${LONG}.2`, `1.0.0-a.${LONG}.1`)).toEqual([1, 'prerelease'])
    expect(await compare(`1.0.0-${LONG}`, `1.0.0-${LONG}+b`)).toEqual([0, 'none'])
    expect(await compare(`1.0.0-${LONG}`, '1.0.0')).toEqual([-1, 'major'])
    const { warnings } = await dataOf('math-evaluate', { expression: `${LONG} + ${PI} + 1.5 + "${LONG}9"` })
    expect(warnings).toEqual([
      expect.stringContaining(LONG),
      expect.stringContaining(PI),
      expect.stringContaining('last digits may be rounded'),
    ])
  })
})
