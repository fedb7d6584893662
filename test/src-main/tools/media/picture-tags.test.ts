import { execFileSync } from 'node:child_process'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'

interface Answer {
  density: number | null
  metadata: Record<string, unknown>
  warnings: string[]
}

const create = { width: 2, height: 2, channels: 3, background: '#123456' } as const
const jpeg = () => sharp({ create }).jpeg().toBuffer()

const described = async (image: Buffer): Promise<Answer> =>
  (await runTool('vision-image-metadata', { image: image.toString('base64') })) as Answer // As the schema of its output.

/** A segment of a JPEG, behind its first two bytes (ITU-T T.81, B.1.1.4). */
async function jpegWith(marker: number, data: Buffer): Promise<Buffer> {
  const image = await jpeg()
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([image.subarray(0, 2), head, data, image.subarray(2)])
}

type Entry = readonly [tag: number, type: number, count: number, value: Buffer]

/** A TIFF structure of one directory, the values in place or behind it (TIFF 6.0, section 2). */
function tiff(entries: readonly Entry[]): Buffer {
  const values: Buffer[] = []
  let at = 8 + 2 + entries.length * 12 + 4
  const rows = entries.map(([tag, type, count, value]) => {
    const row = Buffer.alloc(12)
    row.writeUInt16LE(tag, 0)
    row.writeUInt16LE(type, 2)
    row.writeUInt32LE(count, 4)
    if (value.length <= 4) value.copy(row, 8)
    else {
      row.writeUInt32LE(at, 8)
      values.push(value)
      at += value.length
    }
    return row
  })
  const head = Buffer.from('II*\0\x08\0\0\0', 'latin1')
  const count = Buffer.from([entries.length, 0])
  return Buffer.concat([head, count, ...rows, Buffer.alloc(4), ...values])
}

const text = (tag: number, value: Buffer): Entry => [tag, 2, value.length, value]
const jpegWithExif = (entries: readonly Entry[]) =>
  jpegWith(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff(entries)]))

const MODEL = 0x0110
const SOFTWARE = 0x0131

describe('the EXIF of a picture', () => {
  it('is read around an entry of an unknown type or one that leads out of the file, which is told', async () => {
    const bad: Entry[] = [
      [0x0001, 0, 1, Buffer.alloc(4)],
      [0x011a, 5, 1000, Buffer.alloc(8)],
    ]
    const image = await jpegWithExif([...bad, text(MODEL, Buffer.from('Box 3\0'))])
    const { metadata, warnings } = await described(image)
    expect(metadata).toEqual({ Model: 'Box 3' })
    expect(warnings).toEqual(['Some entries of the EXIF data are damaged and left out'])
  })

  it('has texts that end at their zero, in UTF-8 or the encoding of old cameras', async () => {
    const image = await jpegWithExif([
      text(MODEL, Buffer.from('Box 3\0garbage', 'latin1')),
      text(SOFTWARE, Buffer.from('Zähler ✓\0')),
      text(0x8298, Buffer.from('W\xf6rdehoff\0Smith\0', 'latin1')),
    ])
    expect((await described(image)).metadata).toEqual({
      Model: 'Box 3',
      Software: 'Zähler ✓',
      Copyright: 'Wördehoff; Smith',
    })
  })

  it('has lists for rows of numbers, text for the titles of Windows, and null for a clock not set', async () => {
    const bits = Buffer.from([8, 0, 8, 0, 8, 0])
    const image = await jpegWithExif([
      [0x0102, 3, 3, bits],
      text(0x0132, Buffer.from('0000:00:00 00:00:00\0')),
      [0x9c9b, 1, 10, Buffer.from('上海日本\0', 'utf16le')],
    ])
    expect((await described(image)).metadata).toEqual({
      BitsPerSample: [8, 8, 8],
      ModifyDate: null,
      XPTitle: '上海日本',
    })
  })

  it('keeps a time that no clock has in the zone of the machine', () => {
    const code =
      "import { exifValue } from './src-main/tools/media/lib/exif-values.ts'; " +
      "process.stdout.write(exifValue('ModifyDate', '2021:03:28 02:30:00'))"
    const env = { ...process.env, TZ: 'Europe/Berlin' }
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
      env,
      encoding: 'utf8',
    })
    expect(printed).toBe('2021-03-28T02:30:00')
  })
})

describe('the other blocks of a picture', () => {
  it('are IPTC in UTF-8, as most programs write it', async () => {
    const caption = Buffer.from('München')
    const head = Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\0', 'latin1')
    head.writeUInt16BE(caption.length + 5, head.length - 2)
    const image = await jpegWith(
      0xed,
      Buffer.concat([head, Buffer.from([0x1c, 2, 120, 0, caption.length]), caption, Buffer.alloc(1)]),
    )
    expect((await described(image)).metadata).toEqual({ Caption: 'München' })
  })

  it('are XMP without the references of XML, whose other values stay beside those of EXIF', async () => {
    const rdf =
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
      '<rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" ' +
      'xmp:Label="Tom &amp; Jerry &#x2713;" xmp:ModifyDate="2024-01-02T03:04:05+02:00" tiff:Model="Other"/>' +
      '</rdf:RDF></x:xmpmeta>'
    const image = await sharp({ create })
      .withExif({ IFD0: { Model: 'Box 3', DateTime: '2023:01:02 03:04:05' } })
      .withXmp(rdf)
      .jpeg()
      .toBuffer()
    const { metadata } = await described(image)
    expect(metadata).toMatchObject({
      Label: 'Tom & Jerry ✓',
      Model: 'Box 3',
      ModifyDate: '2023-01-02T03:04:05',
      'xmp:ModifyDate': '2024-01-02T03:04:05+02:00',
    })
    expect(metadata).not.toHaveProperty('tiff:Model')
  })

  it('are found in the texts in which ImageMagick keeps them in a PNG', async () => {
    const block = Buffer.concat([Buffer.from('Exif\0\0'), tiff([text(MODEL, Buffer.from('Box 3\0'))])])
    const profile = `\nexif\n${String(block.length).padStart(8)}\n${block.toString('hex')}\n`
    const data = Buffer.concat([Buffer.from('Raw profile type exif\0\0'), deflateSync(profile)])
    const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from('zTXt'), data, Buffer.alloc(4)])
    chunk.writeUInt32BE(data.length, 0)
    const png = await sharp({ create }).png().toBuffer()
    const image = Buffer.concat([png.subarray(0, -12), chunk, png.subarray(-12)])
    expect((await described(image)).metadata).toMatchObject({ Model: 'Box 3' })
  })
})

describe('the header of a picture', () => {
  it('says at how many pixels per inch it is printed', async () => {
    const dense = sharp({ create }).withMetadata({ density: 300 })
    expect((await described(await dense.clone().jpeg().toBuffer())).density).toBe(300)
    expect((await described(await dense.clone().png().toBuffer())).density).toBe(300)
    const image = await jpegWithExif([
      [0x011a, 5, 1, Buffer.from([100, 0, 0, 0, 1, 0, 0, 0])],
      [0x0128, 3, 1, Buffer.from([3, 0, 0, 0])],
    ])
    expect((await described(image)).density).toBe(254)
  })

  it('says nothing of that where the file does not', async () => {
    expect((await described(await sharp({ create }).webp().toBuffer())).density).toBeNull()
    expect((await described(await jpegWithExif([]))).density).toBeNull()
  })

  it('is read of more pixels than are ever decoded', async () => {
    const large = { ...create, width: 5000, height: 4000 }
    const image = await sharp({ create: large }).png({ compressionLevel: 9 }).toBuffer()
    expect(await described(image)).toMatchObject({ width: 5000, height: 4000 })
  })
})
