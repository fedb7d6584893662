import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'

const create = { width: 2, height: 2, channels: 3, background: '#123456' } as const
const picture = () => sharp({ create })

/** Every entry of its metadata, as `vision-image-metadata` gives it. */
async function metadataOf(image: Buffer): Promise<Record<string, unknown>> {
  const answer = await runTool('vision-image-metadata', { image: image.toString('base64') })
  return (answer as { metadata: Record<string, unknown> }).metadata
}

/** A chunk of a PNG (PNG, 5.3). */
function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}

/** A PNG with chunks behind its header. */
async function pngWith(...chunks: Buffer[]): Promise<Buffer> {
  const png = await picture().png().toBuffer()
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)])
}

const TEXTS = [
  chunk('tEXt', Buffer.from('Title\0Caf\xe9', 'latin1')),
  chunk('tEXt', Buffer.from('Comment\0one', 'latin1')),
  chunk('zTXt', Buffer.concat([Buffer.from('Description\0\0'), deflateSync('long '.repeat(50))])),
  chunk('iTXt', Buffer.from('Author\0\0\0uk\0Автор\0Леся')),
  chunk('iTXt', Buffer.concat([Buffer.from('Comment\0\x01\0\0\0'), deflateSync('два')])),
]
const FOUND = { Title: 'Café', Description: 'long '.repeat(50), Author: 'Леся', Comment: ['one', 'два'] }

describe('the texts of a picture', () => {
  it('are read from each kind of chunk of a PNG, in its own encoding', async () => {
    expect(await metadataOf(await pngWith(...TEXTS))).toMatchObject(FOUND)
  })

  it('are the comments of a JPEG', async () => {
    const jpeg = await picture().jpeg().toBuffer()
    const text = Buffer.from('made by hand ✓')
    const segment = Buffer.from([0xff, 0xfe, 0, text.length + 2])
    const image = Buffer.concat([jpeg.subarray(0, 2), segment, text, jpeg.subarray(2)])
    expect(await metadataOf(image)).toMatchObject({ Comment: 'made by hand ✓' })
  })

  it('are the comments of a GIF, in all their blocks', async () => {
    const gif = await picture().gif().toBuffer()
    const text = 'a'.repeat(300)
    const blocks = [
      Buffer.from([255]),
      Buffer.from(text.slice(0, 255)),
      Buffer.from([45]),
      Buffer.from(text.slice(255)),
    ]
    const trailer = gif.length - 1
    const comment = Buffer.concat([Buffer.from([0x21, 0xfe]), ...blocks, Buffer.from([0])])
    const image = Buffer.concat([gif.subarray(0, trailer), comment, gif.subarray(trailer)])
    expect(await metadataOf(image)).toMatchObject({ Comment: text })
  })

  it('are removed with the metadata', async () => {
    const before = await pngWith(...TEXTS)
    const answer = await runTool('vision-metadata-strip', { image: before.toString('base64') })
    const { image, removed } = answer as { image: string; removed: string[] }
    expect(removed).toEqual(expect.arrayContaining(Object.keys(FOUND)))
    const after = Buffer.from(image, 'base64')
    expect(after.includes('Title') || after.includes('iTXt') || after.includes('zTXt')).toBe(false)
  })

  it('may be damaged, and hide nothing else', async () => {
    const broken = chunk('zTXt', Buffer.from('Title\0\0not compressed'))
    expect(await metadataOf(await pngWith(TEXTS[1]!, broken))).toMatchObject({ Comment: 'one' })
  })

  it('are unpacked up to four million characters', async () => {
    const bomb = chunk(
      'zTXt',
      Buffer.concat([Buffer.from('Title\0\0'), deflateSync(Buffer.alloc(100_000_000))]),
    )
    expect(await metadataOf(await pngWith(bomb))).not.toHaveProperty('Title')
  })
})
