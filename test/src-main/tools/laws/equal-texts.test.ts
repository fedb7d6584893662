import { describe, expect, it } from 'vitest'
import type { Json } from '../../../support/gateway/test-gateway.ts'
import { dataOf, gapsOf, lawTools, leavesOf, runsHere } from '../../../support/tools/law-tools.ts'

/** What is around a find in one text or another: forms of Unicode, line ends, marks, pairs, directions. */
const AROUND = [
  '',
  '\ufeff',
  '👨‍👩‍👧‍👦 ',
  'e\u0301 \u00e9 ',
  'שלום \u200f',
  'a\r\n',
  'a\n',
  '\u{20000} ',
  '🇩🇪🏳️‍🌈 ',
  'नमस्ते ',
]

interface Found {
  readonly start: number
  readonly end: number
  readonly text?: string
}

/** By slug: an input with something to find between two texts, and what is found, by UTF-16 units as slice() counts. */
const PLACES: Readonly<
  Record<string, readonly [needle: string, (text: string) => object, (data: Json) => Found[]]>
> = {
  'fuzzy-match': [
    'needle',
    (text) => ({ query: 'needle', items: [text], min_score: 0 }),
    ({ matches }) => matches.flatMap((match: Json) => match.ranges),
  ],
  'llm-output-extract-json': [
    '{"a":1}',
    (text) => ({ text }),
    ({ all }) => all.map(({ start, end }: Found) => ({ start, end })),
  ],
  'text-chunk': ['', (text) => ({ text, by: 'characters', size: 3 }), ({ chunks }) => chunks],
  'text-extract-emails': [
    'me@example.com',
    (text) => ({ text }),
    ({ emails }) => emails.map(({ email, start, end }: Json) => ({ text: email, start, end })),
  ],
  'text-extract-phones': ['+49 30 123456', (text) => ({ text }), ({ phones }) => phones],
  'text-extract-urls': ['https://example.com/a', (text) => ({ text }), ({ urls }) => urls],
  'text-redact-pii': ['me@example.com', (text) => ({ text }), ({ found }) => found],
  'text-regex-test': ['needle', (text) => ({ text, pattern: 'needle' }), ({ matches }) => matches],
}

const tools = await lawTools()

describe('a place in a text', () => {
  it('has a line here for every tool that tells one', () => {
    const tells = tools.filter((tool) => {
      const names = leavesOf(tool.output).map(({ path }) => path.at(-1))
      return runsHere(tool) && names.includes('start') && names.includes('end')
    })
    expect(
      gapsOf(
        PLACES,
        tells.map(({ slug }) => slug),
      ),
    ).toEqual({ missing: [], needless: [] })
  })

  it.each(Object.entries(PLACES))(
    'is where slice() finds it, whatever is around: %s',
    async (slug, [needle, input, found]) => {
      for (const before of AROUND)
        for (const after of ['', ' 👩‍🚀', '\r\n', ' e\u0301']) {
          const text = before + needle + after
          const all = found(await dataOf(slug, input(text)))
          if (text !== '') expect(all.length, JSON.stringify(text)).toBeGreaterThan(0)
          for (const { start, end, text: said } of all)
            expect(text.slice(start, end).trimEnd(), JSON.stringify(text)).toBe((said ?? needle).trimEnd())
        }
    },
  )
})

type Pair = readonly [slug: string, what: string, one: object, other: object, read: (data: Json) => unknown]

/** By slug: two texts that readers hold for one, and the part of the answers that has to agree. */
const EQUAL: readonly Pair[] = [
  [
    'text-slugify',
    'NFC and NFD',
    { text: 'Über café' },
    { text: 'U\u0308ber cafe\u0301' },
    ({ slug }) => slug,
  ],
  ['text-slugify', 'a byte order mark', { text: 'a b' }, { text: '\ufeffa b' }, ({ slug }) => slug],
  ['text-slugify', 'full width', { text: 'abc 12' }, { text: 'ａｂｃ １２' }, ({ slug }) => slug],
  [
    'text-word-count',
    'NFC and NFD',
    { text: 'café é' },
    { text: 'cafe\u0301 e\u0301' },
    ({ words, characters }) => [words, characters],
  ],
  [
    'text-word-count',
    'line ends',
    { text: 'a\n\nb\n' },
    { text: 'a\r\n\r\nb\r\n' },
    ({ words, lines, paragraphs }) => [words, lines, paragraphs],
  ],
  ['text-csv-to-json', 'line ends', { csv: 'a,b\n1,2\n' }, { csv: 'a,b\r\n1,2\r\n' }, ({ rows }) => rows],
  [
    'text-csv-to-json',
    'a byte order mark',
    { csv: 'a,b\n1,2' },
    { csv: '\ufeffa,b\n1,2' },
    ({ rows }) => rows,
  ],
  [
    'text-yaml-to-json',
    'line ends',
    { yaml: 'a: |\n  b\n  c\n' },
    { yaml: 'a: |\r\n  b\r\n  c\r\n' },
    ({ result }) => result,
  ],
  [
    'text-yaml-to-json',
    'a byte order mark',
    { yaml: 'a: 1' },
    { yaml: '\ufeffa: 1' },
    ({ result }) => result,
  ],
  [
    'data-toml-to-json',
    'line ends',
    { toml: 'a = 1\nb = 2\n' },
    { toml: 'a = 1\r\nb = 2\r\n' },
    ({ result }) => result,
  ],
  [
    'data-toml-to-json',
    'a byte order mark',
    { toml: 'a = 1' },
    { toml: '\ufeffa = 1' },
    ({ result }) => result,
  ],
  [
    'text-xml-to-json',
    'line ends',
    { xml: '<a>b\nc</a>' },
    { xml: '<a>b\r\nc</a>' },
    ({ result }) => result,
  ],
  [
    'text-xml-to-json',
    'a byte order mark',
    { xml: '<a>b</a>' },
    { xml: '\ufeff<a>b</a>' },
    ({ result }) => result,
  ],
  [
    'text-json-format',
    'a byte order mark',
    { json: '{"a":1}' },
    { json: '\ufeff{"a":1}' },
    ({ result }) => result,
  ],
  [
    'text-markdown-to-html',
    'line ends',
    { markdown: '# a\n\nb\n' },
    { markdown: '# a\r\n\r\nb\r\n' },
    ({ html }) => html,
  ],
  [
    'code-env-parse',
    'line ends',
    { text: 'A=1\nB="2\n3"\n' },
    { text: 'A=1\r\nB="2\r\n3"\r\n' },
    ({ values }) => values.A,
  ],
  ['code-env-parse', 'a byte order mark', { text: 'A=1' }, { text: '\ufeffA=1' }, ({ values }) => values],
  [
    'code-dockerfile-lint',
    'line ends',
    { dockerfile: 'FROM a:1\nRUN b\n' },
    { dockerfile: 'FROM a:1\r\nRUN b\r\n' },
    ({ findings }) => findings,
  ],
  [
    'text-redact-pii',
    'zero width',
    { text: 'me@example.com' },
    { text: 'me@exam\u200bple.com' },
    ({ total }) => total,
  ],
  [
    'text-compare-similarity',
    'case',
    { first: 'É', second: 'é', ignore_case: true },
    { first: 'É', second: 'É' },
    ({ identical }) => identical,
  ],
  ...(['straße STRASSE', 'ΣΑΣ σας', 'ΑΣ ασ'] as const).map((pair): Pair => {
    const [first, second] = pair.split(' ')
    return [
      'text-diff',
      `case of ${pair}`,
      { before: first, after: first, ignore_case: true },
      { before: first, after: second, ignore_case: true },
      ({ identical }) => identical,
    ]
  }),
  ...(['soft\u00adware', 'soft\u200bware', '\ufeffsoftware'] as const).flatMap((text): Pair[] => [
    ['text-slugify', 'unseen characters', { text: 'software' }, { text }, ({ slug }) => slug],
    ['text-case-convert', 'unseen characters', { text: 'software' }, { text }, ({ words }) => words],
  ]),
  ...(['ｄｅ', 'de\u200b', 'Ｇermany', '２７６'] as const).map((country): Pair => [
    'enrich-country-code',
    'full width and unseen characters',
    { country: 'DE' },
    { country },
    ({ alpha3 }) => alpha3,
  ]),
  [
    'fuzzy-match',
    'NFC and NFD',
    { query: 'café', items: ['café'] },
    { query: 'cafe\u0301', items: ['café'] },
    ({ matches }) => matches[0].score,
  ],
  ...['4111–1111–1111–1111', '４１１１ １１１１ １１１１ １１１１', '4111\u00a01111\u200b11111111'].map(
    (number): Pair => [
      'validate-credit-card',
      'dashes, full width and unseen characters',
      { number: '4111 1111 1111 1111' },
      { number },
      (data) => data,
    ],
  ),
  [
    'validate-phone',
    'full width',
    { phone: '+49 30 123456' },
    { phone: '＋４９ ３０ １２３４５６' },
    ({ e164 }) => e164,
  ],
]

/** By slug: the field of a document, one whose first character matters, and what else the tool needs. */
const DOCUMENTS: readonly (readonly [slug: string, field: string, document: string, others: object])[] = [
  ['code-complexity-score', 'code', 'function f() {}', {}],
  ['code-css-minify', 'css', 'a{b:c}', {}],
  ['code-dockerfile-lint', 'dockerfile', 'FROM a\nFRM b\n', {}],
  ['code-env-parse', 'text', 'A=1', {}],
  ['code-js-minify', 'code', 'var a = 1', {}],
  ['code-openapi-validate', 'spec', 'openapi: 3.1.0\ninfo: {title: a, version: "1"}\npaths: {}\n', {}],
  ['code-sql-parse', 'sql', 'select a from t', {}],
  ['data-toml-to-json', 'toml', 'a = 1', {}],
  ['diff-patch-apply', 'patch', '--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n', { text: 'x\n' }],
  ['html-to-markdown', 'html', '<h1>a</h1>', {}],
  ['math-evaluate', 'expression', '1 + 1', {}],
  ['text-csv-to-json', 'csv', 'a\n1\n', {}],
  ['text-html-to-text', 'html', '<p>a</p>', {}],
  ['text-json-format', 'json', '{"a":1}', {}],
  ['text-markdown-to-html', 'markdown', '# a', {}],
  ['text-xml-to-json', 'xml', '<a/>', {}],
  ['text-yaml-to-json', 'yaml', 'a: 1', {}],
]

describe('a document that begins with a byte order mark', () => {
  it.each(DOCUMENTS)('is read without it by %s', async (slug, field, document, others) => {
    const read = async (text: string) => {
      const { bytes_before: _sent, ...data } = await dataOf(slug, { ...others, [field]: text })
      return data
    }
    expect(await read(`\ufeff${document}`)).toEqual(await read(document))
  })
})

describe('two texts that look the same', () => {
  it.each(EQUAL)('get the same from %s: %s', async (slug, _what, one, other, read) => {
    expect(read(await dataOf(slug, other))).toEqual(read(await dataOf(slug, one)))
  })
})
