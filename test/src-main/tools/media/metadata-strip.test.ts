import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { crc32 } from 'node:zlib'
import type { Json } from '../../../support/gateway/test-gateway.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

const SECRET = 'taken at 1 Example Street'
const WIDTH = 31
const HEIGHT = 17

const noise = (channels: 1 | 3 | 4, seed = 7_919): Buffer =>
  Buffer.from(Array.from({ length: WIDTH * HEIGHT * channels }, (_, i) => (i * seed) % 251))

const picture = (channels: 3 | 4 = 3, seed = 7_919) =>
  sharp(noise(channels, seed), { raw: { width: WIDTH, height: HEIGHT, channels } })

const frames = async () =>
  sharp(await Promise.all([7, 31, 97].map((seed) => picture(3, seed).png().toBuffer())), {
    join: { animated: true },
  })

async function strip(bytes: Buffer, options = {}): Promise<Json> {
  const image = bytes.toString('base64')
  const answer: Json = await runTool('vision-metadata-strip', { image, ...options })
  return { ...answer, after: Buffer.from(answer.image, 'base64') }
}

const pixels = (bytes: Buffer) => sharp(bytes, { animated: true }).raw({ depth: 'ushort' }).toBuffer()

/** A chunk of a PNG (PNG 3, 5.3). */
function chunk(kind: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** A file with something in it at a place. */
const withPart = (bytes: Buffer, at: number, part: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, at), part, bytes.subarray(at)])

/** A segment of a JPEG (ITU-T T.81, B.1.1.4). */
function segment(marker: number, data: string): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, Buffer.from(data, 'latin1')])
}

describe('vision-metadata-strip', () => {
  it.each([
    ['a PNG', () => picture(4).png()],
    ['a PNG of 16 bits', () => picture().toColourspace('rgb16').png()],
    ['a PNG with a palette', () => picture().png({ palette: true, colours: 16 })],
    ['a PNG in grey', () => picture().toColourspace('b-w').png()],
    ['a JPEG', () => picture().jpeg({ quality: 60 })],
    ['a progressive JPEG', () => picture().jpeg({ progressive: true })],
    ['a JPEG in CMYK', () => picture().toColourspace('cmyk').jpeg()],
    ['a WebP', () => picture(4).webp({ quality: 60 })],
    ['a lossless WebP', () => picture(4).webp({ lossless: true, exact: true })],
    ['an animated WebP', async () => (await frames()).webp({ delay: [50, 100, 150], loop: 2 })],
    ['an animated GIF', async () => (await frames()).gif({ delay: [50, 100, 150], loop: 2 })],
  ])('changes no pixel of %s, nor its frames and colours', async (name, make) => {
    const made = await make()
    const before = await made.withExif({ IFD0: { ImageDescription: SECRET } }).toBuffer()
    expect(before.includes(SECRET)).toBe(!name.endsWith('GIF'))
    const { after, encoded_again } = await strip(before)
    expect(encoded_again).toBe(false)
    expect(await pixels(after)).toEqual(await pixels(before))
    expect(after.includes(SECRET)).toBe(false)
    const [was, is] = [await sharp(before).metadata(), await sharp(after).metadata()]
    for (const fact of ['depth', 'space', 'pages', 'delay', 'loop', 'isPalette'] as const)
      expect(is[fact], fact).toEqual(was[fact])
  })

  it('keeps the colour profile, without which the colours would be others', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const before = await picture().withIccProfile('p3').toFormat(format).toBuffer()
      const { after, removed } = await strip(before)
      expect((await sharp(after).metadata()).icc).toEqual((await sharp(before).metadata()).icc)
      expect(removed).toEqual([])
    }
  })

  it('turns what must be turned, without loss where the file has none', async () => {
    for (const format of ['png', 'webp'] as const) {
      const upright = picture().toFormat(format, { lossless: true })
      const { after, encoded_again } = await strip(
        await upright.withMetadata({ orientation: 6 }).toBuffer(),
      )
      expect(encoded_again).toBe(true)
      const turned = await picture().rotate(90).png().toBuffer()
      expect(await pixels(after)).toEqual(await pixels(turned))
    }
    const deep = await picture().toColourspace('rgb16').png().withMetadata({ orientation: 3 }).toBuffer()
    expect((await sharp((await strip(deep)).after).metadata()).depth).toBe('ushort')
  })

  it('encodes again in a quality that is given', async () => {
    const before = await picture().jpeg({ quality: 100 }).toBuffer()
    const { after, encoded_again } = await strip(before, { quality: 50 })
    expect(encoded_again).toBe(true)
    expect(after.length).toBeLessThan(before.length)
  })

  it('leaves out what a JPEG has besides the picture, wherever it is', async () => {
    const plain = await picture().jpeg({ progressive: true }).toBuffer()
    const thumbnail = segment(0xe0, `JFIF\0\x01\x02\0\0\x01\0\x01\x01\x01abc`)
    const parts = [
      thumbnail,
      segment(0xe0, `JFXX\0\x10${SECRET}`),
      segment(0xe2, `MPF\0${SECRET}`),
      segment(0xed, `Photoshop 3.0\0${SECRET}`),
      segment(0xef, SECRET),
      segment(0xfe, SECRET),
      Buffer.from([0xff, 0xff]),
    ]
    const between = plain.lastIndexOf(Buffer.from([0xff, 0xda]))
    const full = Buffer.concat([
      withPart(withPart(plain, between, segment(0xfe, SECRET)), 2, Buffer.concat(parts)),
      plain,
      Buffer.from(SECRET),
    ])
    const { after } = await strip(full)
    expect(after.includes(SECRET) || after.includes('abc')).toBe(false)
    expect(after.length).toBeLessThanOrEqual(plain.length + 20)
    expect(await pixels(after)).toEqual(await pixels(plain))
  })

  it('leaves out unknown chunks of a PNG and a WebP, also within frames, and what follows the end', async () => {
    const png = await picture().png().toBuffer()
    const withChunk = withPart(png, 33, chunk('prVt', Buffer.from(SECRET)))
    expect((await strip(Buffer.concat([withChunk, Buffer.from(SECRET)]))).after).toEqual(png)
    const webp = await (await frames()).webp().toBuffer()
    const end = webp.indexOf('ANMF') + 8 + webp.readUInt32LE(webp.indexOf('ANMF') + 4)
    const data = Buffer.from(SECRET.padEnd(26))
    const part = Buffer.concat([Buffer.from('prVt'), Buffer.from([26, 0, 0, 0]), data])
    const spoilt = withPart(webp, end, part)
    spoilt.writeUInt32LE(spoilt.length - 8, 4)
    spoilt.writeUInt32LE(
      spoilt.readUInt32LE(spoilt.indexOf('ANMF') + 4) + part.length,
      webp.indexOf('ANMF') + 4,
    )
    expect((await strip(spoilt)).after).toEqual(webp)
  })

  describe('of an animated PNG', () => {
    // PNG 3, 11.3.6: two frames of one pixel, of which the second is in an fdAT.
    const u32 = (...values: number[]) =>
      Buffer.concat(
        values.map((value) =>
          Buffer.from(new Uint8Array([value >>> 24, value >>> 16, value >>> 8, value])),
        ),
      )
    const control = (sequence: number) =>
      chunk('fcTL', Buffer.concat([u32(sequence, 1, 1, 0, 0), Buffer.from([0, 1, 0, 10, 0, 0])]))
    async function animated(...more: Buffer[]): Promise<Buffer> {
      const png = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#123456' } })
        .png()
        .toBuffer()
      const [data, end] = [png.indexOf('IDAT') - 4, png.indexOf('IEND') - 4]
      const pixel = png.subarray(data + 8, data + 8 + png.readUInt32BE(data))
      return Buffer.concat([
        png.subarray(0, 33),
        ...more,
        chunk('acTL', u32(2, 0)),
        control(0),
        chunk('IDAT', pixel),
        control(1),
        chunk('fdAT', Buffer.concat([u32(2), pixel])),
        png.subarray(end),
      ])
    }

    it('keeps the frames, and tells how many there are', async () => {
      const plain = await animated()
      const { after } = await strip(await animated(chunk('tEXt', Buffer.from(`Comment\0${SECRET}`))))
      expect(after).toEqual(plain)
      const image = plain.toString('base64')
      expect(await runTool('vision-image-metadata', { image })).toMatchObject({ frames: 2 })
    })

    it('refuses to turn it, which would lose frames', async () => {
      const turned = await picture().png().withMetadata({ orientation: 6 }).toBuffer()
      const exif = turned.subarray(turned.indexOf('eXIf') - 4)
      const part = exif.subarray(0, 12 + exif.readUInt32BE(0))
      await expect(strip(await animated(part))).rejects.toThrow(/animated PNG/)
    })
  })

  it.each(['png', 'jpeg', 'webp', 'gif'] as const)('refuses a %s that is cut off', async (format) => {
    const whole = await picture().toFormat(format).toBuffer()
    await expect(strip(whole.subarray(0, whole.length - 20))).rejects.toMatchObject({
      name: 'InvalidInput',
    })
  })
})
