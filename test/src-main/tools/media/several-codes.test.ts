import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'

describe('vision-qr-decode', () => {
  // UTF-8 of a few letters looks like Shift JIS.
  it.each(['é', 'ü', 'ß', 'öä', 'naïve', '点', 'Ж', '😀'])('reads %s as it was written', async (text) => {
    const { png_base64 } = (await runTool('vision-qr-generate', { text, format: 'png' })) as {
      png_base64: string
    }
    expect(await runTool('vision-qr-decode', { image: png_base64 })).toMatchObject({ text })
  })

  it('finds every code in a picture, and barcodes on request', async () => {
    const made = [
      ['vision-qr-generate', { text: 'one', format: 'png', size: 250 }],
      ['vision-qr-generate', { text: 'two ü', format: 'png', size: 250 }],
      ['vision-barcode-generate', { text: '4006381333931', symbology: 'ean13', format: 'png' }],
    ] as const
    const pictures = await Promise.all(
      made.map(
        async ([slug, input]) => ((await runTool(slug, input)) as { png_base64: string }).png_base64,
      ),
    )
    const places = [
      { left: 50, top: 50 },
      { left: 500, top: 300 },
      { left: 50, top: 400 },
    ]
    const picture = await sharp({ create: { width: 800, height: 700, channels: 3, background: 'white' } })
      .composite(pictures.map((png, at) => ({ input: Buffer.from(png, 'base64'), ...places[at] })))
      .png()
      .toBuffer()
    const textsOf = async (barcodes: boolean) => {
      const image = picture.toString('base64')
      const { codes } = (await runTool('vision-qr-decode', { image, barcodes })) as {
        codes: { text: string }[]
      }
      return codes.map(({ text }) => text).toSorted()
    }
    expect(await textsOf(false)).toEqual(['one', 'two ü'])
    expect(await textsOf(true)).toEqual(['4006381333931', 'one', 'two ü'])
  })
})
