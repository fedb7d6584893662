import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  HELLO_PDF,
  STOCK_XLSX,
  TITLE_DOCX,
} from '../../../../src-main/tools/document/lib/document-samples.ts'
import { characterTables } from '../../../../src-main/tools/document/lib/pdf/character-tables.ts'
import { readZip, toStoredZip } from '../../../../src-main/tools/document/lib/zip-archive.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

const base64 = (bytes: Buffer) => bytes.toString('base64')
const partsOf = (file: string) => readZip(Buffer.from(file, 'base64'), 'file', 1e6)

/** The sample with one of its parts changed. */
function withPart(file: string, name: string, change: (xml: string) => string): string {
  const parts = partsOf(file)
  const before = parts.get(name)
  if (!before) throw new Error(`The sample has no ${name}`)
  parts.set(name, Buffer.from(change(before.toString())))
  return base64(toStoredZip(parts))
}

const SHEET = 'xl/worksheets/sheet1.xml'
const DOCUMENT = 'word/document.xml'

// The output schemas, which runTool has just applied, are what says that they have these shapes.
const sheets = async (xlsx: string, options: object = {}) =>
  (
    (await runTool('doc-xlsx-to-json', { xlsx, ...options })) as {
      sheets: { rows: unknown[]; columns: string[] }[]
    }
  ).sheets
const markdown = async (docx: string) =>
  (await runTool('doc-docx-to-markdown', { docx })) as { markdown: string; warnings: string[] }
const pdf = (file: Buffer, options: object = {}) =>
  runTool('doc-pdf-to-text', { pdf: base64(file), ...options })

/** An archive whose one entry says that it is `size` long, and holds `content` compressed. */
function archive(content: Buffer, size = content.length, count = 1): Buffer {
  const data = deflateSync(content, { level: 9 }).subarray(2, -4)
  const stored = toStoredZip(new Map([['a.xml', data]]))
  const central = stored.length - 22 - 46 - 5
  for (const [at, field] of [
    [central + 20, data.length],
    [central + 24, size],
    [18, data.length],
    [22, size],
  ] as const)
    stored.writeUInt32LE(field, at)
  stored.writeUInt16LE(8, central + 10)
  stored.writeUInt16LE(8, 8)
  // The same entry over and over: a small archive that says it is a large one.
  const entry = stored.subarray(central, central + 51)
  const end = Buffer.from(stored.subarray(-22))
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  return Buffer.concat([stored.subarray(0, central), ...Array<Buffer>(count).fill(entry), end])
}

describe('an archive', () => {
  const unpack = (file: Buffer) => readZip(file, 'file', 1_000_000)

  it('is unpacked exactly as it was packed', () => {
    const parts = new Map([
      ['ä/b.txt', Buffer.from('text')],
      ['empty', Buffer.alloc(0)],
    ])
    expect(unpack(toStoredZip(parts))).toEqual(parts)
    expect(unpack(archive(Buffer.from('x'.repeat(500)))).get('a.xml')).toHaveLength(500)
    const fromWindows = toStoredZip(new Map([['a\\b.txt', Buffer.from('text')]]))
    expect(unpack(fromWindows)).toEqual(new Map([['a/b.txt', Buffer.from('text')]]))
  })

  it.each([
    ['says it unpacks to more than it may', archive(Buffer.alloc(2_000_000)), /2000000 bytes/],
    ['unpacks to more than it says', archive(Buffer.alloc(2_000_000), 100), /cannot be unpacked/],
    ['unpacks to less than it says', archive(Buffer.alloc(100), 200), /length of a part/],
    [
      'holds the same bytes many times over',
      archive(Buffer.alloc(100_000), 100_000, 4_000),
      /400000000 bytes/,
    ],
    ['has too many parts', archive(Buffer.alloc(1), 1, 6_000), /more than 5000/],
    ['is another kind of file', Buffer.from('no archive'), /not a ZIP/],
    ['is cut off in front', archive(Buffer.alloc(500)).subarray(10), /./],
    ['is empty', Buffer.alloc(0), /not a ZIP/],
  ])('is refused if it %s', (_, file, message) => {
    expect(() => unpack(file)).toThrow(message)
    expect(() => unpack(file)).toThrow(expect.objectContaining({ name: 'InvalidInput', path: 'file' }))
  })

  it('is either read or refused, wherever it is damaged', () => {
    const whole = Buffer.from(TITLE_DOCX, 'base64')
    for (let at = 0; at < whole.length; at++) {
      const damaged = Buffer.from(whole)
      damaged[at] = 255 - damaged[at]!
      try {
        unpack(damaged)
      } catch (error) {
        expect(error).toMatchObject({ name: 'InvalidInput' })
      }
    }
  })
})

describe('doc-xlsx-to-json', () => {
  const cells = (xml: string) =>
    sheets(
      withPart(STOCK_XLSX, SHEET, (sheet) =>
        sheet.replace(/<sheetData>.*<\/sheetData>/s, `<sheetData>${xml}</sheetData>`),
      ),
      { header: false },
    )

  it('reads what a cell can hold', async () => {
    const [sheet] = await cells(
      '<row r="1"><c r="A1"><v>1E3</v></c><c r="B1" s="1"><v>45351.75</v></c><c r="C1" t="str"><f>A1</f><v>x</v></c>' +
        '<c r="D1" t="b"><v>0</v></c><c r="E1" t="inlineStr"><is><t xml:space="preserve"> &lt;ä&#128512; </t></is></c></row>' +
        '<row r="3"><c r="A3" t="e"><v>#DIV/0!</v></c><c r="B3"><v>-0.5</v></c></row>',
    )
    expect(sheet?.rows[0]).toEqual([1000, '2024-02-29T18:00:00', 'x', false, ' <ä😀 '])
    expect(sheet?.rows.at(-1)).toEqual([null, -0.5, null, null, null])
    expect(sheet?.rows).toHaveLength(3)
  })

  it('gives each column a name of its own', async () => {
    const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
    const xlsx = withPart(STOCK_XLSX, SHEET, (sheet) =>
      sheet.replace(
        /<sheetData>.*<\/sheetData>/s,
        `<sheetData><row r="1">${text('A1', 'a')}${text('B1', 'a')}${text('D1', 'b')}</row>` +
          `<row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>2</v></c><c r="C2"><v>3</v></c><c r="D2"><v>4</v></c></row></sheetData>`,
      ),
    )
    expect(await sheets(xlsx)).toMatchObject([
      { columns: ['a', 'a_2', 'column_3', 'b'], rows: [{ a: 1, a_2: 2, column_3: 3, b: 4 }] },
    ])
  })

  it('refuses one cell far out, which would be a million empty ones', async () => {
    await expect(cells('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')).rejects.toMatchObject({
      name: 'InvalidInput',
      path: 'xlsx',
    })
  })

  it.each([
    ['an unknown sheet', STOCK_XLSX, { sheet: 'None' }, 'sheet'],
    ['no base64', '%%%', {}, 'xlsx'],
    ['another archive', TITLE_DOCX, {}, 'xlsx'],
    ['an old file', base64(Buffer.from('d0cf11e0a1b11ae1', 'hex')), {}, 'xlsx'],
    ['broken XML', withPart(STOCK_XLSX, SHEET, (xml) => xml.slice(0, 200)), {}, 'xlsx'],
    ['a missing string', withPart(STOCK_XLSX, SHEET, (xml) => xml.replace('t="b"', 't="s"')), {}, 'xlsx'],
  ])('refuses %s', async (_, xlsx, options, path) => {
    await expect(sheets(xlsx, options)).rejects.toMatchObject({ name: 'InvalidInput', path })
  })
})

describe('doc-docx-to-markdown', () => {
  const paragraph = (text: string) =>
    withPart(TITLE_DOCX, DOCUMENT, (xml) => xml.replace('<w:t>Title</w:t>', text))

  it('escapes what would be Markdown, and writes nothing that could run', async () => {
    expect((await markdown(paragraph('<w:t>*a* &lt;script&gt;</w:t>'))).markdown).toContain('# \\*a\\*')
    const field =
      '<w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>HYPERLINK "javascript:alert(1)"</w:instrText></w:r>' +
      '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>x</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/>'
    expect((await markdown(paragraph(field))).markdown).not.toContain('javascript')
  })

  // The names of Word, LibreOffice and pandoc.
  it.each([
    ['Quote', '> Title'],
    ['Block Text', '> Title'],
    ['Source Code', '```\nTitle\n```'],
    ['HTML Preformatted', '```\nTitle\n```'],
    ['Body Text', 'Title'],
  ])('writes a paragraph of the style %s as what it is', async (style, expected) => {
    const docx = withPart(TITLE_DOCX, 'word/styles.xml', (xml) =>
      xml.replace(/(<w:name w:val=")[^"]*(")/, `$1${style}$2`),
    )
    const answer = await markdown(docx)
    expect(answer.markdown).toContain(expected)
    expect(answer.warnings).toEqual([])
  })

  it('expands no entities of its own', async () => {
    const bomb = withPart(TITLE_DOCX, DOCUMENT, (xml) =>
      xml
        .replace(
          '<w:document',
          '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><w:document',
        )
        .replace('<w:t>Title</w:t>', '<w:t>&b;</w:t>'),
    )
    const answer = await markdown(bomb).catch((error: unknown) => error)
    expect(JSON.stringify(answer)).not.toContain('aaaaaaaaaa')
  })

  it.each([
    ['a spreadsheet', STOCK_XLSX],
    ['broken XML', withPart(TITLE_DOCX, DOCUMENT, (xml) => xml.slice(0, 300))],
    ['no archive', base64(Buffer.from('hello'))],
    ['an old file', base64(Buffer.from('d0cf11e0a1b11ae1', 'hex'))],
    ['an archive of something else', base64(toStoredZip(new Map([['a', Buffer.from('b')]])))],
  ])('refuses %s', async (_, docx) => {
    await expect(markdown(docx)).rejects.toMatchObject({ name: 'InvalidInput', path: 'docx' })
  })
})

// ISO 32000-1, 9.7.5.2: the predefined character tables of Japanese, Chinese and Korean are not embedded.
const JAPANESE_PDF = Buffer.from(`%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>> endobj
4 0 obj <</Length 40>> stream
BT /F1 12 Tf 20 100 Td <65E5672C> Tj ET
endstream endobj
5 0 obj <</Type/Font/Subtype/Type0/BaseFont/HeiseiMin-W3/Encoding/UniJIS-UCS2-H/DescendantFonts[6 0 R]>> endobj
6 0 obj <</Type/Font/Subtype/CIDFontType0/BaseFont/HeiseiMin-W3/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/FontDescriptor 7 0 R>> endobj
7 0 obj <</Type/FontDescriptor/FontName/HeiseiMin-W3/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>> endobj
trailer <</Root 1 0 R>>
%%EOF
`)

describe('doc-pdf-to-text', () => {
  // Each encoding of ISO 32000-1, table 118, with two of its characters.
  it.each([
    ['UniJIS-UCS2-H', 'Japan1', '65E5672C', '日本'],
    ['90ms-RKSJ-H', 'Japan1', '93FA967B', '日本'],
    ['EUC-H', 'Japan1', 'C6FCCBDC', '日本'],
    ['GBK-EUC-H', 'GB1', 'D6D0B9FA', '中国'],
    ['UniGB-UTF16-H', 'GB1', '4E2D56FD', '中国'],
    ['ETen-B5-H', 'CNS1', 'A4A4A4E5', '中文'],
    ['KSCms-UHC-H', 'Korea1', 'C7D1B1B9', '한국'],
  ])('reads the encoding %s of fonts that are not embedded', async (encoding, ordering, code, text) => {
    const file = JAPANESE_PDF.toString()
      .replace('UniJIS-UCS2-H', encoding)
      .replace('Ordering(Japan1)', `Ordering(${ordering})`)
      .replace('65E5672C', code)
    const answer = await pdf(Buffer.from(file))
    expect(answer).toMatchObject({ pages: [{ page: 1, text }] })
    expect(answer).not.toHaveProperty('warnings')
  })

  it('notes a table of characters that it does not have', async () => {
    const missing = new Set<string>()
    const tables = new (characterTables(missing))()
    for (const filename of ['None.bcmap', '../LICENSE'])
      await expect(tables.fetch({ kind: 'cMapUrl', filename })).rejects.toThrow('is not here')
    expect([...missing]).toEqual(['None', '../LICENSE'])
    expect(await tables.fetch({ kind: 'cMapUrl', filename: 'H.bcmap' })).toBeInstanceOf(Uint8Array)
  })

  it('says on which page there are signs whose characters the PDF does not name', async () => {
    const map = '1 beginbfchar <65E5> <0000> endbfchar'
    const nameless = JAPANESE_PDF.toString()
      .replace('UniJIS-UCS2-H', 'Identity-H/ToUnicode 8 0 R')
      .replace('trailer', `8 0 obj <</Length ${map.length}>> stream\n${map}\nendstream endobj\ntrailer`)
    expect(await pdf(Buffer.from(nameless))).toMatchObject({
      pages: [{ page: 1, text: '本' }],
      warnings: [expect.stringContaining('left out, on page 1.')],
    })
  })

  const hello = Buffer.from(HELLO_PDF, 'base64')

  it('reads a damaged directory of objects by looking for them', async () => {
    const damaged = Buffer.from(
      hello.toString('latin1').replace(/startxref\n\d+/, 'startxref\n7'),
      'latin1',
    )
    expect(await pdf(damaged)).toMatchObject({ pages: [{ text: 'Hello World\nSecond line' }] })
  })

  it.each([
    ['no PDF', Buffer.from('hello')],
    ['a PDF without an end', hello.subarray(0, 20)],
    ['a PDF that unpacks to gigabytes', bomb(deflateSync(Buffer.alloc(150_000_000)))],
    ['one that does so in two layers', bomb(deflateSync(deflateSync(Buffer.alloc(150_000_000))))],
  ])('refuses %s', async (_, file) => {
    await expect(pdf(file)).rejects.toMatchObject({ name: 'InvalidInput', path: 'pdf' })
  })

  function bomb(content: Buffer): Buffer {
    return Buffer.concat([
      Buffer.from(`%PDF-1.4\n1 0 obj\n<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`),
      content,
      Buffer.from('\nendstream\nendobj\n'),
    ])
  }
})
