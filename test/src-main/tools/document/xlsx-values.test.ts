import { describe, expect, it } from 'vitest'
import { meaningOfCode } from '../../../../src-main/tools/document/lib/xlsx/number-formats.ts'
import { STOCK_XLSX } from '../../../../src-main/tools/document/lib/document-samples.ts'
import { readZip, toStoredZip } from '../../../../src-main/tools/document/lib/zip-archive.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

const STYLES = [
  'General',
  '14',
  '21',
  '22',
  '46',
  '[h]:mm',
  'mm:ss.0',
  '0.00',
  'yyyy\\-mm',
  '[Red]"day" 0;@',
]
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** Reads one row of cells, written as `style:value`, or as XML. */
async function read(cells: readonly string[], date1904 = '0'): Promise<unknown[]> {
  const parts = readZip(Buffer.from(STOCK_XLSX, 'base64'), 'file', 1e6)
  const codes = STYLES.map((code, at) =>
    /^\d+$|General/.test(code)
      ? ''
      : `<numFmt numFmtId="${170 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  )
  const ids = STYLES.map((code, at) =>
    /^\d+$/.test(code) ? code : code === 'General' ? '0' : `${170 + at}`,
  )
  parts.set(
    'xl/styles.xml',
    Buffer.from(
      `<styleSheet xmlns="${MAIN}"><numFmts count="9">${codes.join('')}</numFmts>` +
        '<cellStyleXfs count="1"><xf numFmtId="22"/></cellStyleXfs>' +
        `<cellXfs count="9">${ids.map((id) => `<xf numFmtId="${id}" xfId="0"/>`).join('')}</cellXfs></styleSheet>`,
    ),
  )
  const row = cells.map((cell, at) => {
    const name = `${String.fromCharCode(65 + at)}1`
    const [style, value] = cell.split(':')
    return cell.startsWith('<')
      ? cell.replace('<c', `<c r="${name}"`)
      : `<c r="${name}" s="${style}"><v>${value}</v></c>`
  })
  const change = (name: string, from: RegExp, to: string): void => {
    const before = parts.get(name)!.toString()
    expect(before, name).toMatch(from)
    parts.set(name, Buffer.from(before.replace(from, to)))
  }
  change(
    'xl/worksheets/sheet1.xml',
    /<sheetData>.*<\/sheetData>/s,
    `<sheetData><row r="1">${row.join('')}</row></sheetData>`,
  )
  change('xl/workbook.xml', /<sheets>/, `<workbookPr date1904="${date1904}"/><sheets>`)
  // An extension may have an element of the same name.
  change(
    'xl/workbook.xml',
    /<\/workbook>/,
    `<extLst><ext><x:workbookPr xmlns:x="urn:x" date1904="${date1904 === '0' ? 1 : 0}"/></ext></extLst></workbook>`,
  )
  const xlsx = toStoredZip(parts).toString('base64')
  const { sheets } = (await runTool('doc-xlsx-to-json', { xlsx, header: false })) as {
    sheets: { rows: unknown[][] }[]
  }
  return sheets[0]!.rows[0]!
}

describe('a number in a spreadsheet', () => {
  // ECMA-376 part 1, 18.17.4: serial 1 is 1 January 1900, 59 is 28 February, 60 the day that never was, 61 is 1 March.
  it.each([
    ['1:1', '1900-01-01'],
    ['1:59', '1900-02-28'],
    ['1:60', '1900-02-29'],
    ['1:61', '1900-03-01'],
    ['1:25569', '1970-01-01'],
    ['1:45351', '2024-02-29'],
    ['1:2958465', '9999-12-31'],
    ['3:45351.75', '2024-02-29T18:00:00'],
    ['8:45351', '2024-02-29'],
    ['2:0', '00:00:00'],
    ['2:0.75', '18:00:00'],
    ['2:0.999988425925926', '23:59:59'],
    ['6:0.0000144675925925926', '00:00:01.250'],
    ['2:45351.5', '2024-02-29T12:00:00'],
    ['4:1.25', 'PT30H'],
    ['5:1.25', 'PT30H'],
    ['5:0.0625', 'PT1H30M'],
    ['4:0.0000115740740740741', 'PT1S'],
    ['4:0', 'PT0S'],
    ['4:-0.5', '-PT12H'],
    ['7:45351', 45351],
    ['9:45351', 45351],
    ['0:45351', 45351],
    ['1:-1', -1],
    ['1:2958466', 2958466],
  ])('counts days from 1900: %s is %j', async (cell, expected) => {
    expect(await read([cell])).toEqual([expected])
  })

  it.each([
    ['1:0', '1904-01-01'],
    ['1:1', '1904-01-02'],
    ['1:43889', '2024-02-29'],
    ['3:43889.75', '2024-02-29T18:00:00'],
    ['2:0.75', '18:00:00'],
    ['5:1.25', 'PT30H'],
  ])('counts days from 1904 where the file says so: %s is %j', async (cell, expected) => {
    expect(await read([cell], '1')).toEqual([expected])
    expect(await read([cell], 'true')).toEqual([expected])
  })

  it('keeps its digits', async () => {
    const cells = [
      '0:12345678901234567890',
      '0:9007199254740993',
      '0:9007199254740992',
      '0:1.1000000000000001',
    ]
    expect(await read(cells)).toEqual(['12345678901234567890', '9007199254740993', 9007199254740992, 1.1])
    expect(await read(['0:-0.5', '0:1E3', '0:1.2345678901234568E+19'])).toEqual([
      -0.5, 1000, 1.2345678901234568e19,
    ])
  })

  it('is read beside a formula, and as a date that is written out', async () => {
    expect(
      await read([
        '<c s="1"><f>TODAY()</f><v>45351</v></c>',
        '<c t="d" s="1"><v>2024-02-29T00:00:00</v></c>',
        '<c t="d"><v>2024-02-29T18:30:00</v></c>',
        '<c t="str" s="1"><f>A1</f><v>45351</v></c>',
        '<c s="1"/>',
        "<c s='2' t='n'><v>0.5</v></c>",
      ]),
    ).toEqual(['2024-02-29', '2024-02-29', '2024-02-29T18:30:00', '45351', null, '12:00:00'])
  })
})

describe('a format code', () => {
  it.each([
    ['dd/mm/yyyy', 'date'],
    ['[$-409]d\\-mmm\\-yy;@', 'date'],
    ['mmmm', 'date'],
    ['h:mm AM/PM', 'time'],
    ['mm:ss', 'time'],
    ['[mm]:ss', 'duration'],
    ['[ss].00', 'duration'],
    ['General', null],
    ['0.00E+00', null],
    ['#,##0 "days"', null],
    ['0\\d', null],
    ['[Red]0;[Blue]-0', null],
    ['_-* #,##0_d', null],
    ['@', null],
  ])('%s means %j', (code, meaning) => {
    expect(meaningOfCode(code)).toBe(meaning)
  })
})
