import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Catalogue } from '../../../src-main/registry/catalogue.ts'
import { prepareInTurns, PreparedDocument } from '../../../src-main/registry/prepared-document.ts'
import { loadRegistry } from '../../../src-main/registry/registry.ts'

const registry = await loadRegistry()

describe('the catalogue', () => {
  it('serialises each query once', async () => {
    const catalogue = new Catalogue(registry)
    const first = await catalogue.list({ format: 'native' })
    expect(await catalogue.list({ format: 'native' })).toBe(first)
    expect((await catalogue.list({ format: 'mcp' }))?.etag).not.toBe(first?.etag)
  })

  it('is written once for two that ask for it at the same time', async () => {
    const catalogue = new Catalogue(registry)
    const [one, other] = await Promise.all([1, 2].map(() => catalogue.list({ format: 'native' })))
    expect(one).toBe(other)
  })

  it('keeps no more than 16 MiB of lists, however many queries come', async () => {
    const catalogue = new Catalogue(registry)
    const kept = new Set([(await catalogue.list({ format: 'native', q: 'e' }))!])
    const size = [...kept][0]!.bytes.length
    const queries = Math.ceil((16 * 1024 * 1024) / size) + 1
    for (let n = 0; n < queries; n++) await catalogue.list({ format: 'native', q: `e${' '.repeat(n + 1)}` })
    expect(kept.has((await catalogue.list({ format: 'native', q: 'e' }))!)).toBe(false)
  })

  it('keeps no more than 1,000 lists, however short they are', async () => {
    const catalogue = new Catalogue(registry)
    const listOf = async (n: number) => await catalogue.list({ format: 'native', q: `zzqx${n}` })
    const first = await listOf(0)
    for (let n = 1; n < 1_000; n++) await listOf(n)
    expect(await listOf(0)).toBe(first)
    await listOf(1_000)
    expect(await listOf(0)).not.toBe(first)
  })

  it('keeps the fields of a schema in the order their tool declares', async () => {
    const { tools } = JSON.parse(await catalogueText('native'))
    const diff = tools.find((tool: { slug: string }) => tool.slug === 'text-diff')
    expect(Object.keys(diff.input_schema.properties).slice(0, 3)).toEqual(['before', 'after', 'by'])
  })

  const catalogueText = async (format: 'native') =>
    (await new Catalogue(registry).list({ format }))!.bytes.toString('utf8')
})

describe('a prepared document', () => {
  it('hashes the bytes that are sent', () => {
    const { bytes, hash, etag } = new PreparedDocument({ b: 'ä', a: [1] })
    expect(bytes.toString('utf8')).toBe('{"b":"ä","a":[1]}')
    expect(hash).toBe(createHash('sha256').update('{"b":"ä","a":[1]}').digest('hex'))
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/)
  })

  // Catches: a short document that keeps the block of 64 KiB it was taken from.
  it('keeps no more memory than its bytes', async () => {
    for (const text of ['short', 'ä'.repeat(5_000)])
      for (const { bytes } of [new PreparedDocument({ text }), await prepareInTurns({ text })])
        expect(bytes.buffer.byteLength).toBe(bytes.length)
  })

  it('has the same bytes when it is written in turns', async () => {
    for (const body of [
      {},
      { ok: true, total: 2, none: undefined, empty: [], nothing: null, no: {} },
      { tools: Array.from({ length: 100 }, (_, at) => ({ at, text: '🙂"', gone: undefined })) },
      { paths: { b: [1], a: undefined, 'ü"': { deep: [null, {}] } }, list: [undefined, null, 'x', [[]]] },
    ]) {
      const { bytes, etag } = await prepareInTurns(body)
      expect(bytes.toString()).toBe(JSON.stringify(body))
      expect(etag).toBe(new PreparedDocument(body).etag)
    }
  })

  it('gives other bytes another tag', () => {
    expect(new PreparedDocument({ a: 1 }).etag).not.toBe(new PreparedDocument({ a: 2 }).etag)
  })
})
