import { inSlices } from './slices.ts'

type Cell = string | number | boolean | null

/** Excel's own limit. */
const MAX_CELL_CHARS = 32_767
const PART_ROWS = 500
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The parts of a workbook besides its sheet. */
const FILES: readonly (readonly [name: string, text: string])[] = [
  [
    '[Content_Types].xml',
    `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/></Types>`,
  ],
  ['_rels/.rels', relations('officeDocument', 'xl/workbook.xml')],
  [
    'xl/workbook.xml',
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Table" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  ['xl/_rels/workbook.xml.rels', relations('worksheet', 'worksheets/sheet1.xml')],
]

/** Writes a workbook (ECMA-376) with one sheet: a line of names, then the rows. */
export async function writeXlsx(
  names: readonly string[],
  count: number,
  valuesOf: (row: number) => readonly Cell[],
): Promise<readonly BlobPart[]> {
  const sheet = [`${XML}<worksheet xmlns="${MAIN}"><sheetData>${rowXml(names, 1)}`]
  let part = ''
  await inSlices(count, (row) => {
    part += rowXml(valuesOf(row), row + 2)
    if (row % PART_ROWS !== PART_ROWS - 1) return
    sheet.push(part)
    part = ''
  })
  sheet.push(`${part}</sheetData></worksheet>`)
  return await zip([
    ...FILES.map(([name, text]) => [name, [text]] as const),
    ['xl/worksheets/sheet1.xml', sheet],
  ])
}

function relations(type: string, target: string): string {
  return `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`
}

function rowXml(cells: readonly Cell[], line: number): string {
  return `<row r="${line}">${cells.map((value, at) => cellXml(value, `${letters(at)}${line}`)).join('')}</row>`
}

function cellXml(value: Cell, place: string): string {
  if (value === null) return ''
  if (typeof value === 'number') return `<c r="${place}"><v>${value}</v></c>`
  if (typeof value === 'boolean') return `<c r="${place}" t="b"><v>${Number(value)}</v></c>`
  const text = xmlText(value.slice(0, MAX_CELL_CHARS))
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}

// A to Z, AA to ZZ and so on.
function letters(at: number): string {
  const rest = Math.floor(at / 26)
  return (rest > 0 ? letters(rest - 1) : '') + String.fromCharCode(65 + (at % 26))
}

function xmlText(text: string): string {
  return (
    text
      .toWellFormed()
      // What XML 1.0 cannot hold.
      .replaceAll(/[^\t\n\r -\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
  )
}

// A ZIP archive whose files are deflated by the browser.
async function zip(
  files: readonly (readonly [name: string, parts: readonly string[]])[],
): Promise<readonly BlobPart[]> {
  const out: Uint8Array<ArrayBuffer>[] = []
  const list: Uint8Array<ArrayBuffer>[] = []
  let place = 0
  const add = (bytes: Uint8Array<ArrayBuffer>): void => {
    out.push(bytes)
    place += bytes.length
  }
  for (const [name, parts] of files) {
    const { bytes, crc, size } = await deflate(parts)
    const title = new TextEncoder().encode(name)
    const facts = [
      0x0800,
      8,
      0,
      0x21,
      ...halves(crc),
      ...halves(bytes.length),
      ...halves(size),
      title.length,
      0,
    ]
    list.push(shorts([0x4b50, 0x0201, 20, 20, ...facts, 0, 0, 0, 0, 0, ...halves(place)]), title)
    add(shorts([0x4b50, 0x0403, 20, ...facts]))
    add(title)
    add(bytes)
  }
  const size = list.reduce((sum, { length }) => sum + length, 0)
  const end = [0x4b50, 0x0605, 0, 0, files.length, files.length, ...halves(size), ...halves(place), 0]
  return [...out, ...list, shorts(end)]
}

async function deflate(parts: readonly string[]) {
  let crc = -1
  let size = 0
  const encoder = new TextEncoder()
  const stream = new CompressionStream('deflate-raw')
  const read = new Response(stream.readable).arrayBuffer()
  const writer = stream.writable.getWriter()
  for (const part of parts) {
    const bytes = encoder.encode(part)
    for (const byte of bytes) crc = CRC[(crc ^ byte) & 255]! ^ (crc >>> 8)
    size += bytes.length
    await writer.write(bytes)
    // A turn for the page.
    await new Promise((resolve) => setTimeout(resolve))
  }
  await writer.close()
  return { bytes: new Uint8Array(await read), crc: ~crc >>> 0, size }
}

/** The remainders of CRC-32 for each byte. */
const CRC = Int32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  return rest
})

function halves(number: number): readonly number[] {
  return [number & 0xffff, number >>> 16]
}

// Little-endian, as every field of the format is.
function shorts(numbers: readonly number[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(numbers.flatMap((number) => [number & 255, number >>> 8]))
}
