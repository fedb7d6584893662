import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keepsDigits } from '../../../../src-shared/numbers/number-digits.ts'
import { runTool } from '../../../support/tools/run-tool.ts'
import type { Json } from '../../../support/gateway/test-gateway.ts'

const run = async (slug: string, input: unknown): Promise<Json> => (await runTool(slug, input)) as Json

const LONG = '12345678901234567890'
const PI = '3.141592653589793238462643383279'
const JSON_TEXT = `{"id":${LONG},"pi":${PI},"short":1.10,"text":"${LONG}"}`
const WARNED = [
  expect.stringContaining(`/id was ${LONG}`),
  expect.stringContaining(`/pi was ${PI}`),
] as unknown

describe('a number of a JSON text', () => {
  it.each([
    '0',
    '-0',
    '0.1',
    '1.10',
    '1e2',
    '1E+2',
    '9007199254740992',
    '1.7976931348623157e308',
    '5e-324',
    '1e22',
  ])('comes back from a float with its value: %s', (written) => expect(keepsDigits(written)).toBe(true))

  it.each([
    '9007199254740993',
    LONG,
    PI,
    '1e400',
    '1e-400',
    '-123456789.123456789123',
    '0.10000000000000000001',
  ])('is changed by a float: %s', (written) => expect(keepsDigits(written)).toBe(false))

  it('is kept if it is what a float prints', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(keepsDigits(JSON.stringify(value))).toBe(true)
      }),
      { seed: 5, numRuns: 1_000 },
    )
  })

  // Catches: 20-digit integers compared by value with a second opinion, BigInt.
  it('is judged as BigInt judges integers', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }), (value) => {
        const shown = Number(value).toLocaleString('en', { useGrouping: false, maximumFractionDigits: 0 })
        expect(keepsDigits(String(value))).toBe(shown === String(value))
      }),
      { seed: 5, numRuns: 1_000 },
    )
  })
})

describe('digits that a float cannot hold', () => {
  it.each([
    ['text-json-path', { json: JSON_TEXT, path: '$' }],
    ['text-json-merge', { documents: [JSON_TEXT, '{}'] }],
    ['data-json-flatten', { json: JSON_TEXT }],
    ['data-json-unflatten', { json: JSON_TEXT }],
    ['data-json-patch', { json: JSON_TEXT, patch: [] }],
    ['data-jsonata', { json: JSON_TEXT, expression: 'id' }],
    ['llm-output-fix-json', { text: JSON_TEXT }],
    ['llm-output-extract-json', { text: JSON_TEXT }],
    ['llm-output-validate', { text: JSON_TEXT, schema: true }],
  ])('are named in a warning of %s', async (slug, input) => {
    expect((await run(slug, input)).warnings).toEqual(WARNED)
    const plain = JSON.parse(JSON.stringify(input).replaceAll(LONG, '12').replaceAll(PI, '3.5')) as unknown
    expect((await run(slug, plain)).warnings ?? []).toEqual([])
  })

  it('are named in a warning of exec-jq, and in the claims of a token', async () => {
    const { warnings } = await run('exec-jq', { json: JSON_TEXT, filter: '.id' })
    expect(warnings).toEqual([expect.stringContaining('/0 was')])
    const part = (json: string) => Buffer.from(json).toString('base64url')
    const decoded = await run('crypto-jwt-decode', {
      token: `${part('{"alg":"none"}')}.${part(JSON_TEXT)}.`,
    })
    expect(decoded.warnings).toEqual(WARNED)
  })

  it('tell documents apart in text-json-diff, at any depth', async () => {
    const compare = (before: string, after: string) => run('text-json-diff', { before, after })
    const other = LONG.replace(/0$/, '1')
    expect(await compare(`{"a":${LONG}}`, `{"a":${other}}`)).toMatchObject({
      identical: false,
      replaced: 1,
    })
    expect(await compare(`[[{"a":${LONG}}]]`, `[[{"a":${other}}]]`)).toMatchObject({ identical: false })
    expect(await compare(`[1,${LONG}]`, `[1, ${LONG}.0]`)).toMatchObject({ identical: true, patch: [] })
    expect(await compare(`{"a":${PI}}`, `{"a":${PI}1}`)).toMatchObject({ identical: false })
  })

  it('tell groups apart in data-group-by', async () => {
    const rows = `[{"id":${LONG}},{"id":${LONG.replace(/0$/, '1')}},{"id":${LONG}}]`
    const { groups, warnings } = await run('data-group-by', { rows, by: ['id'] })
    expect(groups.map(({ count }: Json) => count)).toEqual([2, 1])
    expect(warnings).toHaveLength(3)
  })

  it('are all in what is written as text', async () => {
    const csv = await run('text-json-to-csv', { json: `[${JSON_TEXT},{"id":[${PI}]}]` })
    expect(csv.csv).toContain(`${LONG},${PI},1.10,${LONG}\r\n[${PI}]`)
    expect((await run('data-json-to-xml', { json: JSON_TEXT })).xml).toContain(`<id>${LONG}</id>`)
    expect((await run('data-json-to-yaml', { json: JSON_TEXT })).yaml).toBe(
      `id: ${LONG}\npi: ${PI}\nshort: 1.10\ntext: "${LONG}"\n`,
    )
    const fixed = await run('llm-output-fix-json', { text: `{id:${LONG},'pi':${PI},}` })
    expect(fixed).toMatchObject({ json: `{"id":${LONG},"pi":${PI}}`, changed: true })
  })

  it('are as they were sent where a float would be written otherwise', async () => {
    const written = ['1.10', '1.0', '-0.0', '1E5', '2e-7', '100.00', '-0', '0.30000000000000004']
    const json = `[${written.join(',')}]`
    expect((await run('text-json-to-csv', { json: `[${json}]` })).csv).toBe(`${written.join(',')}\r\n`)
    const { xml } = await run('data-json-to-xml', { json, indent: 0, declaration: false })
    expect(xml).toBe(`<root>${written.map((number) => `<item>${number}</item>`).join('')}</root>`)
    // YAML 1.1 reads an exponent only after a dot and with a sign.
    expect((await run('data-json-to-yaml', { json })).yaml).toBe(
      '- 1.10\n- 1.0\n- -0.0\n- 1.0E5\n- 2.0e-7\n- 100.00\n- -0\n- 0.30000000000000004\n'.replace(
        '1.0E5',
        '1.0e+5',
      ),
    )
    expect((await run('llm-output-fix-json', { text: `{a:${json},}` })).json).toBe(`{"a":${json}}`)
  })

  // RFC 8259, 6: a number may begin with a minus, and zero may too.
  it('keep the sign of a zero that was sent as JSON', async () => {
    const json = [{ a: -0, b: [-0] }]
    expect((await run('text-json-to-csv', { json })).csv).toBe('a,b\r\n-0,[-0]\r\n')
    expect((await run('text-json-format', { json, indent: 0 })).result).toBe('[{"a":-0,"b":[-0]}]')
    expect((await run('data-json-to-yaml', { json: [-0] })).yaml).toBe('- -0\n')
    const { xml } = await run('data-json-to-xml', { json: { a: -0 }, declaration: false })
    expect(xml.trim()).toBe('<a>-0</a>')
  })

  it('are named with their lines when they are floats of YAML and TOML', async () => {
    const yaml = await run('text-yaml-to-json', { yaml: `a: 1.5\nb: ${PI}\n` })
    expect(yaml.warnings).toEqual([expect.stringContaining(`${PI} on line 2`)])
    const toml = `a = 1.5 # = ${PI}\nb = [\n  ${PI},\n]\n"= ${PI}" = """\n= ${PI}\n"""\n`
    expect((await run('data-toml-to-json', { toml })).warnings).toEqual([
      expect.stringContaining(`${PI} on line 3`),
    ])
  })
})
