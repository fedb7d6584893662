import { Validator } from '@cfworker/json-schema'
import { XMLValidator } from 'fast-xml-parser'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../support/gateway/test-gateway.ts'
import { FAKER_LOCALES } from '../../../../src-main/tools/generate/lib/seeded-faker.ts'
import { InvalidInput } from '../../../../src-main/tool-kit/tool-context.ts'
import { runTool } from '../../../support/tools/run-tool.ts'
import { toolContext } from '../../../support/tools/tool-context.ts'

const run = async (slug: string, input: unknown, ctx = toolContext()) =>
  (await runTool(slug, input, ctx)) as Record<string, unknown>
const HOSTILE = '</text><script>alert(1)</script>"\'&<x onload=alert(1)>'

// Nothing that runs, nothing that is fetched, and no markup of a caller's.
function expectHarmless(svg: unknown): void {
  expect(XMLValidator.validate(String(svg))).toBe(true)
  // Catches: a control character, which no XML reader accepts.
  expect(String(svg).replaceAll(/[\t\n\r]/g, '')).not.toMatch(/\p{Cc}|\ufffe/u)
  // Tags alone: a text may say what it likes.
  expect(
    String(svg)
      .match(/<[^>]*>/g)!
      .join(''),
  ).not.toMatch(/<script|<foreignObject|<image|<style|\son\w+=|href=|javascript:|<x /i)
}

describe.each(['gen-fake-user', 'gen-lorem-ipsum'])('%s', (slug) => {
  it('repeats itself for a seed, and only then', async () => {
    const [first, again, other] = [
      await run(slug, { seed: 5 }),
      await run(slug, { seed: 5 }),
      await run(slug, { seed: 6 }),
    ]
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
    const ctx = toolContext()
    const [a, b] = [await run(slug, {}, ctx), await run(slug, {}, ctx)]
    expect(a.seed).not.toBe(b.seed)
    expect(await run(slug, { seed: a.seed })).toEqual({ ...a })
  })
})

describe('gen-fake-user', () => {
  it.each(FAKER_LOCALES)('makes people of %s that match the schema', async (locale) => {
    const { users } = await run('gen-fake-user', { locale, count: 40, seed: 1 })
    for (const user of users as Record<string, string>[]) {
      expect(user.email).toMatch(/@example\.(com|net|org)$/)
      expect(user.birth_date! > '1944' && user.birth_date! < '2008-01-02').toBe(true)
      expect(user.full_name).not.toBe('')
    }
  })

  it('gives a person the country of the locale, and both names in the order of the language', async () => {
    const inLocale = async (locale: string) => {
      const { users }: Json = await runTool('gen-fake-user', { locale, seed: 3 })
      return users[0]
    }
    const german = await inLocale('de')
    expect(german.address.country).toBe('Deutschland')
    expect(german.full_name).toBe(`${german.first_name} ${german.last_name}`)
    const chinese = await inLocale('zh_CN')
    expect(chinese.address.country).toBe('中国')
    expect(chinese.full_name).toBe(chinese.last_name + chinese.first_name)
  })

  // The first digits of ZIP codes by the United States Postal Service.
  it('gives an American a ZIP code of the state', async () => {
    const { users } = await run('gen-fake-user', { count: 200, seed: 3 })
    const digits: Record<string, string> = { Alabama: '3', California: '9', Colorado: '8', Illinois: '6' }
    const known = (users as Json[]).filter(({ address }) => address.state in digits)
    expect(known.length).toBeGreaterThan(5)
    for (const { address } of known)
      expect(address.postal_code[0], address.state).toBe(digits[address.state])
  })

  it('lets no call change the next one', async () => {
    const before = await run('gen-fake-user', { seed: 9 })
    await run('gen-test-data', { schema: { type: 'string', faker: 'date.past' }, seed: 1, locale: 'en' })
    expect(await run('gen-fake-user', { seed: 9 })).toEqual(before)
  })
})

describe('gen-lorem-ipsum', () => {
  it.each([
    ['words', 1, /^Lorem$/],
    ['words', 50, /^Lorem( [a-z]+){49}$/],
    ['sentences', 3, /^Lorem ipsum [^.]+\.( [A-Z][^.]+\.){2}$/],
    ['paragraphs', 4, /^(?:[^\n]+\n\n){3}[^\n]+$/],
  ])('counts %s', async (unit, count, shape) => {
    const { result, words } = await run('gen-lorem-ipsum', { unit, count, seed: 3 })
    expect(result).toMatch(shape)
    expect(words).toBe(String(result).split(/\s+/).length)
  })
})

describe('gen-test-data', () => {
  // Catches: 2.0300000000000002, which is 203 times the 64-bit float of 0.01.
  it('gives multiples of a decimal fraction', async () => {
    const schema = { type: 'number', multipleOf: 0.01, minimum: 0, maximum: 5 }
    const { records, valid_count } = await run('gen-test-data', { schema, count: 200, seed: 1 })
    expect(valid_count).toBe(200)
    for (const record of records as number[]) expect(String(record)).toMatch(/^\d(\.\d\d?)?$/)
  })

  const SCHEMA = {
    type: 'object',
    properties: {
      id: { type: 'string', format: 'uuid' },
      name: { type: 'string', faker: 'person.fullName' },
      email: { type: 'string', format: 'email' },
      age: { type: 'integer', minimum: 18, maximum: 30 },
      code: { type: 'string', pattern: '^[A-Z]{3}-\\d{4}$' },
      tags: { type: 'array', items: { enum: ['a', 'b'] }, minItems: 1, maxItems: 3 },
      parent: { $ref: '#/$defs/node' },
    },
    required: ['id', 'name', 'email', 'age', 'code', 'tags', 'parent'],
    additionalProperties: false,
    $defs: {
      node: {
        type: 'object',
        properties: { next: { $ref: '#/$defs/node' }, n: { type: 'number' } },
        required: ['n'],
      },
    },
  }

  it('keeps a member called __proto__', async () => {
    const schema =
      '{"type":"object","required":["__proto__","__pr000__"],"properties":{"__proto__":{"type":"integer"},' +
      '"__pr000__":{"const":"a __proto__"}}}'
    const { records, valid_count } = await run('gen-test-data', { schema, count: 1, seed: 1 })
    expect(valid_count).toBe(1)
    expect(JSON.stringify(records)).toMatch(/^\[\{"__proto__":-?\d+,"__pr000__":"a __proto__"\}\]$/)
  })

  it('makes records that another validator takes', async () => {
    const { records, valid_count } = await run('gen-test-data', { schema: SCHEMA, count: 50, seed: 1 })
    const validator = new Validator(SCHEMA as ConstructorParameters<typeof Validator>[0], '2020-12')
    for (const record of records as unknown[])
      expect(validator.validate(record)).toMatchObject({ valid: true })
    expect(valid_count).toBe(50)
    expect(new Set((records as { id: string }[]).map(({ id }) => id)).size).toBe(50)
  })

  it('repeats itself for a seed', async () => {
    const make = (seed: number) => run('gen-test-data', { schema: SCHEMA, count: 3, seed })
    expect(await make(1)).toEqual(await make(1))
    expect((await make(2)).records).not.toEqual((await make(1)).records)
  })

  it.each([
    [{ $ref: 'http://127.0.0.1:1/schema' }, 'points outside the schema'],
    [{ $ref: 'file:///etc/passwd' }, 'points outside the schema'],
    [{ type: 'nope' }, 'cannot be used'],
    [{ type: 'array', minItems: 1e9 }, 'minItems'],
    [{ type: 'string', pattern: 'a{1000000}' }, 'pattern'],
    [{ type: 'string', pattern: '(' }, 'cannot be used'],
    [{ type: 'string', faker: 'rawDefinitions.person.first_name' }, 'faker has no'],
    [{ type: 'string', faker: 'constructor.constructor' }, 'faker has no'],
    [{ type: 'string', faker: { 'helpers.fake': ['{{x}}'] } }, 'faker has no'],
    [{ type: 'string', faker: 'person.constructor' }, 'faker has no'],
    ['[]', 'must be an object'],
    ['{', 'Not JSON'],
  ])('refuses %j', async (schema, reason) => {
    const failed = run('gen-test-data', { schema, seed: 1 })
    await expect(failed).rejects.toBeInstanceOf(InvalidInput)
    await expect(failed).rejects.toThrow(reason)
  })
})

describe('gen-avatar-svg', () => {
  it('never takes half of a character as an initial', async () => {
    const { svg } = await run('gen-avatar-svg', { seed: '\u2c00\u{10280}', style: 'initials' })
    expect(svg).toSatisfy((text: string) => text.isWellFormed())
  })

  it('draws the same picture for the same seed, and another for another', async () => {
    const draw = async (seed: string) => (await run('gen-avatar-svg', { seed })).svg
    expect(await draw('a')).toBe(await draw('a'))
    expect(await draw('a')).not.toBe(await draw('b'))
  })

  it.each([
    'identicon',
    'initials',
    'shapes',
    'rings',
    'glass',
    'pixelArt',
    'thumbs',
    'bottts',
    'funEmoji',
  ])('draws %s without scripts, whatever the seed says', async (style) => {
    for (const seed of [HOSTILE, '<b> <c>', '😀', ' ', '\u0000']) {
      const { svg, license } = await run('gen-avatar-svg', { seed, style })
      expect(license).not.toBe('unknown')
      expectHarmless(svg)
    }
  })
})

describe('svg-generate-chart', () => {
  const draw = async (chart: object) => (await run('svg-generate-chart', chart)).svg

  it('shortens a label without leaving half of a character', async () => {
    const series = [{ values: [120, 200, 150] }]
    const categories = ['\u{10000}', '', 'Mon']
    const svg = await draw({ type: 'pie', series, categories, width: 245, height: 201 })
    expect(svg).toSatisfy((text: string) => text.isWellFormed())
  })

  it('leaves out what XML does not allow', async () => {
    const series = [{ name: '\u0008', values: [7] }]
    expectHarmless(await draw({ type: 'line', title: 'a\u0001\ufffeb', series }))
  })

  const values = [1, null, 3]

  it.each(['bar', 'line', 'area', 'pie'])(
    'draws a %s without scripts, whatever the texts say',
    async (type) => {
      const svg = await draw({
        type,
        title: HOSTILE,
        x_label: HOSTILE,
        y_label: HOSTILE,
        categories: [HOSTILE, 'b', 'c'],
        series: [{ name: HOSTILE, values }],
        dark: true,
        background: '#111111',
      })
      expectHarmless(svg)
      expect(svg).toContain('&lt;script&gt;')
    },
  )

  it('draws the same bytes again, whatever was drawn before', async () => {
    const chart = { type: 'line', categories: ['a', 'b', 'c'], series: [{ name: 's', values }] }
    const first = await draw(chart)
    await draw({ type: 'pie', series: [{ values: [1, 2] }] })
    expect(await draw(chart)).toBe(first)
  })

  it('shows the names and as many bars as there are values', async () => {
    const svg = String(
      await draw({
        type: 'bar',
        categories: ['Mon', 'Tue'],
        series: [{ name: 'A', values: [1, 2], color: '#ff0001' }],
      }),
    )
    expect(svg).toContain('>Mon<')
    expect(svg.match(/fill="#ff0001"/g)!.length).toBeGreaterThanOrEqual(2)
    expectHarmless(
      await draw({
        type: 'scatter',
        series: [
          {
            values: [
              [1, 2],
              [3, 4],
            ],
          },
        ],
      }),
    )
  })

  it.each([
    [{ type: 'pie', series: [{ values: [1] }, { values: [2] }] }, 'one series'],
    [{ type: 'pie', series: [{ values: [-1] }] }, 'negative'],
    [{ type: 'scatter', series: [{ values: [1] }] }, 'pairs'],
    [{ type: 'bar', series: [{ values: [[1, 2]] }] }, 'pairs'],
    [{ type: 'bar', categories: ['a'], series: [{ values: [1, 2] }] }, '2 values but 1 category'],
  ])('refuses what cannot be drawn (%#)', async (chart, reason) => {
    await expect(draw(chart)).rejects.toThrow(reason)
  })
})
