import { describe, expect, it } from 'vitest'
import { writeBody } from '../../../../src-main/extensions/openapi/write-body.ts'
import type { PlannedBody } from '../../../../src-main/extensions/openapi/request-plan.ts'

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0x00, 0x0d, 0x0a, 0x2d, 0x2d])

/** What a server reads of a form, by a reader that is not ours. */
async function formOf(plan: PlannedBody, value: unknown): Promise<FormData> {
  const { type, body } = writeBody(plan, value)
  return await new Response(new Uint8Array(Buffer.from(body)), {
    headers: { 'content-type': type },
  }).formData()
}

describe('bodies of a request', () => {
  it('writes JSON, text and bytes as they are', () => {
    const json = { field: 'body', form: 'json', type: 'application/json' } as const
    expect(writeBody(json, { a: [1, null] })).toEqual({ type: json.type, body: '{"a":[1,null]}' })
    expect(writeBody({ ...json, form: 'text', type: 'text/plain' }, 'a\nb').body).toBe('a\nb')
    const bytes = { ...json, form: 'bytes', type: 'image/jpeg' } as const
    expect(writeBody(bytes, JPEG.toString('base64')).body).toEqual(JPEG)
    expect(writeBody(bytes, JPEG.toString('base64url')).body).toEqual(JPEG)
    expect(writeBody(bytes, `data:image/jpeg;base64,${JPEG.toString('base64')}`).body).toEqual(JPEG)
    expect(() => writeBody(bytes, 'not base64!')).toThrow(/must be Base64/)
  })

  it('writes a form that a server reads as it was given', async () => {
    const type = 'application/x-www-form-urlencoded'
    const form = { field: 'body', form: 'form', type } as const
    const read = await formOf(form, { a: 'x y&z=ü+', list: [1, 2], inner: { b: true }, none: null })
    expect([...read]).toEqual([
      ['a', 'x y&z=ü+'],
      ['list', '1'],
      ['list', '2'],
      ['inner', '{"b":true}'],
    ])
    const encoded = { ...form, parts: { inner: { style: 'deepObject', explode: true } } } as const
    expect(writeBody(encoded, { inner: { b: [1, 2] } }).body).toBe('inner%5Bb%5D=1&inner%5Bb%5D=2')
  })

  it('writes parts with files, their names and their types', async () => {
    const plan: PlannedBody = {
      ...{ field: 'body', form: 'multipart', type: 'multipart/form-data' },
      parts: {
        file: { isFile: true },
        more: { isFile: true, type: 'image/png' },
        meta: { type: 'a/json' },
      },
    }
    const base64 = JPEG.toString('base64')
    const read = await formOf(plan, {
      file: { base64, filename: 'a "b"\r\n.jpg', type: 'image/jpeg' },
      more: [base64, `data:image/gif;base64,${base64}`],
      meta: { k: 1 },
      tags: ['x', 'y'],
      text: 'ü\r\n--',
    })
    const [file, first, second] = [read.get('file'), ...read.getAll('more')] as File[]
    expect([file?.name, file?.type]).toEqual(['a "b"\r\n.jpg', 'image/jpeg'])
    expect(Buffer.from(await file!.arrayBuffer())).toEqual(JPEG)
    expect([first?.type, second?.type]).toEqual(['image/png', 'image/gif'])
    expect([read.getAll('tags'), read.get('text')]).toEqual([['x', 'y'], 'ü\r\n--'])
    const meta = read.get('meta')
    expect(typeof meta === 'string' ? meta : await meta?.text()).toBe('{"k":1}')
  })

  it('refuses a media type that would begin a header of its own', () => {
    const plan: PlannedBody = {
      ...{ field: 'body', form: 'multipart', type: 'multipart/form-data' },
      parts: { file: { isFile: true } },
    }
    const file = { base64: 'AA==', type: 'a/b\r\nx-evil: 1' }
    expect(() => writeBody(plan, { file })).toThrow(/media type/)
  })
})
