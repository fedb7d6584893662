import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../support/gateway/test-gateway.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

const COLOURS = ['#ff0000', '#00ff00', '#0000ff']

async function animation(format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = COLOURS.map((background) =>
    sharp({ create: { width: 40, height: 20, channels: 3, background } })
      .png()
      .toBuffer(),
  )
  const joined = sharp(await Promise.all(frames), { join: { animated: true } })
  return await joined.toFormat(format, { delay: [50, 100, 150], loop: 2 }).toBuffer()
}

async function resize(picture: Buffer, options: object): Promise<Json> {
  const image = picture.toString('base64')
  return await runTool('vision-image-resize', { image, ...options })
}

describe('vision-image-resize', () => {
  it.each([
    ['gif', undefined],
    ['webp', undefined],
    ['gif', 'webp'],
    ['webp', 'gif'],
  ] as const)('keeps the frames of an animated %s in %s', async (from, format) => {
    const answer = await resize(await animation(from), { width: 20, format })
    expect(answer).toMatchObject({
      mime: `image/${format ?? from}`,
      width: 20,
      height: 10,
      frames: 3,
      dropped_frames: 0,
    })
    const after = sharp(Buffer.from(answer.image, 'base64'), { animated: true })
    expect(await after.metadata()).toMatchObject({ pages: 3, delay: [50, 100, 150], loop: 2 })
    const { data, info } = await after.removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const frame = data.length / 3
    COLOURS.forEach((colour, at) => {
      const [r = 0, g = 0, b = 0] = data.subarray(at * frame + info.channels * 105)
      const wanted = [1, 3, 5].map((from) => parseInt(colour.slice(from, from + 2), 16))
      expect(Math.hypot(r - wanted[0]!, g - wanted[1]!, b - wanted[2]!), colour).toBeLessThan(12)
    })
  })

  it.each(['png', 'jpeg', 'avif'] as const)('says how many frames a %s cannot hold', async (format) => {
    const answer = await resize(await animation('gif'), { width: 20, format })
    expect(answer).toMatchObject({ mime: `image/${format}`, frames: 1, dropped_frames: 2 })
  })

  it('writes a GIF without animation as PNG, and counts the frames of an animation against its limit', async () => {
    const still = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#123456' } })
      .gif()
      .toBuffer()
    expect(await resize(still, {})).toMatchObject({ mime: 'image/png', frames: 1, dropped_frames: 0 })
    const large = { width: 4_000, height: 1_000, fit: 'fill', enlarge: true }
    await expect(resize(await animation('gif'), large)).rejects.toThrow('in all frames')
    expect(await resize(await animation('gif'), { ...large, format: 'png' })).toMatchObject({ frames: 1 })
  })

  it('keeps the 16 bits of a PNG', async () => {
    const deep = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
      .toColourspace('rgb16')
      .png()
      .toBuffer()
    const { image } = await resize(deep, { width: 4 })
    expect(await sharp(Buffer.from(image, 'base64')).metadata()).toMatchObject({
      depth: 'ushort',
      width: 4,
    })
  })
})
