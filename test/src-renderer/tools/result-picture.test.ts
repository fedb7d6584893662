import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { pictureOf } from '../../../src-renderer/tools/result/result-picture.ts'

const SVG = { produces: 'svg', main_output: 'svg' } as const
const IMAGE = { produces: 'image', main_output: 'image' } as const
const data = (fields: object) => ({ _engine: 'real' as const, ...fields })

describe('the picture of an answer', () => {
  it('is an SVG, whatever signs are in it', () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><text>50 % #1 ü 😀 "q"</text></svg>'
    const address = pictureOf(data({ svg }), SVG)
    expect(decodeURIComponent(address!.slice('data:image/svg+xml;charset=utf-8,'.length))).toBe(svg)
    expect(address).not.toMatch(/[#" ]/)
  })

  it.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)('is a %s in Base64', async (format) => {
    const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } })
    const image = (await picture.toFormat(format).toBuffer()).toString('base64')
    expect(pictureOf(data({ image }), IMAGE)).toBe(`data:image/${format};base64,${image}`)
  })

  it('is left out for other outputs, for other tools, and where it is too large', () => {
    expect(pictureOf(data({ svg: 'text' }), SVG)).toBeNull()
    expect(pictureOf(data({ image: 'AAAA' }), IMAGE)).toBeNull()
    expect(pictureOf(data({ text: '<svg></svg>' }), { produces: 'text', main_output: 'text' })).toBeNull()
    expect(pictureOf(data({ svg: `<svg>${' '.repeat(5_000_000)}</svg>` }), SVG)).toBeNull()
  })
})
