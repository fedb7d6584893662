import { describe, expect, it } from 'vitest'
import { detectKinds } from '../../../src-shared/kinds/detect-kinds.ts'
import { valuesIn } from '../../../src-shared/kinds/values-in.ts'
import { runTool } from '../../support/tools/run-tool.ts'

/** What a tool would be given of a text: the part that is meant, or the fields that it tells. */
function inputOf(text: string) {
  const [first] = detectKinds(text)
  const part = first?.part ?? text
  return { kind: first?.kind, part, values: first && valuesIn(first.kind, part) }
}

// Catches: an offer that the tool then refuses.
describe('what is offered of a text is what its tool takes', () => {
  it.each([
    ['20261126', 'date', 'date-parse', 'text'],
    ['01arz3ndektsv4rrffq69g5fav', 'ulid', 'id-ulid', 'ulid'],
    ['IBAN DE89370400440532013000 BIC COBADEFFXXX', 'iban', 'validate-iban', 'value'],
    ['# test it\ncurl -i localhost:4777/health', 'curl', 'api-curl-parse', 'command'],
    [
      'HTTP/1.1 200 OK\ncontent-type: application/json\n\n{"ok":true,"n":3}',
      'json',
      'text-json-format',
      'json',
    ],
    ['%7B%22a%22%3A1%7D', 'json', 'text-json-format', 'json'],
    ['mysql> select now();', 'sql', 'code-sql-parse', 'sql'],
  ])('%s', async (text, kind, tool, field) => {
    const { part, kind: found } = inputOf(text)
    expect(found).toBe(kind)
    await expect(runTool(tool, { [field]: part })).resolves.toBeTruthy()
  })

  it.each([
    ['5 ft 11 in', { result: 180.34 }],
    ['6\'2"', { result: 187.96 }],
  ])('%s', async (text, result) => {
    expect(await runTool('math-unit-convert', inputOf(text).values)).toMatchObject(result)
  })

  it('the place that a link names', () => {
    expect(inputOf('geo:-52.52,13.4?z=12')).toMatchObject({
      kind: 'coordinates',
      values: { point: { latitude: -52.52, longitude: 13.4 } },
    })
  })

  it('the only token in the answer of a sign-in, after the answer itself', () => {
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl'
    expect(detectKinds(`{"access_token":"${token}","expires_in":60}`).slice(0, 2)).toMatchObject([
      { kind: 'json' },
      { kind: 'jwt', part: token },
    ])
    expect(detectKinds(`{"a":"${token}","b":"${token}"}`).map(({ kind }) => kind)).not.toContain('jwt')
  })

  it('the range of a route, not the address that it leads over', () => {
    expect(inputOf('route 10.1.0.0/24 via 10.0.0.1')).toMatchObject({ kind: 'cidr', part: '10.1.0.0/24' })
  })

  it('a table of a spreadsheet or a database with the mark between its cells', async () => {
    const rows = [
      { id: '1', name: 'Ada' },
      { id: '2', name: 'Alan' },
    ]
    for (const table of [
      'id\tname\n1\tAda\n2\tAlan',
      'id;name\n1;Ada\n2;Alan',
      ' id | name  \n----+-------\n  1 | Ada   \n  2 | Alan\n(2 rows)',
      '+----+------+\n| id | name |\n+----+------+\n|  1 | Ada  |\n|  2 | Alan |\n+----+------+',
      '│ id │ name │\n├────┼──────┤\n│ 1  │ Ada  │\n│ 2  │ Alan │',
    ]) {
      const { kind, part, values } = inputOf(table)
      expect([table, kind]).toEqual([table, 'csv'])
      expect(await runTool('text-csv-to-json', { csv: part, ...values })).toMatchObject({ rows })
    }
    const { part, values } = inputOf('NAME    AGE\nweb-0   3 d\nweb-1   2 d')
    expect(await runTool('text-csv-to-json', { csv: part, ...values })).toMatchObject({
      rows: [
        { NAME: 'web-0', AGE: '3 d' },
        { NAME: 'web-1', AGE: '2 d' },
      ],
    })
    expect(inputOf('id,name\n1,Ada').values).toBeNull()
  })

  it.each([
    ['3 × €14.90 + €4.95', '49.65'],
    ['119,00 € / 1,19', '100'],
    ["CHF 1'200.50 * 2", '2401'],
    ['25% of $480', '120'],
    ['$4,299.00 + 1', '4300'],
  ])('the sum %s', async (text, result) => {
    expect(await runTool('math-evaluate', { expression: inputOf(text).part })).toMatchObject({
      text: result,
    })
  })

  it.each([
    ['1.204,50\n998,10\n870,00', '1204.50\n998.10\n870.00'],
    ['€14.90\n€22.00\n€1,250.00', '14.90\n22.00\n1250.00'],
    ['98.2%\n97.9%\n99.1%', '98.2\n97.9\n99.1'],
    ['1 204\n998\n1 120', '1204\n998\n1120'],
    ['12ms, 15ms, 9ms', '12\n15\n9'],
  ])('the numbers of %j', (text, part) => {
    expect(inputOf(text)).toMatchObject({ kind: 'numbers', part })
  })

  it.each([
    ['3 Dec 2026 – 7 Jan 2027', '2026-12-03', '2027-01-07'],
    ['24.12.2026 - 06.01.2027', '2026-12-24', '2027-01-06'],
    ['from 2026-12-01 to 2026-12-24', '2026-12-01', '2026-12-24'],
    ['1.–14. August 2027', '2027-08-01', '2027-08-14'],
    ['Dec 24, 2026 – Jan 2, 2027', '2026-12-24', '2027-01-02'],
  ])('the two days of %s', async (text, from, to) => {
    const { kind, values } = inputOf(text)
    expect({ kind, values }).toEqual({ kind: 'date-range', values: { from, to } })
    await expect(runTool('date-diff', values)).resolves.toBeTruthy()
  })

  it.each([
    ['ISBN 978-3-16-148410-0', '9783161484100', 'ean13'],
    ['4006381333931', '4006381333931', 'ean13'],
    ['UPC 036000291452', '036000291452', 'upca'],
  ])('the article number of %s', async (text, digits, symbology) => {
    const { kind, values } = inputOf(text)
    expect({ kind, values }).toEqual({ kind: 'barcode', values: { text: digits, symbology } })
    await expect(runTool('vision-barcode-generate', values)).resolves.toBeTruthy()
  })

  // Catches: a text of three times as many digits as an article number has that was taken for one.
  it('no article number whose check digit is wrong', () => {
    expect(detectKinds('ISBN 9783161484101').map(({ kind }) => kind)).not.toContain('barcode')
  })

  it('the parts of a request as it is sent', () => {
    const text =
      'POST /v1/orders?x=1 HTTP/1.1\r\nHost: api.example.com\r\nAccept: */*\r\nContent-Length: 12\r\n\r\n{"sku":"A1"}'
    expect(inputOf(text)).toMatchObject({
      kind: 'http-request',
      values: {
        method: 'POST',
        url: 'https://api.example.com/v1/orders?x=1',
        headers: { accept: '*/*' },
        body: '{"sku":"A1"}',
      },
    })
  })

  it.each([
    ['POINT(13.4050 52.5200)', 'coordinates', { point: { latitude: 52.52, longitude: 13.405 } }],
    ['{"lat": 48.137154, "lng": 11.576124}', 'json', null],
    ['1:45:30', 'duration', { hours: 1, minutes: 45, seconds: 30 }],
    ['−4 °C', 'quantity', { value: -4 }],
    ['1 3/4 cups', 'quantity', { value: 1.75 }],
    ['#fff on #767676', 'colour', { color: '#fff', against: '#767676' }],
  ])('what %s tells', (text, kind, values) => {
    const found = inputOf(text)
    expect(found.kind).toBe(kind)
    if (values !== null) expect(found.values).toMatchObject(values)
  })

  it('the bytes of a dump, without their places and characters', () => {
    const text = '00000000  50 4b 03 04 14 00 08 08  08 00 21 5a 21 59 00 00  |PK........!Z!Y..|\n00000010'
    expect(inputOf(text)).toMatchObject({ kind: 'hex', part: '504b0304140008080800215a21590000' })
    expect(inputOf('00000000: 2550 4446 2d31 2e37  %PDF-1.7')).toMatchObject({ part: '255044462d312e37' })
  })
})
