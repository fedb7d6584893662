import { describe, expect, it } from 'vitest'
import { readXlsx } from '../../../../src-main/tools/document/lib/xlsx/read-xlsx.ts'
import { toStoredZip } from '../../../../src-main/tools/document/lib/zip-archive.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

const TRANSITIONAL = {
  main: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  links: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
}
// ISO/IEC 29500-1, annex A: the namespaces of strict documents.
const STRICT = {
  main: 'http://purl.oclc.org/ooxml/spreadsheetml/main',
  links: 'http://purl.oclc.org/ooxml/officeDocument/relationships',
}
const PACKAGE_LINKS = 'http://schemas.openxmlformats.org/package/2006/relationships'

interface Parts {
  /** What is in `sheetData`. */
  cells?: string
  strings?: string
  kind?: string
  state?: string
  namespaces?: typeof TRANSITIONAL
  /** The name of a part in the archive. */
  named?: (name: string) => string
  folder?: string
}

function xlsx({
  cells = '<row r="1"><c r="A1"><v>1</v></c></row>',
  strings = '',
  kind = 'worksheet',
  state = 'visible',
  namespaces: { main, links } = TRANSITIONAL,
  named = (name) => name,
  folder = 'xl/',
}: Parts): string {
  const relations = (list: readonly (readonly [type: string, target: string])[]): string =>
    `<Relationships xmlns="${PACKAGE_LINKS}">${list
      .map(([type, target], at) => `<Relationship Id="r${at}" Type="${links}/${type}" Target="${target}"/>`)
      .join('')}</Relationships>`
  const parts = {
    '_rels/.rels': relations([['officeDocument', `${folder}workbook.xml`]]),
    [`${folder}_rels/workbook.xml.rels`]: relations([
      [kind, 'sheets/one.xml'],
      ['sharedStrings', `/${folder}sharedStrings.xml`],
    ]),
    [`${folder}workbook.xml`]:
      `<workbook xmlns="${main}" xmlns:q="${links}"><sheets>` +
      `<sheet name="S_x0041_" sheetId="1" state="${state}" q:id="r0"/></sheets></workbook>`,
    [`${folder}sheets/one.xml`]:
      kind === 'worksheet'
        ? `<x:worksheet xmlns:x="${main}"><x:sheetData>${cells.replaceAll(/<(\/?)(?=\w)/g, '<$1x:')}</x:sheetData></x:worksheet>`
        : `<chartsheet xmlns="${main}"/>`,
    [`${folder}sharedStrings.xml`]: `<sst xmlns="${main}">${strings}</sst>`,
  }
  const files = Object.entries(parts).map(([name, xml]) => [named(name), Buffer.from(xml)] as const)
  return toStoredZip(new Map(files)).toString('base64')
}

interface Answer {
  sheets: { name: string; columns: string[]; rows: unknown[] }[]
  warnings: string[]
}

// The output schema, which runTool has just applied, is what says that it has this shape.
const read = async (parts: Parts, options: object = { header: false }): Promise<Answer> =>
  (await runTool('doc-xlsx-to-json', { xlsx: xlsx(parts), ...options })) as Answer

const rowsOf = async (parts: Parts): Promise<unknown[]> => (await read(parts)).sheets[0]!.rows

describe('the parts of a workbook', () => {
  it.each<[string, Parts]>([
    ['in strict form (ISO/IEC 29500-1)', { namespaces: STRICT }],
    ['in a folder of another name', { folder: 'wtf/' }],
    ['in no folder', { folder: '' }],
    ['named with backslashes', { named: (name) => name.replaceAll('/', '\\') }],
    ['named in other case (part 2, 6.3.5)', { named: (name) => name.toUpperCase() }],
  ])('are found %s', async (_, parts) => {
    expect(await rowsOf(parts)).toEqual([[1]])
  })

  it.each([
    ['a binary workbook (XLSB)', 'xl/workbook.bin'],
    ['an OpenDocument file', 'META-INF/manifest.xml'],
    ['a Word document', 'word/document.xml'],
  ])('are told from those of %s', async (kind, part) => {
    const other = toStoredZip(new Map([[part, Buffer.from('<a/>')]])).toString('base64')
    await expect(runTool('doc-xlsx-to-json', { xlsx: other })).rejects.toMatchObject({
      path: 'xlsx',
      message: expect.stringContaining(`This is ${kind}; `),
    })
  })

  it('have a sheet that is a chart, which is said', async () => {
    const { sheets, warnings } = await read({ kind: 'chartsheet' })
    expect(sheets).toMatchObject([{ name: 'SA', rows: [] }])
    expect(warnings).toEqual(['Sheet "SA": a chart, without cells'])
  })

  it('have a hidden sheet, which is said', async () => {
    const { sheets, warnings } = await read({ state: 'veryHidden' })
    expect(sheets).toMatchObject([{ rows: [[1]] }])
    expect(warnings).toEqual(['Sheet "SA": hidden in a spreadsheet program'])
  })
})

describe('a cell', () => {
  // ECMA-376 part 1, 18.3.1.4 and 18.3.1.73: both addresses are optional.
  it('follows the last one if it has no address', async () => {
    const cells =
      '<row><c><v>1</v></c><c r="D1"><v>2</v></c><c><v>3</v></c></row><row><c/><c><v>4</v></c></row>'
    expect(await rowsOf({ cells })).toEqual([
      [1, null, null, 2, 3],
      [null, 4, null, null, null],
    ])
  })

  it('has the text of all its runs, without hints for pronunciation (18.4.6)', async () => {
    const strings =
      '<si><r><t>東</t></r><r><rPr><b/></rPr><t xml:space="preserve">京 </t></r>' +
      '<rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si><t><![CDATA[a<b]]>&amp;c</t></si>'
    const cells =
      '<row><c t="s"><v>0</v></c><c t="s"><v> 1 </v></c><c t="inlineStr"><is><t><![CDATA[x]]>y</t></is></c></row>'
    expect(await rowsOf({ cells, strings })).toEqual([['東京 ', 'a<b&c', 'xy']])
  })

  it('has characters that XML cannot hold (22.9.2.19)', async () => {
    const cells =
      '<row><c t="str"><v>a_x000D_\r\nb</v></c><c t="inlineStr"><is><t>_x005F_x000D_</t></is></c>' +
      '<c t="str"><v>_x00zz_ _X0041_</v></c></row>'
    expect(await rowsOf({ cells })).toEqual([['a\r\nb', '_x000D_', '_x00zz_ _X0041_']])
  })

  it('tells an empty text from nothing', async () => {
    const cells =
      '<row><c t="s"><v></v></c><c t="str"><f>""</f><v></v></c><c/><c s="0"><v/></c><c t="b"><v>false</v></c></row>'
    expect(await rowsOf({ cells })).toEqual([[null, '', null, null, false]])
  })

  it('shows what cannot be read as a number as it is', async () => {
    expect(await rowsOf({ cells: '<row><c><v>1,5</v></c><c><v> 1.5e3 </v></c></row>' })).toEqual([
      ['1,5', 1500],
    ])
  })

  it('may be far out as long as it is empty', async () => {
    const cells =
      '<row r="1"><c r="A1"><v>1</v></c><c r="XFD1" s="0"/></row><row r="1048576"><c r="A1048576"/></row>'
    expect(await rowsOf({ cells })).toEqual([[1]])
  })

  it('whose formula failed or was never computed is null, and its place is said', async () => {
    const cells =
      '<row r="2"><c r="B2" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="C2" t="e"><v>#N/A</v></c></row>' +
      '<row r="3"><c r="AA3"><f>SUM(A1)</f><v></v></c><c r="AB3"><f>A1</f></c></row>'
    const { sheets, warnings } = await read({ cells })
    expect(sheets[0]!.rows).toHaveLength(3)
    expect(sheets[0]!.rows[0]).toHaveLength(28)
    expect(warnings).toEqual([
      'Sheet "SA": errors of formulas given as null: 2, first #DIV/0! in B2',
      'Sheet "SA": formulas without a result in the file, given as null: 2, first in AA3; ' +
        'open and save it in a spreadsheet program',
    ])
  })

  it('whose part is not well-formed is told with its line', async () => {
    await expect(read({ cells: '<row>\n<c r="A1">&nbsp;</c></row>' })).rejects.toMatchObject({
      path: 'xlsx',
      message: expect.stringContaining('Its part xl/sheets/one.xml is not well-formed XML at line 2'),
    })
  })
})

describe('a table', () => {
  // Read by itself: its archive is not compressed, and larger than a call may send.
  it('may be one column of 190,000 rows', () => {
    const cells = `<row><c t="str"><v>n</v></c></row>${'<row><c><v>1</v></c></row>'.repeat(190_000)}`
    const file = Buffer.from(xlsx({ cells }), 'base64')
    const [sheet] = readXlsx(file, { sheet: undefined, header: true }).sheets
    expect(sheet?.row_count).toBe(190_000)
    expect(sheet?.rows.at(-1)).toEqual({ n: 1 })
  })

  it('begins at its first cell where columns have names, and at A1 elsewhere', async () => {
    const cells =
      '<row r="2"><c r="A2" t="str"><v></v></c></row><row r="3"><c r="B3" t="str"><v>a</v></c><c r="C3" t="str"><v>b</v></c></row>' +
      '<row r="4"><c r="B4"><v>1</v></c><c r="C4"><v>2</v></c></row>'
    const named = await read({ cells }, { header: true })
    expect(named.sheets).toMatchObject([{ columns: ['a', 'b'], rows: [{ a: 1, b: 2 }] }])
    expect(await rowsOf({ cells })).toEqual([
      [null, null, null],
      ['', null, null],
      [null, 'a', 'b'],
      [null, 1, 2],
    ])
  })
})
