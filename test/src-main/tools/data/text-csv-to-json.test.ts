import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidInput } from '../../../../src-main/tool-kit/tool-context.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

const convert = (csv: string, options: object = {}) => runTool('text-csv-to-json', { csv, ...options })
const arrays = (csv: string, options: object = {}) => convert(csv, { header: false, ...options })

describe('text-csv-to-json', () => {
  it('reads back whatever a writer that follows RFC 4180 has quoted', async () => {
    const field = fc.string({
      unit: fc.constantFrom('a', '"', ',', '\n', '\r', '\t', ' ', 'é', '😀', "'", '#'),
    })
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((width) => fc.array(fc.array(field, { minLength: width, maxLength: width }), { minLength: 1 }))
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const csv = rows.map((row) => row.map(quoted).join(',')).join('\r\n')
        expect(await arrays(csv)).toMatchObject({ rows, warning_count: 0 })
      }),
      { seed: 7, numRuns: 200 },
    )
  })

  it.each(['\r\n', '\n', '\r'])('reads %j as a line end, at the end of the text or not', async (end) => {
    const expected = { rows: [{ a: '1', b: '2' }], warnings: [] }
    expect(await convert(['a,b', '1,2'].join(end))).toMatchObject(expected)
    expect(await convert(`${['a,b', '1,2'].join(end)}${end}`)).toMatchObject(expected)
  })

  it('reads files whose lines end in different ways', async () => {
    expect(await arrays('a\r\nb\nc\rd')).toMatchObject({ rows: [['a'], ['b'], ['c'], ['d']] })
  })

  it('keeps the byte order mark out of the first name', async () => {
    expect(await convert('\ufeffa,b\n1,2')).toMatchObject({ columns: ['a', 'b'] })
  })

  it('keeps spaces as part of a field (RFC 4180, rule 4), unless it is told to trim', async () => {
    expect(await arrays(' a , b ')).toMatchObject({ rows: [[' a ', ' b ']] })
    expect(await arrays(' a , b ', { trim: true })).toMatchObject({ rows: [['a', 'b']] })
  })

  it.each([';', '\t', '|', ' ', '😀'])('separates fields by %j', async (delimiter) => {
    expect(await arrays(`a${delimiter}"b${delimiter}c"`, { delimiter })).toMatchObject({
      rows: [['a', `b${delimiter}c`]],
    })
  })

  it.each([';', '\t', '|'])(
    'takes %j for the delimiter of a first line without a comma, and says so',
    async (mark) => {
      const told = { warnings: [expect.stringContaining(JSON.stringify(mark))] }
      // Where fields are separated so, a comma is often that of a decimal.
      const price = `name${mark}price\n"a,b"${mark}1,5\n`
      expect(await convert(price)).toMatchObject({ rows: [{ name: 'a,b', price: '1,5' }], ...told })
      expect(await convert(`"x,y"${mark}b\n1${mark}2\n`)).toMatchObject({
        rows: [{ 'x,y': '1', b: '2' }],
        ...told,
      })
      expect(await convert(`a${mark}b,c\n1,2\n`)).toMatchObject({
        columns: [`a${mark}b`, 'c'],
        warnings: [],
      })
      expect(await convert(`a\n1${mark}2\n`)).toMatchObject({ rows: [{ a: `1${mark}2` }], warnings: [] })
    },
  )

  it.each([';', '\t', '|'])(
    'says so when %j looks like the delimiter in place of the one that was sent',
    async (mark) => {
      const sent = { delimiter: ',' }
      expect(await convert(`a${mark}b\n1${mark}2\n`, sent)).toMatchObject({
        warnings: [expect.stringContaining(JSON.stringify(mark))],
      })
      expect(await convert(`a${mark}b\n1\n`, sent)).toMatchObject({ warnings: [] })
    },
  )

  it('says which rows do not fit the header, and loses none of their fields', async () => {
    expect(await convert('a,b\n1\n1,2\n1,2,3,4\n')).toEqual({
      rows: [
        { a: '1', b: null, column_3: null, column_4: null },
        { a: '1', b: '2', column_3: null, column_4: null },
        { a: '1', b: '2', column_3: '3', column_4: '4' },
      ],
      columns: ['a', 'b', 'column_3', 'column_4'],
      row_count: 3,
      warnings: [
        'Row 1 has 1 field and the header has 2: the missing ones are null',
        'Row 3 has 4 fields and the header has 2: the others are in columns of their own',
      ],
      warning_count: 2,
    })
    expect(await arrays('1,2\n3')).toMatchObject({
      rows: [['1', '2'], ['3']],
      warnings: ['Row 2 has 1 field and the first row has 2'],
    })
  })

  it('gives unique names to columns whose name is repeated or empty', async () => {
    expect(await convert('id,id,,constructor,id_2,column_3\n1,2,3,5,6,7')).toMatchObject({
      rows: [{ id: '1', id_3: '2', column_3_2: '3', constructor: '5', id_2: '6', column_3: '7' }],
      warnings: [
        "Column 2 is called id_3: the header's name is used before",
        "Column 3 is called column_3_2: the header's name is empty",
      ],
    })
  })

  it('names ten thousand columns of one name without trying each number again', async () => {
    const answer = await convert('a,'.repeat(9_999) + 'a')
    expect(answer).toMatchObject({ columns: { length: 10_000, 1: 'a_2', 9999: 'a_10000' } })
  })

  it('lists a hundred warnings and counts them all', async () => {
    const answer = await convert(`a,b\n${'1\n'.repeat(150)}`)
    expect(answer).toMatchObject({ warning_count: 150, warnings: { length: 100 } })
  })

  it.each([
    ['', []],
    ['\n\r\n\r', []],
    ['a,b', []],
    ['a\n""\n\n', [{ a: '' }]],
    ['a,b\n,', [{ a: '', b: '' }]],
  ])('has exactly the rows that are in %j', async (csv, rows) => {
    expect(await convert(csv)).toMatchObject({ rows, row_count: rows.length })
  })

  it('infers a type only where nothing of the text is lost', async () => {
    const same = [
      '007',
      '1.0',
      '1e5',
      '+1',
      ' 1',
      '',
      'True',
      'NaN',
      'Infinity',
      '-0',
      '0x10',
      '12345678901234567890',
    ]
    const csv = (fields: readonly string[]) => fields.map((field) => `"${field}"`).join(',')
    expect(await arrays(csv(same), { infer_types: true })).toMatchObject({ rows: [same] })
    expect(await arrays('1,-2.5,0,1e+21,true,false', { infer_types: true })).toMatchObject({
      rows: [[1, -2.5, 0, 1e21, true, false]],
    })
  })

  it('keeps stray quotes, and in strict mode names their line instead', async () => {
    expect(await arrays('5" pipe,"a"b\n')).toMatchObject({ rows: [['5" pipe', '"a"b']] })
    await expect(arrays('x\n5" pipe\n', { strict_quotes: true })).rejects.toThrow(
      'A quote on line 2 is inside',
    )
    await expect(arrays('x\n"a"b\n', { strict_quotes: true })).rejects.toThrow(
      'A quote on line 2 is inside',
    )
  })

  it('names the line of a quote that is never closed', async () => {
    const failed = arrays('a\n"b\nc\n')
    await expect(failed).rejects.toBeInstanceOf(InvalidInput)
    await expect(failed).rejects.toThrow(/A quote on line \d is not closed/)
  })

  it('never blows up a small text', async () => {
    await expect(convert(`${'a,'.repeat(2000)}a\n${'1\n'.repeat(2000)}`)).rejects.toThrow(
      'more than 200000 fields',
    )
    await expect(convert(`${'a'.repeat(100_000)}\n${'1\n'.repeat(1000)}`)).rejects.toThrow('column names')
    await expect(arrays('1,'.repeat(600_000))).rejects.toThrow('more than 200000 fields')
    await expect(convert(`a\n${'1,'.repeat(300_000)}\n1\n1`)).rejects.toBeInstanceOf(InvalidInput)
  })

  it.each([
    {},
    { csv: 'a\ud800' },
    { csv: 'a', delimiter: '' },
    { csv: 'a', delimiter: ';;' },
    { csv: 'a', delimiter: '"' },
    { csv: 'a', delimiter: '\n' },
    { csv: 'a'.repeat(2 * 1024 * 1024 + 1) },
  ])('refuses an input outside its schema (%#)', async (input) => {
    await expect(runTool('text-csv-to-json', input)).rejects.toMatchObject({ name: 'ZodError' })
  })
})
