import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuMsOf } from '../../../support/cpu-time.ts'
import { runs } from '../../../support/runs.ts'
import { runTool } from '../../../support/tools/run-tool.ts'
import { readBrokenJson } from '../../../../src-main/tools/lib/model-json/broken-json.ts'
import { parseJson } from '../../../../src-shared/parse-json.ts'

interface Fixed {
  readonly value: unknown
  readonly warnings?: readonly string[]
}
const fix = async (text: string) => (await runTool('llm-output-fix-json', { text })) as Fixed

// Among them are the cases of json_repair and jsonrepair whose answers nobody would doubt.
it.each<[string, unknown]>([
  ['{"text": "He said, "hello" and left", "n": 1}', { text: 'He said, "hello" and left', n: 1 }],
  ['["The TV is 72"", "see [1] "and" (2)"]', ['The TV is 72"', 'see [1] "and" (2)']],
  ['{"content": "[LINK]("https://a.test")"}', { content: '[LINK]("https://a.test")' }],
  ['{"a": "use ["x"] now", "b": "{ \\"c\\": 1 }"}', { a: 'use ["x"] now', b: '{ "c": 1 }' }],
  ['{"reason": "According...""ans": "YES"}', { reason: 'According...', ans: 'YES' }],
  ['{"a":"b,c,"d":"e"}', { a: 'b,c', d: 'e' }],
  ['{"a": "b, "c: 1}', { a: 'b', c: 1 }],
  ['{"key: "value", url": 3, first name": 4}', { key: 'value', url: 3, 'first name': 4 }],
  ['{"words": abc", "n": [de", "f"]}', { words: 'abc', n: ['de', 'f'] }],
  ['{"a": "one\n "b": "two"}', { a: 'one', b: 'two' }],
  ['{"items": ["a", "b]}', { items: ['a', 'b'] }],
  ['{"a": "sic tamet, quick. }', { a: 'sic tamet, quick.' }],
  ['{"key1": ["v1", "v2"}, "key2": ["v3"]}', { key1: ['v1', 'v2'], key2: ['v3'] }],
  ['{"key": "value"}, "key2": "value2"}', { key: 'value', key2: 'value2' }],
  ['[{"key":"value"}},{"key":"value"}]', [{ key: 'value' }, { key: 'value' }]],
  ['[{"i":1{"i":2},{"i":3,{"i":4}]', [{ i: 1 }, { i: 2 }, { i: 3 }, { i: 4 }]],
  ['{"key": ["a"], ["b"], "c": 1}', { key: ['a', 'b'], c: 1 }],
  ['["key": "value"}]', [{ key: 'value' }]],
  ['{\n  "a": {\n    "b": [\n      1\n  },\n  "c": 2\n}', { a: { b: [1] }, c: 2 }],
  ['{{"a": {{"b": "{{name}}"}}, "c": 2}}', { a: { b: '{{name}}' }, c: 2 }],
  ["{'a': (1, 2), 'b': (3,), 'c': ('x'), 'd': {'e', 'f'}}", { a: [1, 2], b: [3], c: 'x', d: ['e', 'f'] }],
  ["{'a': b'x', 'b': u\"y\", 'c': OrderedDict([('k', 1)])}", { a: 'x', b: 'y', c: [['k', 1]] }],
  ['{"d": datetime.date(2020, 1, 2), "id": ObjectId("5")}', { d: 'datetime.date(2020, 1, 2)', id: '5' }],
  ['{"a": TRUE, "b": FALSE, "c": Null, "d": tRue}', { a: true, b: false, c: null, d: 'tRue' }],
  ['{"a": 82_461_110, "b": 1_234.5_6, "c": 2e, "d": -}', { a: 82461110, b: 1234.56, c: 2, d: 0 }],
  ['{"a": 1/3, "b": 007, "c": 2024-01-02T03:04Z}', { a: '1/3', b: '007', c: '2024-01-02T03:04Z' }],
  ['{"a": 1, # note\n "b": "#fff", c: #fff}', { a: 1, b: '#fff', c: '#fff' }],
  ['{"a": """say "hi"\nnow""", "b": 1}', { a: 'say "hi"\nnow', b: 1 }],
  ['{"p": "C:\\Users\\x", "t": "\\alpha \\x41"}', { p: 'C:\\Users\\x', t: '\\alpha A' }],
  ['{\\"a\\": \\"say \\\\"hi\\\\"\\"}', { a: 'say "hi"' }],
  ['{""a"": ""b"", ""c"": [1, ""d""]}', { a: 'b', c: [1, 'd'] }],
  [
    '{url: https://a.test/b?c=d, text: words{in brackets}m}',
    { url: 'https://a.test/b?c=d', text: 'words{in brackets}m' },
  ],
  [
    '{a: constructor, toString: __proto__, b: [valueOf]}',
    { a: 'constructor', toString: '__proto__', b: ['valueOf'] },
  ],
  // A bracket is missing: the name comes a second time, or can only be that of the object around.
  ['{"a": {"id": 1, "n": {"id": 2, "id": 3}', { a: { id: 1, n: { id: 2 } }, id: 3 }],
  [
    '[{"id": 1, "n": 2, "id": 3, "n": 4}',
    [
      { id: 1, n: 2 },
      { id: 3, n: 4 },
    ],
  ],
  ['{"url": ["x", "y", "value": {"b": [1]}}', { url: ['x', 'y'], value: { b: [1] } }],
  ['[{"a": "b", true, 5]', [{ a: 'b' }, true, 5]],
  ['[{"key": "value", "key', [{ key: 'value' }, 'key']],
  ['{"value_1": true, COMMENT "value_2": 1}', { value_1: true, COMMENT: null, value_2: 1 }],
])('repairs %s', async (text, value) => {
  expect((await fix(text)).value).toEqual(value)
})

// Ways in which models spoil JSON; each keeps enough to tell what was meant.
const TEXTS = [
  'Anna',
  'New York, NY',
  "it's fine",
  'https://a.test/a?b=c',
  '12:30',
  'a: b',
  'Use {braces} here',
  'see [1] and (2)',
  '',
  'C:\\Users\\anna',
  'tab\tand\nline',
  '5 apples',
  'true',
  "rock 'n' roll",
  'say "hi" to all',
]
const NAMES = ['name', 'id', 'user_name', 'first name', 'is-active', 'url']
const { document } = fc.letrec((tie) => ({
  document: fc.oneof(tie('object'), fc.array(tie('value'), { minLength: 1, maxLength: 4 })),
  object: fc.dictionary(fc.constantFrom(...NAMES), tie('value'), {
    minKeys: 1,
    maxKeys: 4,
    noNullPrototype: true,
  }),
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(...TEXTS, 0, -5, 3.14, 1e21, true, false, null),
    tie('object'),
    fc.array(tie('value'), { maxLength: 4 }),
  ),
}))

type Tokens = readonly string[]
const tokensOf = (json: string): Tokens =>
  [...json.matchAll(/"(?:\\.|[^"\\])*"|[{}[\],:]|[^\s{}[\],:"]+|\s+/g)].map(([token]) => token)
const isText = (token: string) => token.startsWith('"')
const within = (token: string) => JSON.stringify(parseJson(token)).slice(1, -1)
const single = (token: string) => `'${within(token).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
const LITERALS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }
const without = (tokens: Tokens, sign: string, place: number) => {
  const places = tokens.flatMap((token, at) => (token === sign ? [at] : []))
  return tokens.toSpliced(places[place % places.length] ?? tokens.length, 1).join('')
}

const SPOILERS: Readonly<Record<string, (tokens: Tokens, place: number) => string>> = {
  'a colon is missing': (tokens, place) => without(tokens, ':', place),
  'commas follow the last': (tokens) =>
    tokens
      .map((token, at) => (/^[}\]]$/.test(token) && !/^[{[]$/.test(tokens[at - 1]!) ? `,${token}` : token))
      .join(''),
  'quotes are single': (tokens) => tokens.map((token) => (isText(token) ? single(token) : token)).join(''),
  'it is written as Python': (tokens) =>
    tokens.map((token) => (isText(token) ? single(token) : (LITERALS[token] ?? token))).join(''),
  'names have no quotes': (tokens) =>
    tokens
      .map((token, at) => (/^"\w+"$/.test(token) && tokens[at + 1] === ':' ? token.slice(1, -1) : token))
      .join(''),
  'line breaks are not escaped': (tokens) =>
    tokens.join('').replaceAll('\\n', '\n').replaceAll('\\t', '\t'),
  'comments follow commas': (tokens) =>
    tokens.join('').replaceAll(/,(?=["{[\d-])/g, ', // a "note", really\n'),
  'all is escaped': (tokens) => tokens.join('').replaceAll(/[\\"]/g, (sign) => `\\${sign}`),
  'quotes are curly': (tokens) =>
    tokens.map((token) => (isText(token) ? `“${token.slice(1, -1)}”` : token)).join(''),
  'braces are written twice': (tokens) =>
    tokens.map((token) => (/^[{}]$/.test(token) ? token + token : token)).join(''),
  'lists are tuples': (tokens) =>
    tokens
      .map((token, at) =>
        token === '[' ? '(' : token !== ']' ? token : tokens[at - 1] === '[' ? ')' : ',)',
      )
      .join(''),
  'too much is closed': (tokens, place) => `${tokens.join('')}${[']', '}', '}}'][place % 3]}`,
}

describe.each(Object.keys(SPOILERS))('JSON in which %s', (name) => {
  it('comes back whole', () => {
    fc.assert(
      fc.property(document, fc.nat(50), (value, place) => {
        const json = JSON.stringify(value)
        const spoilt = SPOILERS[name]!(tokensOf(json), place)
        // The comma of a text is not one that a comment may follow.
        fc.pre(name !== 'comments follow commas' || !json.includes('York'))
        const bare = name === 'all is escaped' ? spoilt.replaceAll(/\\(["\\])/g, '$1') : spoilt
        expect(parseJson(readBrokenJson(bare, 0).json)).toEqual(parseJson(json))
      }),
      { numRuns: runs(100, 5_000) },
    )
  })
})

it.each([
  ['{"a": 1}\n{"a": 2}\n', [{ a: 1 }, { a: 2 }]],
  ['```json\n{a: 1},\n// two\n[2],\n```', [{ a: 1 }, [2]]],
])('puts values that follow one another into a list, and says so: %j', async (text, value) => {
  const fixed = await fix(text)
  expect(fixed.value).toEqual(value)
  expect(fixed.warnings).toEqual(['The text has 2 JSON values; they were put into a list'])
})

it('says that it left out other values of a text', async () => {
  const { value, warnings } = await fix('First {"a": 1}, and then {"b": [1, 2]}.')
  expect(value).toEqual({ b: [1, 2] })
  expect(warnings).toEqual([expect.stringContaining('has 2 JSON values')])
})

// Catches: JSON beside a fenced block, which is lost without a word.
it('takes a fenced block for a sequence only where there is nothing else', async () => {
  const { value, warnings } = await fix('```\n{"a": 1}\n{"b": 2}\n```\nand {"c": 3}')
  expect(value).toEqual([{ a: 1 }, { b: 2 }])
  expect(warnings).toEqual([expect.stringContaining('JSON values, and this one was taken')])
})

it('says when there are brackets and nothing in them reads as JSON', async () => {
  await expect(fix('a list [;] of { } b')).resolves.toMatchObject({ value: {} })
  await expect(fix('if { then [')).rejects.toThrow('does not read as JSON')
})

// 200 KB took 16 seconds by a library that reads on from the start after each fault.
it.each([
  '[{"id": 1, "name": "a"b"c", }, ',
  '"a": "b, ',
  '"a,"',
  '{"a": [',
  "['a, ",
  'f(',
  '"]',
  '/*',
  '\\"',
  '1_',
  'x { "a": ',
])('reads a text of 1 MB of %j in time that grows with it alone', async (piece) => {
  const text = `[${piece.repeat(900_000 / piece.length)}`
  expect(await cpuMsOf(() => fix(text).catch(() => null))).toBeLessThan(5_000)
})
