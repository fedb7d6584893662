import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { InvalidInput } from '../../../../src-main/tool-kit/tool-context.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

const run = async (slug: string, input: unknown) =>
  (await runTool(slug, input)) as Record<string, string | null>

describe('vision-qr-generate', () => {
  it('makes codes that vision-qr-decode reads back, whatever they say', async () => {
    const text = fc.oneof(
      fc.string({ minLength: 1, maxLength: 120 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((chars) => chars.isWellFormed()),
      fc.webUrl(),
      fc.bigInt({ min: 0n, max: 10n ** 40n }).map(String),
    )
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom('L', 'M', 'Q', 'H'), async (said, error_correction) => {
        const { png_base64 } = await run('vision-qr-generate', {
          text: said,
          format: 'png',
          error_correction,
        })
        expect(await run('vision-qr-decode', { image: png_base64 })).toMatchObject({
          found: true,
          text: said,
        })
      }),
      { seed: 41, numRuns: 40 },
    )
  })

  it('draws the same code as SVG', async () => {
    const { svg } = await run('vision-qr-generate', { text: 'https://example.com/?q=1', dark: '#1e3a8a' })
    // The tools themselves read no SVG.
    sharp.unblock({ operation: ['VipsForeignLoadSvg'] })
    const image = (await sharp(Buffer.from(svg!)).resize(400).png().toBuffer()).toString('base64')
    expect(await run('vision-qr-decode', { image })).toMatchObject({ text: 'https://example.com/?q=1' })
    expect(svg).not.toMatch(/<script|href|on\w+=/)
  })

  it('finds a code in a large picture and says where', async () => {
    const { png_base64 } = await run('vision-qr-generate', { text: 'here', format: 'png', size: 300 })
    const picture = await sharp({
      create: { width: 2000, height: 1500, channels: 3, background: '#dddddd' },
    })
      .composite([{ input: Buffer.from(png_base64!, 'base64'), left: 1200, top: 700 }])
      .jpeg()
      .toBuffer()
    const found: Record<string, unknown> = await run('vision-qr-decode', {
      image: picture.toString('base64'),
    })
    expect(found.text).toBe('here')
    const [corner] = found.corners as { x: number; y: number }[]
    expect(Math.hypot(corner!.x - 1240, corner!.y - 740)).toBeLessThan(40)
  })

  // ISO/IEC 18004, table 7: what version 40 holds.
  it.each([
    ['7'.repeat(7089), 'L', 40],
    ['A'.repeat(1852), 'H', 40],
    ['x', 'H', 1],
  ])('knows how much a code can hold (%#)', async (text, error_correction, version) => {
    expect(await run('vision-qr-generate', { text, error_correction })).toMatchObject({
      version,
      modules: 17 + 4 * version,
    })
  })

  it('refuses what no code can hold', async () => {
    await expect(
      run('vision-qr-generate', { text: 'x'.repeat(2954), error_correction: 'L' }),
    ).rejects.toBeInstanceOf(InvalidInput)
    await expect(run('vision-qr-generate', { text: 'é'.repeat(2000) })).rejects.toThrow('too long')
  })
})

describe('what another program reads from a barcode', () => {
  const bytes = readFileSync(
    new URL('../../../../node_modules/zxing-wasm/dist/reader/zxing_reader.wasm', import.meta.url),
  )
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(bytes).buffer } })

  it.each([
    ['code128', 'TG-2026-000142', 'TG-2026-000142'],
    ['code128', 'Größe 42 à la carte', 'Größe 42 à la carte'],
    ['code128', '^{}~\t|', '^{}~\t|'],
    ['gs1-128', '(01)09521234543213', '(01)09521234543213'],
    ['code39', 'ABC-1 2', 'ABC-1 2'],
    ['code93', 'ABC 123-$', 'ABC 123-$'],
    ['code93', 'it{e}m~#^42', 'it{e}m~#^42'],
    ['ean13', '4006381333931', '4006381333931'],
    ['ean8', '96385074', '96385074'],
    ['upca', '036000291452', '0036000291452'],
    ['upce', '01234565', '0012345000065'],
    ['isbn', '978-1-56581-231-4', '9781565812314'],
    // ISO 2108 and ISBN-10: the same book, and one whose check digit was X.
    ['isbn', '9780306406157', '9780306406157'],
    ['isbn', '0306406152', '9780306406157'],
    ['isbn', '080442957X', '9780804429573'],
    ['itf14', '15400141288763', '15400141288763'],
    ['codabar', 'A12345B', 'A12345B'],
    ['datamatrix', 'Lot 42 日本', 'Lot 42 日本'],
    ['pdf417', 'hello ü 日本', 'hello ü 日本'],
    ['azteccode', 'hello ü 日本', 'hello ü 日本'],
  ])('is what it was made of: %s of %j', async (symbology, text, said) => {
    const { png_base64 } = await run('vision-barcode-generate', { text, symbology, format: 'png' })
    const read = await readBarcodes(Buffer.from(png_base64!, 'base64'), { tryHarder: true })
    expect(read.map((code) => [code.isValid, code.text])).toEqual([[true, said]])
  })

  it.each([
    ['code128', '日本'],
    ['code39', 'abc'],
    ['code93', 'ü'],
    ['ean13', '4006381333932'],
    ['codabar', 'X1'],
  ])('is never anything else: %s refuses %j', async (symbology, text) => {
    const made = run('vision-barcode-generate', { text, symbology })
    await expect(made).rejects.toMatchObject({ name: 'InvalidInput', path: 'text' })
  })
})

/** The dark and light runs along a line across the bars of a PNG, in modules. */
async function runsOf(png_base64: string): Promise<string> {
  const { data, info } = await sharp(Buffer.from(png_base64, 'base64'))
    .flatten({ background: '#fff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const row = data.subarray(info.width * 8, info.width * 9)
  return [...row]
    .map((value) => (value < 128 ? '1' : '0'))
    .join('')
    .replace(/^0+|0+$/g, '')
}

// GS1 General Specifications, 5.2.1: the left-odd (A), left-even (B) and right (C) patterns of the digits.
const A = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
]
const PARITY = [
  'AAAAAA',
  'AABABB',
  'AABBAB',
  'AABBBA',
  'ABAABB',
  'ABBAAB',
  'ABBBAA',
  'ABABAB',
  'ABABBA',
  'ABBABA',
]
const flip = (bits: string) => [...bits].map((bit) => (bit === '1' ? '0' : '1')).join('')
const C = A.map(flip)
const B = C.map((bits) => [...bits].reverse().join(''))

function readEan13(bits: string): string {
  const left = Array.from({ length: 6 }, (_, i) => bits.slice(3 + 7 * i, 10 + 7 * i))
  const right = Array.from({ length: 6 }, (_, i) => bits.slice(50 + 7 * i, 57 + 7 * i))
  const parity = left.map((digit) => (A.includes(digit) ? 'A' : 'B')).join('')
  const digits = left.map((digit) => (A.includes(digit) ? A : B).indexOf(digit))
  return [PARITY.indexOf(parity), ...digits, ...right.map((digit) => C.indexOf(digit))].join('')
}

describe('vision-barcode-generate', () => {
  const png = async (symbology: string, text: string) =>
    (await run('vision-barcode-generate', { symbology, text, format: 'png', scale: 1, show_text: false }))
      .png_base64!

  it('writes EAN-13 that reads back by the tables of GS1, check digit included', async () => {
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^\d{12}$/), async (digits) => {
        const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 3 : 1), 0)
        expect(readEan13(await runsOf(await png('ean13', digits)))).toBe(digits + ((10 - (sum % 10)) % 10))
      }),
      { seed: 42, numRuns: 25 },
    )
  })

  it.each([
    // ISO/IEC 15417: start B, 'A' (value 33), check (104 + 33) mod 103 = 34, stop.
    ['code128', 'A', '11010010000' + '10100011000' + '10001011000' + '1100011101011'],
    // ISO/IEC 16388 at a ratio of 3: * A *, narrow gaps.
    ['code39', 'A', '1000101110111010' + '1110101000101110' + '100010111011101'],
    // EAN-8: 9638507 has check digit 4.
    ['ean8', '96385074', '101' + A[9] + A[6] + A[3] + A[8] + '01010' + C[5] + C[0] + C[7] + C[4] + '101'],
    // UPC-A is EAN-13 with a zero in front.
    [
      'upca',
      '036000291452',
      '101' +
        [0, 3, 6, 0, 0, 0].map((d) => A[d]).join('') +
        '01010' +
        [2, 9, 1, 4, 5, 2].map((d) => C[d]).join('') +
        '101',
    ],
  ])('draws the bars of %s for %s', async (symbology, text, bits) => {
    expect(await runsOf(await png(symbology, text))).toBe(bits)
  })

  it.each([
    ['code93', 'TEST93'],
    ['gs1-128', '(01)09501101530003(17)270101'],
    ['upce', '01234565'],
    ['isbn', '978-1-56581-231-4'],
    ['itf14', '15400141288763'],
    ['codabar', 'A37859B'],
    ['datamatrix', 'Lot 42'],
    ['pdf417', 'Hello'],
    ['azteccode', 'Hello'],
  ])('draws %s as SVG without scripts', async (symbology, text) => {
    const { svg } = await run('vision-barcode-generate', { symbology, text })
    expect(svg).toMatch(/^<svg[\s\S]+<path[\s\S]+<\/svg>/)
    expect(svg).not.toMatch(/<script|href|on\w+=/)
  })

  it.each([
    ['ean13', '4006381333932'],
    ['ean13', '123'],
    ['upca', 'ABC'],
    ['code39', 'é'],
    ['isbn', '978-1-56581-231-5'],
    ['isbn', '9780306406158'],
    ['isbn', '0306406153'],
    ['gs1-128', 'no application identifier'],
    ['itf14', '15400141288760'],
    ['pdf417', 'x'.repeat(2000)],
  ])('refuses what %s cannot hold: %s', async (symbology, text) => {
    await expect(run('vision-barcode-generate', { symbology, text })).rejects.toBeInstanceOf(InvalidInput)
  })
})

describe('file-magic-detect', () => {
  // The signatures of the formats' own specifications.
  it.each([
    ['ffd8ffe000104a46494600010100', 'image/jpeg', 'image'],
    ['474946383961010001008000', 'image/gif', 'image'],
    ['52494646240000005741564566 6d7420', 'audio/wav', 'audio'],
    ['1f8b0800000000000003', 'application/gzip', 'archive'],
    ['504b0506' + '00'.repeat(18), 'application/zip', 'archive'],
    ['7f454c460201010000000000000000000300', 'application/x-elf', 'executable'],
    ['0061736d01000000', 'application/wasm', 'executable'],
    ['774f4632000100000000', 'font/woff2', 'font'],
    ['25504446', 'application/pdf', 'document'],
    ['00010203', 'application/octet-stream', 'other'],
    [Buffer.from('{"a":1}').toString('hex'), 'application/json', 'text'],
    [Buffer.from('<svg xmlns="a"/>').toString('hex'), 'image/svg+xml', 'image'],
    [Buffer.from('<!DOCTYPE html><p>').toString('hex'), 'text/html', 'text'],
    [Buffer.from('größe €').subarray(0, 9).toString('hex'), 'text/plain', 'text'],
    // RFC 2781: UTF-16 with its mark. One byte of ISO 8859-1 is not cut off as the start of a character.
    [`fffe${Buffer.from('größe', 'utf16le').toString('hex')}`, 'text/plain', 'text'],
    ['feff00610062', 'text/plain', 'text'],
    [Buffer.from('naïve', 'latin1').toString('hex'), 'application/octet-stream', 'other'],
    // SVG 1.1, 5.1 and RFC 7303: what the element says counts, and XML may be in any encoding.
    [Buffer.from('<?xml version="1.0"?>\n<!-- a -->\n<svg/>').toString('hex'), 'image/svg+xml', 'image'],
    [Buffer.from('<?xml version="1.0"?><a/>').toString('hex'), 'application/xml', 'text'],
    [Buffer.from('<?xml encoding="latin1"?>ä', 'latin1').toString('hex'), 'application/xml', 'text'],
  ])('knows %s', async (hex, mime, kind) => {
    const bytes = Buffer.from(hex.replaceAll(' ', ''), 'hex').toString('base64')
    expect(await run('file-magic-detect', { bytes })).toMatchObject({ mime, kind })
  })

  it('survives bytes that break off or lie', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(
          '504b0304',
          '89504e470d0a1a0a',
          '1a45dfa3',
          '0000001866747970',
          '52494646',
          'd0cf11e0',
        ),
        fc.uint8Array({ maxLength: 60 }),
        async (head, rest) => {
          const bytes = Buffer.concat([Buffer.from(head, 'hex'), rest]).toString('base64')
          expect(await run('file-magic-detect', { bytes })).toHaveProperty('mime')
        },
      ),
      { seed: 43, numRuns: 200 },
    )
  })
})
