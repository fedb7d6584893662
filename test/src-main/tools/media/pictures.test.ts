import exifr from 'exifr'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { InvalidInput } from '../../../../src-main/tool-kit/tool-context.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

// Every tool answers with an object; the comparison checks what is read from it.
const run = async (slug: string, input: unknown) => (await runTool(slug, input)) as Record<string, never>
const base64 = (bytes: Buffer) => bytes.toString('base64')

const ALL_TAGS = {
  tiff: true,
  exif: true,
  gps: true,
  iptc: true,
  xmp: true,
  icc: true,
  jfif: false,
  ihdr: false,
}
const PLAIN = { create: { width: 40, height: 20, channels: 3 as const, background: '#2563eb' } }
const EXIF = {
  IFD0: { Make: 'Acme', Copyright: 'Me', Orientation: '6' },
  IFD3: {
    GPSLatitudeRef: 'S',
    GPSLatitude: '51/1 30/1 0/1',
    GPSLongitudeRef: 'W',
    GPSLongitude: '0/1 7/1 30/1',
  },
}
const JPEG = await sharp(PLAIN).jpeg().toBuffer()
const withSecrets = async (format: 'jpeg' | 'png' | 'webp') =>
  await sharp(PLAIN).withMetadata({ orientation: 6 }).withExifMerge(EXIF).toFormat(format).toBuffer()

// XMP, part 1, 7.5: a bag, and a property of the Dublin Core.
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="Archive">
    <dc:subject><rdf:Bag><rdf:li>sea</rdf:li><rdf:li>sky</rdf:li></rdf:Bag></dc:subject>
  </rdf:Description></rdf:RDF></x:xmpmeta>`

/** A JPEG whose Exif has one entry, the comment of a user (37510), written by hand. */
function withUserComment(comment: Buffer): Buffer {
  const entry = (tag: number, type: number, count: number, value: number) => {
    const bytes = Buffer.alloc(12)
    bytes.writeUInt16LE(tag, 0)
    bytes.writeUInt16LE(type, 2)
    bytes.writeUInt32LE(count, 4)
    bytes.writeUInt32LE(value, 8)
    return Buffer.concat([Buffer.from([1, 0]), bytes, Buffer.alloc(4)])
  }
  const [first, second] = [8, 26]
  const tiff = Buffer.concat([
    Buffer.from([0x49, 0x49, 42, 0, first, 0, 0, 0]),
    entry(0x8769, 4, 1, second),
    entry(37_510, 7, comment.length, second + 18),
    comment,
  ])
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(exif.length + 2, 2)
  return Buffer.concat([JPEG.subarray(0, 2), head, exif, JPEG.subarray(2)])
}

describe('vision-image-metadata', () => {
  it.each(['jpeg', 'png', 'webp'] as const)(
    'reads the XMP of a picture by its members: %s',
    async (format) => {
      const picture = await sharp(PLAIN).withXmp(XMP).toFormat(format).toBuffer()
      const { metadata } = await run('vision-image-metadata', { image: base64(picture) })
      expect(metadata).toMatchObject({ source: 'Archive', subject: ['sea', 'sky'] })
      expect(metadata).not.toHaveProperty('xmp')
      expect(metadata).not.toHaveProperty('XML:com.adobe.xmp')
    },
  )

  // Exif 3.0, 4.6.6.6: eight bytes name the character code of the text behind them.
  it.each([
    ['ASCII', Buffer.from('Hello')],
    ['UNICODE', Buffer.from('Hello', 'utf16le')],
    ['UNICODE', Buffer.from('Hello', 'utf16le').swap16()],
  ])('reads the comment of a user in %s', async (code, text) => {
    const comment = Buffer.concat([Buffer.from(code.padEnd(8, '\0')), text])
    const { metadata } = await run('vision-image-metadata', { image: base64(withUserComment(comment)) })
    expect(metadata).toMatchObject({ UserComment: 'Hello' })
  })

  it('reads position, camera and the size as shown', async () => {
    expect(await run('vision-image-metadata', { image: base64(await withSecrets('jpeg')) })).toMatchObject({
      format: 'jpeg',
      width: 20,
      height: 40,
      orientation: 6,
      channels: 3,
      location: { latitude: -51.5, longitude: -0.125 },
      metadata: { Make: 'Acme', Copyright: 'Me' },
    })
  })

  it.each(['png', 'webp'] as const)('reads the same of a %s', async (format) => {
    expect(await run('vision-image-metadata', { image: base64(await withSecrets(format)) })).toMatchObject({
      format,
      location: { latitude: -51.5, longitude: -0.125 },
      metadata: { Make: 'Acme' },
    })
  })

  // Exif 3.0, 4.6.6: DateTimeOriginal is the time on the clock of the camera, and has no zone.
  it.each(['UTC', 'Asia/Tokyo'])('gives the time of the camera on a machine in %s', async (zone) => {
    const before = process.env['TZ']
    process.env['TZ'] = zone
    try {
      const taken = await sharp(PLAIN)
        .withExifMerge({ IFD2: { DateTimeOriginal: '2024:02:29 12:34:56' } })
        .jpeg()
        .toBuffer()
      expect(await run('vision-image-metadata', { image: base64(taken) })).toMatchObject({
        metadata: { DateTimeOriginal: '2024-02-29T12:34:56' },
      })
    } finally {
      if (before === undefined) delete process.env['TZ']
      else process.env['TZ'] = before
    }
  })

  it('counts the frames of an animation', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#00ff00', '#0000ff'].map((background) =>
        sharp({ create: { ...PLAIN.create, background } })
          .png()
          .toBuffer(),
      ),
    )
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect(await run('vision-image-metadata', { image: base64(gif) })).toMatchObject({
      format: 'gif',
      frames: 3,
      width: 40,
      height: 20,
    })
    const clean = await run('vision-metadata-strip', { image: base64(gif) })
    expect((await sharp(Buffer.from(clean.image!, 'base64'), { animated: true }).metadata()).pages).toBe(3)
  })
})

describe('vision-metadata-strip', () => {
  it.each(['jpeg', 'png', 'webp'] as const)(
    'leaves nothing in a %s that another reader finds',
    async (format) => {
      const before = await withSecrets(format)
      expect(before.includes('Acme')).toBe(true)
      const clean = await run('vision-metadata-strip', { image: base64(before) })
      const after = Buffer.from(clean.image!, 'base64')
      // exifr reads no WebP; its EXIF block is read out of the decoder.
      const { exif, xmp, iptc } = await sharp(after).metadata()
      expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined])
      const found: unknown = await exifr.parse(after, ALL_TAGS).catch(() => undefined)
      expect(found).toBeUndefined()
      expect(after.includes('Acme')).toBe(false)
      expect(clean).toMatchObject({
        had_location: true,
        removed: expect.arrayContaining(['Make', 'GPSLatitude']),
      })
      expect(await sharp(after).metadata()).toMatchObject({ format, width: 20, height: 40 })
    },
  )

  it('keeps every pixel of a PNG', async () => {
    const noise = Buffer.from(Array.from({ length: 30 * 30 * 4 }, (_, i) => (i * 7919) % 256))
    const png = await sharp(noise, { raw: { width: 30, height: 30, channels: 4 } })
      .png()
      .toBuffer()
    const { image } = await run('vision-metadata-strip', { image: base64(png) })
    expect(await sharp(Buffer.from(image!, 'base64')).raw().toBuffer()).toEqual(noise)
  })
})

describe('vision-image-resize', () => {
  const resize = async (options: object, source = PLAIN) =>
    run('vision-image-resize', { image: base64(await sharp(source).png().toBuffer()), ...options })

  it.each([
    [{ width: 20 }, 20, 10],
    [{ height: 5 }, 10, 5],
    [{ width: 10, height: 10 }, 10, 5],
    [{ width: 10, height: 10, fit: 'cover' }, 10, 10],
    [{ width: 10, height: 10, fit: 'contain' }, 10, 10],
    [{ width: 7, height: 9, fit: 'fill' }, 7, 9],
    [{ width: 400 }, 40, 20],
    [{ width: 400, enlarge: true }, 400, 200],
    [{}, 40, 20],
  ])('gives %j the size %i × %i', async (options, width, height) => {
    expect(await resize(options)).toMatchObject({ width, height, mime: 'image/png' })
  })

  it.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'writes a %s that reads back in its colour',
    async (format) => {
      const { image, mime } = await resize({ format, width: 16 })
      expect(mime).toBe(`image/${format}`)
      const { data } = await sharp(Buffer.from(image!, 'base64'))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      const [r, g, b] = [...data.subarray(0, 3)]
      expect(Math.hypot(r! - 0x25, g! - 0x63, b! - 0xeb)).toBeLessThan(12)
    },
  )

  it('fills in the background that a JPEG cannot leave open', async () => {
    const clear = {
      create: { width: 8, height: 8, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    }
    const image = base64(await sharp(clear).png().toBuffer())
    const answer = await run('vision-image-resize', { image, format: 'jpeg', background: '#ff0000' })
    const data = await sharp(Buffer.from(answer.image!, 'base64')).raw().toBuffer()
    expect(data[0]).toBeGreaterThan(245)
  })
})

describe('a picture that is broken or too large', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="/etc/passwd"/></svg>'
  // A PNG head that claims 60,000 × 60,000 pixels.
  const claim = Buffer.from('89504e470d0a1a0a0000000d494844520000ea600000ea60080600000000000000', 'hex')

  it.each([
    ['text', Buffer.from('hello')],
    ['SVG, which refers to files', Buffer.from(svg)],
    ['TIFF', Buffer.from('49492a0008000000', 'hex')],
    ['PDF', Buffer.from('%PDF-1.7')],
    ['a head that claims 3.6 gigapixels', claim],
  ])('is refused by every tool: %s', async (_name, bytes) => {
    for (const slug of [
      'vision-image-metadata',
      'vision-metadata-strip',
      'vision-image-resize',
      'vision-qr-decode',
    ])
      await expect(run(slug, { image: base64(bytes) }), slug).rejects.toBeInstanceOf(InvalidInput)
  })

  it('is refused when it is damaged, or the result would be too large', async () => {
    const jpeg = await sharp({ create: { ...PLAIN.create, width: 800, height: 800 } })
      .jpeg()
      .toBuffer()
    await expect(
      run('vision-image-resize', { image: base64(jpeg.subarray(0, 400)) }),
    ).rejects.toBeInstanceOf(InvalidInput)
    const png = base64(await sharp(PLAIN).png().toBuffer())
    await expect(
      run('vision-image-resize', { image: png, width: 4096, height: 4096, fit: 'fill', enlarge: true }),
    ).rejects.toThrow('too many')
    await expect(
      run('vision-image-resize', { image: png, width: 2000, enlarge: true, format: 'avif', height: 2000 }),
    ).rejects.toThrow('avif')
  })

  it.each(['!!!', '====', 'A', 'data:image/png;base64,', 'data:image/png,abc%20'])(
    'is refused as %j',
    async (image) => {
      await expect(run('vision-image-metadata', { image })).rejects.toBeInstanceOf(InvalidInput)
    },
  )
})
