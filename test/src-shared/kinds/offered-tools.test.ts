import { colorsNamed } from 'culori'
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { contentOf } from '../../../src-main/registry/tool-content.ts'
import { loadAll, loadRegistry } from '../../../src-main/registry/registry.ts'
import { type ContentKind, KIND_NAMES } from '../../../src-shared/kinds/content-kinds.ts'
import { detectKinds } from '../../../src-shared/kinds/detect-kinds.ts'
import { offersFor } from '../../../src-shared/kinds/rank-tools.ts'
import { threadCpuMs } from '../../support/cpu-time.ts'
import { COPIED_DOCUMENTS } from './copied-documents.ts'
import { COPIED_FRESH } from './copied-fresh.ts'
import { COPIED_LAST } from './copied-last.ts'
import { COPIED_LATER } from './copied-later.ts'
import { COPIED_ODD_ADDRESSES } from './copied-odd-addresses.ts'
import { COPIED_ODD_DOCUMENTS } from './copied-odd-documents.ts'
import { COPIED_ODD_VALUES } from './copied-odd-values.ts'
import { COPIED_VALUES } from './copied-values.ts'
import { type Pastes, PASTES } from './pastes.ts'

/** Texts of 180 sorts, each written before the rules that it showed to be missing. Some have no tool of their own. */
const SORTS = JSON.parse(
  await readFile(new URL('../../fixtures/pastes.json', import.meta.url), 'utf8'),
) as readonly { readonly kind: string; readonly tools: readonly string[]; readonly text: string }[]

const registered = await loadAll((await loadRegistry()).tools)
const tools = registered.map(({ definition, inputSchema, required }) => ({
  slug: definition.slug,
  name: definition.title,
  tier: definition.tier,
  credits: definition.credits,
  related: definition.related ?? [],
  input_schema: { ...inputSchema, required },
  ...contentOf(definition),
}))
const offered = (text: string) => offersFor(tools, detectKinds(text)).map(({ tool }) => tool.slug)

/** The lists of pastes, with the share of each that has no right tool in the first place, and among three, at most. */
const LISTS: readonly (readonly [string, Pastes, number, number])[] = [
  ['values and documents alone', PASTES, 0, 0],
  ['what people copy', { ...COPIED_DOCUMENTS, ...COPIED_VALUES }, 0.03, 0.02],
  ['what people copy, written later', COPIED_LATER, 0.05, 0],
  ['what people copy, written last', COPIED_LAST, 0.1, 0.05],
  ['what people copy, written without a look at the rules', COPIED_FRESH, 0, 0],
  [
    'what people copy, of more kinds',
    { ...COPIED_ODD_DOCUMENTS, ...COPIED_ODD_ADDRESSES, ...COPIED_ODD_VALUES },
    0.06,
    0.05,
  ],
  [
    'what people copy, of very many sorts',
    Object.fromEntries(SORTS.map(({ tools, text }, at) => [at, { tools, texts: [text] }])),
    0.05,
    0.05,
  ],
]

describe('the tools offered for a pasted text', () => {
  it.each(LISTS)(
    'begin with a right one for nine of ten, and have it among three for nearly all: %s',
    (_, list, notFirst, notAmongThree) => {
      const pastes = Object.entries(list).flatMap(([kind, { tools: right, texts }]) =>
        texts.map((text) => ({ kind, text, right })),
      )
      expect(pastes.length).toBeGreaterThan(90)
      const placed = pastes.map(({ kind, text, right }) => {
        const place = offered(text).findIndex((slug) => right.includes(slug))
        return { kind, text: text.slice(0, 60), place, found: detectKinds(text)[0]?.kind }
      })
      const missed = (places: number) => placed.filter(({ place }) => place < 0 || place >= places)
      expect(missed(1).length / pastes.length, JSON.stringify(missed(1))).toBeLessThanOrEqual(notFirst)
      expect(missed(3).length / pastes.length, JSON.stringify(missed(3))).toBeLessThanOrEqual(notAmongThree)
    },
  )
})

// Catches: a token that a resolver is asked for, and so told to strangers.
it('offers no tool for domains for a token whose parts look like one', () => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.abcdefgh'
  expect(detectKinds(token).map(({ kind }) => kind)).not.toContain('domain')
  expect(offered(token).filter((slug) => slug.includes('dns'))).toEqual([])
})

it('knows the colours that the tool for colours knows by name', () => {
  const missing = Object.keys(colorsNamed).filter((name) => detectKinds(name)[0]?.kind !== 'colour')
  expect(missing).toEqual([])
})

// Catches: the calculator offered second for every schedule.
it('takes no schedule for a sum', () => {
  for (const cron of ['*/15 9-17 * * 1-5', '0 3 * * 1'])
    expect(detectKinds(cron).map(({ kind }) => kind)).not.toContain('expression')
})

it.each([
  [
    '"access_token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.abcdefgh",',
    'jwt',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.abcdefgh',
  ],
  ['0 3 * * * /usr/local/bin/backup.sh', 'cron', '0 3 * * *'],
  ['https%3A%2F%2Fexample.org%2Fa%3Fb%3D1', 'url', 'https://example.org/a?b=1'],
  ['Here it is:\n```sql\nSELECT a FROM b\n```\nBye', 'sql', 'SELECT a FROM b'],
  ['"{\\"a\\": 1}"', 'json', '{"a": 1}'],
  ['GET /a took 8 ms, see https://example.org/log.', 'url', 'https://example.org/log'],
] as const)('knows which part of a text is meant: %s', (text, kind, part) => {
  expect(detectKinds(text).find((one) => one.kind === kind)?.part).toBe(part)
})

it.each(['https://example.org/a', '{"a": 1}', '2026-11-25', 'a,b\n1,2\n3,4'])(
  'takes a text that is a value as it is: %s',
  (text) => {
    expect(detectKinds(text)[0]).not.toHaveProperty('part')
  },
)

describe('the kind of a pasted text', () => {
  it.each(Object.entries(PASTES))('is found: %s', (kind, { texts }) => {
    expect(texts.map((text) => [text, detectKinds(text)[0]?.kind])).toEqual(
      texts.map((text) => [text, kind]),
    )
  })

  it.each([
    'hello',
    '42',
    'Hello, world',
    'a note to self',
    '/usr/local/bin',
    '#1234 is open',
    'yes/no',
    'Q3: 12',
    'turkey',
    '200',
    '3.14, 2.72',
    '5 apples',
    'OK',
    'a_',
    '300 Euro',
    'Blue Monday',
  ])('is taken for plain text when it could be anything: %s', (text) => {
    const sure = detectKinds(text).filter(({ confidence }) => confidence > 0.5)
    expect(sure).toEqual([])
  })

  it.each([
    '',
    ' \n ',
    'sk-toolgate-0123456789abcdef',
    '{"token": "ghp_0123456789abcdef0123456789abcdef0123"}',
    'AKIAIOSFODNN7EXAMPLE',
    'otpauth://totp/Example:ada@example.org?secret=JBSWY3DPEHPK3PXP&issuer=Example',
    '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA\n-----END OPENSSH PRIVATE KEY-----',
  ])('is not looked for in a blank text, nor where a secret may be: %j', (text) => {
    expect(detectKinds(text)).toEqual([])
  })

  it('is found within 20 ms, even if the text is 8 MB long', () => {
    const large = [
      `[${'{"id": 1, "name": "Ada"},'.repeat(320_000)}{}]`,
      'id,name\n'.repeat(1_000_000),
      'a'.repeat(8_000_000),
      '<'.repeat(8_000_000),
      'select '.repeat(1_000_000),
      'a@b.co,'.repeat(1_000_000),
      '1+'.repeat(2_000_000),
      '* * * * '.repeat(1_000_000),
      'a {'.repeat(2_000_000),
      '[a]('.repeat(2_000_000),
      '{{'.repeat(4_000_000),
      'a: '.repeat(2_000_000),
      '# '.repeat(4_000_000),
      '-'.repeat(8_000_000),
      'f('.repeat(4_000_000),
      'const a = '.repeat(800_000),
      'a b\n'.repeat(2_000_000),
      `\`\`\`js\n${'`` `'.repeat(12_000)}`,
      `${'> a\n'.repeat(16_000)}`,
      `"${'\\"'.repeat(1_000)}`,
      `${'a '.repeat(1_000)}{"`,
      `f("${'("'.repeat(900)}`,
      `a:${'\n'.repeat(60_000)}{"${'}'.repeat(5_000)}`,
      `a\n${' \n'.repeat(30_000)}\`\`\`x`,
      'http://a '.repeat(7_000),
      `${'0 '.repeat(30_000)}x`,
      'a.'.repeat(4_000_000),
    ]
    for (const text of large) {
      // The best of three, in processor time: the first run also compiles the patterns.
      const times = [1, 2, 3].map(() => {
        const before = threadCpuMs()
        detectKinds(text)
        return threadCpuMs() - before
      })
      expect(Math.min(...times), text.slice(0, 12)).toBeLessThan(60)
    }
  })
})

describe('the kinds that tools name', () => {
  it('are each the first of one tool at most, and that tool takes it', () => {
    const firsts = tools.flatMap(({ slug, first_for }) => first_for.map((kind) => ({ slug, kind })))
    expect(new Set(firsts.map(({ kind }) => kind)).size).toBe(firsts.length)
    const untaken = tools.filter(({ first_for, accepts }) =>
      first_for.some((kind) => !accepts.includes(kind)),
    )
    expect(untaken.map(({ slug }) => slug)).toEqual([])
    const kinds = Object.keys(KIND_NAMES) as ContentKind[] // The keys of that list.
    const taken = kinds.filter((kind) => tools.some(({ accepts }) => accepts.includes(kind)))
    expect(taken.filter((kind) => !firsts.some((first) => first.kind === kind))).toEqual([])
  })

  it('name fields that the tools have', () => {
    const wrong = registered.flatMap(({ slug, definition: { takes = {} }, fields }) =>
      Object.keys(takes)
        .filter((field) => !fields.has(field))
        .map((field) => [slug, field]),
    )
    expect(wrong).toEqual([])
  })
})
