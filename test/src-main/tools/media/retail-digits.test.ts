import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'

describe('vision-qr-decode', () => {
  // GS1 General Specifications, UPC-E: each rule for the zeros that are left out, with the UPC-A that it stands for.
  it.each(['01234505', '01234514', '01234523', '01234531', '01234543', '01234558', '01234565', '01234592'])(
    'reads the eight digits of the UPC-E %s',
    async (digits) => {
      const input = {
        text: digits.slice(0, 7),
        symbology: 'upce',
        format: 'png',
      }
      const { png_base64 } = (await runTool('vision-barcode-generate', input)) as { png_base64: string }
      const { codes } = (await runTool('vision-qr-decode', {
        image: png_base64,
        barcodes: true,
      })) as {
        codes: { format: string; text: string }[]
      }
      expect(codes.map(({ format, text }) => [format, text.slice(0, 7)])).toEqual([
        ['UPCE', digits.slice(0, 7)],
      ])
    },
  )

  it('reads the twelve digits of a UPC-A', async () => {
    const input = { text: '036000291452', symbology: 'upca', format: 'png' }
    const { png_base64 } = (await runTool('vision-barcode-generate', input)) as { png_base64: string }
    const { codes } = (await runTool('vision-qr-decode', {
      image: png_base64,
      barcodes: true,
    })) as {
      codes: { format: string; text: string; bytes_hex: string }[]
    }
    expect(codes).toMatchObject([
      {
        format: 'UPCA',
        text: '036000291452',
        bytes_hex: '303336303030323931343532',
      },
    ])
  })
})
