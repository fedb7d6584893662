import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../support/gateway/test-gateway.ts'
import { runs, SEED } from '../../../support/runs.ts'
import { dataOf, gapsOf, lawTools } from '../../../support/tools/law-tools.ts'
import { runTool } from '../../../support/tools/run-tool.ts'
import { toolContext } from '../../../support/tools/tool-context.ts'

const RUNS = runs(8, 1_600)

/** There and back again: the tools of the way, what goes in, and the way itself, which gives what comes back. */
interface Pair<T = unknown> {
  readonly tools: readonly string[]
  readonly values: fc.Arbitrary<T>
  readonly trip: (value: T) => Promise<unknown>
  /** Runs cost much: one is enough each time. */
  readonly costly?: boolean
  /** What comes back, where it is not what went in. */
  readonly back?: (value: T) => unknown
}

const pair = <T>(one: Pair<T>): Pair => one as unknown as Pair

const text = fc.string({ unit: 'binary', maxLength: 40 }).map((value) => value.toWellFormed())
const lines = fc
  .array(fc.constantFrom('a', 'b', '', ' c', '\\', '-- x', '+++', '@@', 'é', '\ufeff', 'z\r'), {
    maxLength: 12,
  })
  .chain((all) => fc.constantFrom(all.join('\n'), all.map((line) => `${line}\n`).join('')))
const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown)
const record = fc
  .dictionary(fc.string({ maxLength: 6 }), json, { maxKeys: 4 })
  .map((value) => ({ ...value }))
const hex = fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes).toString('hex'))
const secretBytes = fc
  .uint8Array({ minLength: 16, maxLength: 30 })
  .map((bytes) => Buffer.from(bytes).toString('hex'))
// An offset of ISO 8601 has no seconds; those of local mean time, in use before, are rounded.
const instant = fc.integer({ min: -1_000_000_000_000, max: 8_000_000_000_000 })
// What XML can hold at all, and no white space at the ends, which its readers drop.
const word = fc.stringMatching(/^[a-z<>&"'é漢😀]{1,8}$/u)
const element: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    word,
    fc.dictionary(fc.stringMatching(/^@?[a-z]{1,5}$/), tie('leaf'), { minKeys: 1, maxKeys: 3 }),
    fc.array(word, { minLength: 2, maxLength: 3 }),
  ),
  leaf: word,
})).value

const PAIRS: readonly Pair[] = [
  pair({
    tools: ['text-base64-encode', 'text-base64-decode'],
    values: fc.tuple(text, fc.constantFrom('standard', 'url'), fc.boolean(), fc.constantFrom(0, 64, 76)),
    trip: async ([sent, alphabet, padding, line_length]) => {
      const { base64 } = await dataOf('text-base64-encode', { text: sent, alphabet, padding, line_length })
      return (await dataOf('text-base64-decode', { base64 })).text
    },
    back: ([sent]) => sent,
  }),
  pair({
    tools: ['text-base64-encode', 'text-base64-decode'],
    values: hex,
    trip: async (sent) => {
      const { base64 } = await dataOf('text-base64-encode', { text: sent, from: 'hex' })
      return (await dataOf('text-base64-decode', { base64 })).hex
    },
  }),
  pair({
    tools: ['crypto-encrypt-aes', 'crypto-decrypt-aes'],
    values: fc.tuple(text, text.filter(Boolean)),
    costly: true,
    trip: async ([sent, password]) => {
      const { sealed } = await dataOf('crypto-encrypt-aes', { text: sent, password })
      return [(await dataOf('crypto-decrypt-aes', { sealed, password })).text, password]
    },
  }),
  pair({
    tools: ['crypto-password-hash', 'crypto-password-verify'],
    values: text.filter(Boolean),
    costly: true,
    trip: async (password) => {
      const { hash } = await dataOf('crypto-password-hash', { password })
      return (await dataOf('crypto-password-verify', { password, hash })).matches === true && password
    },
  }),
  pair({
    tools: ['crypto-jwt-sign', 'crypto-jwt-verify', 'crypto-jwt-decode'],
    values: fc.dictionary(
      fc.string({ maxLength: 6 }).map((name) => `x${name}`),
      json,
      { maxKeys: 4 },
    ),
    trip: async (payload) => {
      const secret = 'k'.repeat(32)
      const { token } = await dataOf('crypto-jwt-sign', { payload, secret, issued_at: false })
      const read = await dataOf('crypto-jwt-decode', { token })
      const checked = await dataOf('crypto-jwt-verify', { token, secret, algorithms: ['HS256'] })
      expect(checked).toMatchObject({ valid: true, payload: read.payload })
      return read.payload
    },
  }),
  pair({
    tools: ['crypto-totp-generate', 'crypto-totp-verify'],
    values: fc.tuple(secretBytes, fc.nat(4_000_000_000), fc.integer({ min: 6, max: 8 })),
    trip: async ([secret, at, digits]) => {
      const shared = { secret, at, digits, secret_encoding: 'hex' }
      const { code } = await dataOf('crypto-totp-generate', shared)
      return (
        (await dataOf('crypto-totp-verify', { ...shared, code })).valid === true && [secret, at, digits]
      )
    },
  }),
  pair({
    tools: ['data-json-flatten', 'data-json-unflatten'],
    values: record,
    trip: async (sent) => {
      // No name has it.
      const delimiter = '→'
      const flat = await dataOf('data-json-flatten', { json: JSON.stringify(sent), delimiter })
      return (await dataOf('data-json-unflatten', { json: JSON.stringify(flat.result), delimiter })).result
    },
  }),
  pair({
    tools: ['data-json-to-yaml', 'text-yaml-to-json'],
    values: json,
    trip: async (sent) => {
      const { yaml } = await dataOf('data-json-to-yaml', { json: JSON.stringify(sent) })
      return (await dataOf('text-yaml-to-json', { yaml })).result
    },
  }),
  pair({
    tools: ['text-json-to-csv', 'text-csv-to-json'],
    values: fc.array(fc.record({ a: text, 'b,"': text }), { minLength: 1, maxLength: 4 }),
    trip: async (sent) => {
      const { csv } = await dataOf('text-json-to-csv', { json: sent })
      return (await dataOf('text-csv-to-json', { csv })).rows
    },
  }),
  pair({
    tools: ['data-json-to-xml', 'text-xml-to-json'],
    values: element.filter((value) => !Array.isArray(value)).map((value) => ({ root: value })),
    trip: async (sent) => {
      const { xml } = await dataOf('data-json-to-xml', { json: sent })
      return (await dataOf('text-xml-to-json', { xml })).result
    },
  }),
  pair({
    tools: ['text-json-diff', 'data-json-patch'],
    values: fc.tuple(json, json),
    trip: async ([before, after]) => {
      const sent = { before: JSON.stringify(before), after: JSON.stringify(after) }
      const { patch } = await dataOf('text-json-diff', sent)
      return [before, (await dataOf('data-json-patch', { json: sent.before, patch })).result]
    },
  }),
  pair({
    tools: ['text-diff-unified', 'diff-patch-apply'],
    values: fc.tuple(lines, lines),
    trip: async ([before, after]) => {
      const { patch } = await dataOf('text-diff-unified', { before, after })
      const there = await dataOf('diff-patch-apply', { text: before, patch })
      const back = await dataOf('diff-patch-apply', { text: after, patch, reverse: true })
      return [back.text, there.text]
    },
  }),
  pair({
    tools: ['date-unix-to-iso', 'date-iso-to-unix'],
    values: fc.tuple(
      instant,
      fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns'),
    ),
    trip: async ([value, zone]) => {
      const { iso } = await dataOf('date-unix-to-iso', { value, unit: 'ms', zone })
      return [(await dataOf('date-iso-to-unix', { time: iso })).milliseconds, zone]
    },
  }),
  pair({
    tools: ['date-timezone-convert'],
    values: instant.map((ms) => new Date(ms).toISOString()),
    trip: async (time) => {
      const there = await dataOf('date-timezone-convert', { time, to: 'America/Sao_Paulo' })
      const { utc } = await dataOf('date-timezone-convert', { time: there.to.iso, to: 'UTC' })
      return utc
    },
  }),
  pair({
    tools: ['math-unit-convert'],
    values: fc.tuple(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.constantFrom(['km', 'mile'], ['degC', 'degF'], ['GiB', 'MB'], ['J', 'eV'], ['m/s', 'knot']),
    ),
    trip: async ([value, [from, to]]) => {
      const { result } = await dataOf('math-unit-convert', { value, from, to })
      const back = (await dataOf('math-unit-convert', { value: result, from: to, to: from }))
        .result as number
      return [Number(back.toPrecision(9)), [from, to]]
    },
  }),
  pair({
    tools: ['vision-qr-generate', 'vision-qr-decode'],
    values: text.filter((value) => value !== '' && !value.includes('\0')),
    costly: true,
    trip: async (sent) => {
      const { png_base64: image } = await dataOf('vision-qr-generate', { text: sent, format: 'png' })
      return (await dataOf('vision-qr-decode', { image })).text
    },
  }),
  pair({
    tools: ['memory-set', 'memory-export', 'memory-import', 'memory-get'],
    values: fc.tuple(record, fc.array(fc.stringMatching(/^[a-z]{1,5}$/), { maxLength: 3 })),
    trip: async ([value, tags]) => {
      const own = [...new Set(tags)]
      const [from, to] = [runsOf(), runsOf()]
      await from('memory-set', { key: 'a', value, tags: own })
      const { entries } = await from('memory-export', {})
      await to('memory-import', { entries })
      const got = await to('memory-get', { key: 'a' })
      expect(got.tags.toSorted()).toEqual(own.toSorted())
      return [got.value, tags]
    },
  }),
  pair({
    tools: ['kv-set', 'kv-get'],
    values: json,
    trip: async (value) => {
      const run = runsOf()
      await run('kv-set', { key: 'a', value })
      return (await run('kv-get', { key: 'a' })).value
    },
  }),
  pair({
    tools: ['queue-push', 'queue-pop'],
    values: json,
    trip: async (value) => {
      const run = runsOf()
      await run('queue-push', { queue: 'a', value })
      return (await run('queue-pop', { queue: 'a' })).message.value
    },
  }),
]

/** Tools whose names speak of a way, and for which there is none back, or whose way back has its own test. */
const ONE_WAY: Readonly<Record<string, string>> = {
  'code-json-to-go-struct': 'Types have no values.',
  'code-json-to-python-class': 'Types have no values.',
  'code-json-to-types': 'Types have no values.',
  'code-json-to-typescript': 'Types have no values.',
  'code-json-to-zod': 'Types have no values.',
  'data-toml-to-json': 'Nothing writes TOML.',
  'doc-docx-to-markdown': 'Nothing writes DOCX.',
  'doc-pdf-to-text': 'Nothing writes PDF.',
  'doc-xlsx-to-json': 'Nothing writes XLSX.',
  'html-to-markdown': 'test/src-main/tools/document/markdown-round-trip.test.ts',
  'math-color-convert': 'It gives every form at once (test/src-main/tools/math/numbers.test.ts).',
  'openapi-to-tools': 'Nothing reads tool definitions.',
  'text-case-convert': 'The case of letters is lost.',
  'text-html-to-text': 'The tags are lost.',
  'text-markdown-to-html': 'test/src-main/tools/document/markdown-round-trip.test.ts',
  'webhook-payload-verify': 'Services sign (test/src-main/tools/crypto/digests.test.ts).',
}

function runsOf(): (slug: string, input: object) => Promise<Json> {
  const ctx = toolContext()
  return async (slug, input) => (await runTool(slug, input, ctx)) as Json
}

const tools = await lawTools()

describe('what goes there and back', () => {
  it('is declared for every tool whose name speaks of a way', () => {
    const named = tools.filter(({ slug }) =>
      /-to-|encode|decode|encrypt|decrypt|flatten|import|export|-sign$|-verify$|convert|-unified$|-apply$/.test(
        slug,
      ),
    )
    const there = new Set(PAIRS.flatMap((one) => one.tools))
    const table = Object.fromEntries([...Object.keys(ONE_WAY), ...there].map((slug) => [slug, true]))
    expect(gapsOf(table, [...named.map(({ slug }) => slug), ...there])).toEqual({
      missing: [],
      needless: [],
    })
    expect(Object.keys(ONE_WAY).filter((slug) => there.has(slug))).toEqual([])
  })

  it.each(PAIRS.map((one) => [one.tools.join(', '), one] as const))(
    'comes back the same: %s',
    async (_name, { values, trip, back, costly }) => {
      const property = fc.asyncProperty(values, async (value) => {
        expect(await trip(value)).toEqual(back ? back(value) : value)
      })
      await fc.assert(property, {
        numRuns: costly ? Math.ceil(RUNS / 80) : RUNS,
        seed: SEED,
        endOnFailure: true,
      })
    },
  )
})
