import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mcpClient, readText, textsOf } from '../../support/gateway/mcp-client.ts'
import { TestGateway } from '../../support/gateway/test-gateway.ts'
import { receiver } from '../../support/network/receiver.ts'

// FIPS 180-2, B.1.
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

let gateway: TestGateway
let client: Client
beforeAll(async () => {
  gateway = await TestGateway.create()
  client = await mcpClient(gateway, { query: '?toolset=all' })
})
afterAll(async () => {
  await client.close()
  await gateway.close()
})
beforeEach(() => gateway.advance(60_000))

const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args })
const fileOf = (content: string, mediaType = 'text/plain') =>
  gateway.instance.services.files.store.add(gateway.keyId, {
    name: 'abc.txt',
    mediaType,
    content: Buffer.from(content),
    ttlSeconds: 600,
  })

describe('files over MCP', () => {
  it('are resources of the key, as text or as bytes', async () => {
    const { uri, name, bytes } = await fileOf('abc')
    const { resources } = await client.listResources()
    expect(resources).toContainEqual(expect.objectContaining({ uri, title: name, size: bytes }))
    expect(await readText(client, uri)).toBe('abc')
    const other = await fileOf('abc', 'application/pdf')
    const { contents } = await client.readResource({ uri: other.uri })
    expect(contents).toEqual([{ uri: other.uri, mimeType: 'application/pdf', blob: 'YWJj' }])
    const stranger = await mcpClient(gateway, { key: gateway.instance.demoKey })
    await expect(readText(stranger, uri)).rejects.toMatchObject({ code: -32602 })
    await stranger.close()
  })

  it('fill fields that say so in their schema', async () => {
    const { tools } = await client.listTools()
    const tool = tools.find(({ name }) => name === 'crypto-hash-sha256')
    expect(tool?.inputSchema.properties?.text).toMatchObject({
      anyOf: [{ type: 'string' }, { type: 'object', properties: { file: { type: 'string' } } }],
    })
    const { id, uri } = await fileOf('abc')
    for (const file of [id, uri]) {
      const result = await call('crypto-hash-sha256', { text: { file } })
      expect(textsOf(result)[0]).toContain(ABC)
    }
  })

  it('may be an entry of memory, and nothing of another key', async () => {
    await gateway.call('memory-set', { namespace: 'n', key: 'k/1', value: 'abc' })
    await gateway.call('memory-set', { namespace: 'n', key: 'o', value: { a: 1 } })
    const hashed = async (file: string) =>
      textsOf(await call('crypto-hash-sha256', { text: { file } })).join('')
    expect(await hashed('toolgate://memory/n/k%2F1')).toContain(ABC)
    // The JSON of any other value.
    expect(await hashed('toolgate://memory/n/o')).toContain(
      '015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862',
    )
    for (const uri of ['toolgate://memory/n', 'toolgate://memory/n/none', 'toolgate://receipts/recent'])
      expect(await hashed(uri)).toContain('This key has no file')
  })

  it('may be the result of another call: a picture goes from tool to tool without its bytes', async () => {
    const made = await call('vision-qr-generate', { text: 'https://example.com', format: 'png' })
    const link = made.content.find(({ type }) => type === 'resource_link')
    expect(link).toMatchObject({ mimeType: 'image/png', name: 'png_base64' })
    const uri = link?.type === 'resource_link' ? link.uri : ''
    const read = await call('vision-qr-decode', { image: { file: uri } })
    expect(textsOf(read)[0]).toContain('https://example.com')
    const { contents } = await client.readResource({ uri })
    const [image] = made.content
    expect(contents[0]).toMatchObject({ blob: image?.type === 'image' ? image.data : '' })
    gateway.advance(16 * 60_000)
    expect((await call('vision-qr-decode', { image: { file: uri } })).isError).toBe(true)
  })

  it('may be the whole of a long text', async () => {
    const result = await call('text-csv-to-json', { csv: `a\n${'é'.repeat(30_000)}` })
    const [, id] = /toolgate:\/\/result\/([\w-]+)\/2/.exec(textsOf(result).join('')) ?? []
    const read = await call('text-json-validate', { json_text: { file: `toolgate://result/${id}` } })
    expect(textsOf(read)[0]).toContain('"valid":true')
  })
})

describe('bytes in a result that a model is not shown', () => {
  // Catches: thousands of tokens of Base64, of which a page says nothing.
  it('are a link, and the text has the rest', async () => {
    const body = Buffer.from(Array.from({ length: 3_000 }, (_, n) => n % 256))
    const target = await receiver((_, response) => response.end(body))
    const open = await TestGateway.create({ allowedOrigins: [target.origin] })
    const other = await mcpClient(open, { query: '?toolset=all' })
    const result = await other.callTool({
      name: 'file-download',
      arguments: { url: `${target.origin}/a.bin` },
    })
    const [text = '', note = ''] = textsOf(result)
    expect(JSON.parse(text)).toMatchObject({ bytes: 3_000, filename: 'a.bin' })
    expect(text).not.toContain('"content"')
    const link = result.content.find(({ type }) => type === 'resource_link')
    const uri = link?.type === 'resource_link' ? link.uri : ''
    expect(note).toContain(JSON.stringify({ file: uri }))
    const { contents } = await other.readResource({ uri })
    expect(contents).toEqual([{ uri, mimeType: 'application/octet-stream', blob: body.toString('base64') }])
    await other.close()
    await open.close()
  })
})
