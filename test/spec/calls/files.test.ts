import { hash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FILE_LIMITS, MAX_FILE_BYTES } from '../../../src-shared/files/file-limits.ts'
import type { UploadedFile } from '../../../src-shared/files/file-reference.ts'
import { TestGateway, type TestAnswer, type TestCall } from '../../support/gateway/test-gateway.ts'
import { waitUntil } from '../../support/wait-until.ts'

// A PNG of one pixel (W3C PNG specification, 4.1 and 11.2).
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
)
const SHA = 'crypto-hash-sha256'
// FIPS 180-2, B.1.
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create()
})
afterAll(async () => await gateway.close())
// Calls of one test must not use up the rate of another.
beforeEach(() => gateway.advance(60_000))

async function upload(
  content: Buffer | string | FormData,
  { key = gateway.key, type, query = '' }: { key?: string; type?: string; query?: string } = {},
): Promise<TestAnswer> {
  const request = new Request(`http://127.0.0.1:4777/v1/files${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, ...(type === undefined ? {} : { 'content-type': type }) },
    body: Buffer.isBuffer(content) ? Uint8Array.from(content) : content,
  })
  const response = await gateway.instance.app.fetch(request)
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: JSON.parse(text) }
}

const kept = async (content: Buffer | string): Promise<UploadedFile> => (await upload(content)).json.file
const call = (slug: string, input: object, more: TestCall = {}) => gateway.call(slug, input, more)

describe('an uploaded file', () => {
  it('is kept with its name, type, size, hash and end, and can be listed, read and deleted', async () => {
    const sent = await upload(PNG, { type: 'image/png', query: '?name=dot.png&ttl_seconds=60' })
    expect(sent.status).toBe(201)
    const { file } = sent.json
    expect(file).toMatchObject({
      name: 'dot.png',
      media_type: 'image/png',
      bytes: PNG.length,
      sha256: hash('sha256', PNG),
    })
    expect(Date.parse(file.expires_at) - Date.parse(file.created_at)).toBe(60_000)
    expect(sent.headers.get('location')).toBe(`/v1/files/${file.id}`)
    expect(sent.headers.get('x-credits-used')).toBe('0')

    const { json } = await gateway.send('/v1/files')
    expect(json.files).toContainEqual(file)
    expect(json.usage).toMatchObject({ max_files: FILE_LIMITS.perKey })
    const read = await gateway.open(`/v1/files/${file.id}`)
    expect(Buffer.from(await read.arrayBuffer())).toEqual(PNG)
    expect(read.headers.get('content-type')).toBe('application/octet-stream')
    expect(read.headers.get('content-disposition')).toContain('dot.png')
    expect(read.headers.get('x-output-hash')).toBe(file.sha256)

    expect(await gateway.send(`/v1/files/${file.id}`, { method: 'DELETE' })).toMatchObject({
      status: 200,
      json: { status: 'deleted' },
    })
    expect(await gateway.send(`/v1/files/${file.id}`)).toMatchObject({ status: 404 })
    expect(await gateway.send(`/v1/files/${file.id}`, { method: 'DELETE' })).toMatchObject({ status: 404 })
  })

  it('may come in a form', async () => {
    const form = new FormData()
    form.append('file', new File([Uint8Array.from(PNG)], 'C:\\pictures\\dot.png', { type: 'image/png' }))
    const { json } = await upload(form)
    expect(json.file).toMatchObject({
      name: 'dot.png',
      media_type: 'image/png',
      sha256: hash('sha256', PNG),
    })
    form.append('more', 'x')
    expect(await upload(form)).toMatchObject({ status: 400, json: { error: { code: 'validation_error' } } })
    expect(await upload('no form', { type: 'multipart/form-data; boundary=x' })).toMatchObject({
      status: 400,
    })
  })

  it('has a name and a size that fit', async () => {
    expect(await upload('')).toMatchObject({ status: 400 })
    expect(await upload(Buffer.alloc(MAX_FILE_BYTES, 1))).toMatchObject({ status: 201 })
    expect(await upload(Buffer.alloc(MAX_FILE_BYTES + 1, 1))).toMatchObject({
      status: 413,
      json: { error: { code: 'payload_too_large', limit: MAX_FILE_BYTES } },
    })
    for (const query of ['?name=%0A', `?name=${'x'.repeat(201)}`, '?ttl_seconds=1', '?color=red'])
      expect([query, (await upload('x', { query })).status]).toEqual([query, 400])
  })

  it('belongs to the key that uploaded it', async () => {
    const { id } = await kept('abc')
    const { json } = await gateway.send('/v1/auth/signup', { body: { email: 'b@example.com', name: 'B' } })
    const other = { key: json.key }
    expect(await gateway.send(`/v1/files/${id}`, other)).toMatchObject({ status: 404 })
    expect(await gateway.send(`/v1/files/${id}`, { ...other, method: 'DELETE' })).toMatchObject({
      status: 404,
    })
    expect(await call(SHA, { text: { file: id } }, other)).toMatchObject({
      status: 400,
      json: { error: { issues: [{ path: 'text' }] } },
    })
    expect(await gateway.send(`/v1/files/${id}`)).toMatchObject({ status: 200 })
  })

  it('ends by itself, and then gives its room back', async () => {
    const fresh = await TestGateway.create()
    const { store } = fresh.instance.services.files
    const file = await store.add(fresh.keyId, {
      name: 'a',
      mediaType: 'text/plain',
      content: PNG,
      ttlSeconds: 60,
    })
    fresh.advance(59_999)
    expect(await store.read(fresh.keyId, file.id)).toEqual(PNG)
    fresh.advance(1)
    expect(await store.read(fresh.keyId, file.id)).toBeNull()
    expect(await store.list(fresh.keyId)).toEqual([])
    await store.add(fresh.keyId, { name: 'b', mediaType: 'text/plain', content: PNG, ttlSeconds: 60 })
    expect((await store.usageOf(fresh.keyId)).files).toBe(1)
    await fresh.close()
  })

  it('is refused when the key keeps as many as it may, and nothing of the key is deleted for it', async () => {
    const fresh = await TestGateway.create()
    const { store } = fresh.instance.services.files
    const add = (): Promise<UploadedFile> =>
      store.add(fresh.keyId, { name: 'a', mediaType: 'text/plain', content: PNG, ttlSeconds: 60 })
    for (let n = 0; n < FILE_LIMITS.perKey; n++) await add()
    await expect(add()).rejects.toThrow(expect.objectContaining({ code: 'validation_error' }))
    expect(await store.list(fresh.keyId)).toHaveLength(FILE_LIMITS.perKey)
    await fresh.close()
  })
})

describe('a call that refers to a file', () => {
  it('is answered and charged as if the content had been sent', async () => {
    const { id, uri } = await kept('abc')
    const inline = await call(SHA, { text: 'abc' })
    for (const body of [
      { text: { file: id } },
      { text: { file: uri } },
      { input: { file: id } },
      { text: { file: id, as: 'text' } },
      { text: { file: id, as: 'base64' }, input_encoding: 'base64' },
    ]) {
      const { json } = await call(SHA, body)
      expect([body, json.data?.hash, json.meta?.output_hash]).toEqual([
        body,
        ABC,
        inline.json.meta.output_hash,
      ])
      expect(json.meta.credits_used).toBe(inline.json.meta.credits_used)
    }
  })

  // Catches: a receipt over the reference, which nobody could check once the file has ended.
  it('has a receipt that states the hash of the content', async () => {
    const { id } = await kept('abc')
    const [inline, filed] = await Promise.all([
      call(SHA, { text: 'abc', receipt: true }),
      call(SHA, { text: { file: id }, receipt: true }),
    ])
    const hashes = [inline, filed].map(({ json }) => json.receipt.statement.input_hash)
    expect(hashes).toEqual(Array(2).fill(hash('sha256', '{"text":"abc"}')))
  })

  it('gives a field of bytes the bytes in Base64', async () => {
    const { id } = await kept(PNG)
    const { json } = await call('vision-image-metadata', { image: { file: id } })
    expect(json.data).toMatchObject({ width: 1, height: 1 })
  })

  it('works in batches, jobs, streams and dry runs', async () => {
    const { id } = await kept('abc')
    const body = { text: { file: id } }
    const batch = await gateway.send('/v1/batch', { body: { calls: [{ slug: SHA, input: body }] } })
    expect(batch.json.results[0].data.hash).toBe(ABC)
    const stream = await gateway.send(`/v1/stream/${SHA}`, { body })
    expect(stream.text).toContain(ABC)
    const dry = await gateway.send(`/v1/dry-run/${SHA}`, { body })
    expect(dry.json.input_validation.valid).toBe(true)
    const job = await gateway.send(`/v1/async/${SHA}`, { body })
    // The job has the content: it needs the file no more.
    await gateway.send(`/v1/files/${id}`, { method: 'DELETE' })
    const done = await waitUntil(async () => {
      const { json } = await gateway.send(job.json.poll)
      return json.finished_at === null ? null : json
    }, 'the job finishes')
    expect(done.envelope.data.hash).toBe(ABC)
  })

  it('runs in a worker when the content is large', async () => {
    const text = 'abc '.repeat(50_000)
    const { id } = await kept(text)
    const { json } = await call('text-word-count', { text: { file: id } })
    expect(json.data.words).toBe(50_000)
  })

  it('costs nothing when the file cannot be used, and says which field is at fault', async () => {
    const before = gateway.balance()
    const bytes = await kept(Buffer.from([0xff, 0xfe]))
    const large = await kept('x'.repeat(60_000))
    const wrong: [string, object, string][] = [
      [SHA, { text: { file: 'file_000000000000000000000000' } }, 'text'],
      [SHA, { text: { file: '/etc/hostname' } }, 'text'],
      [SHA, { text: { file: 'toolgate://file/none' } }, 'text'],
      [SHA, { text: { file: 'toolgate://other' } }, 'text'],
      [SHA, { text: { file: 'file://elsewhere/x' } }, 'text'],
      // Bytes that are not UTF-8 would become others.
      [SHA, { text: { file: bytes.id } }, 'text'],
      [SHA, { text: { file: bytes.id, extra: 1 } }, 'text'],
      [SHA, { text: { file: bytes.id, as: 'hex' } }, 'text'],
      // The field's own limit holds for content too.
      ['llm-rewrite', { text: { file: large.id } }, 'text'],
      // A field that takes no file.
      [SHA, { text: 'abc', input_encoding: { file: bytes.id } }, 'input_encoding'],
    ]
    for (const [slug, body, path] of wrong) {
      const { status, json } = await call(slug, body)
      expect([body, status, json.error.issues?.[0]?.path]).toEqual([body, 400, path])
    }
    expect(gateway.balance()).toBe(before)
  })

  // Catches: a text of somebody else that names a file, and so reads it.
  it('never takes a text for a reference', async () => {
    const { id, uri } = await kept('abc')
    for (const text of [id, uri, JSON.stringify({ file: id })]) {
      const { json } = await call(SHA, { text })
      expect(json.data.hash).toBe(hash('sha256', text))
    }
  })

  it('leaves fields alone that take objects', async () => {
    const { json } = await call('code-json-to-typescript', {
      json: { file: 'file_000000000000000000000000' },
    })
    expect(json.data.result).toContain('file: string')
  })

  it('says in the documents of a tool which fields take a file', async () => {
    const tool = (await gateway.send('/v1/tools/vision-image-resize')).json.tool
    expect(tool.file_fields).toEqual({ image: 'base64' })
    expect((await gateway.send('/v1/tools/text-diff')).json.tool.file_fields).toEqual({
      before: 'text',
      after: 'text',
    })
    expect((await gateway.send('/v1/tools/math-evaluate')).json.tool.file_fields).toEqual({})
    const api = (await gateway.send('/v1/openapi.json')).json
    const { image } =
      api.paths['/v1/vision-image-resize'].post.requestBody.content['application/json'].schema.properties
    expect(image.anyOf).toContainEqual({ $ref: '#/components/schemas/FileReference' })
  })

  it('is recorded with the content, so that its record can be checked later', async () => {
    const { id } = await kept('abc')
    const { headers } = await call(SHA, { text: { file: id } })
    const row = gateway.instance.activity.read().find(headers.get('x-request-id')!)
    expect(row?.input).toBe('{"text":"abc"}')
  })
})
