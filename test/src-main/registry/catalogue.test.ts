import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Catalogue, toDocument } from '../../../src-main/registry/catalogue.ts'
import { loadRegistry } from '../../../src-main/registry/registry.ts'

const registry = await loadRegistry()

describe('the catalogue', () => {
  it('serialises each query once', async () => {
    const catalogue = new Catalogue(registry)
    const first = await catalogue.list({ format: 'native' })
    expect(await catalogue.list({ format: 'native' })).toBe(first)
    expect((await catalogue.list({ format: 'mcp' }))?.etag).not.toBe(first?.etag)
  })

  it('keeps no more than 16 MiB of lists, however many queries come', async () => {
    const catalogue = new Catalogue(registry)
    const kept = new Set([(await catalogue.list({ format: 'native', q: 'e' }))!])
    const size = [...kept][0]!.bytes.length
    const queries = Math.ceil((16 * 1024 * 1024) / size) + 1
    for (let n = 0; n < queries; n++) await catalogue.list({ format: 'native', q: `e${' '.repeat(n + 1)}` })
    expect(kept.has((await catalogue.list({ format: 'native', q: 'e' }))!)).toBe(false)
  })

  it('keeps the fields of a schema in the order their tool declares', async () => {
    const { tools } = JSON.parse(await catalogueText('native'))
    const diff = tools.find((tool: { slug: string }) => tool.slug === 'text-diff')
    expect(Object.keys(diff.input_schema.properties).slice(0, 3)).toEqual(['before', 'after', 'by'])
  })

  const catalogueText = async (format: 'native') =>
    (await new Catalogue(registry).list({ format }))!.bytes.toString('utf8')
})

describe('toDocument', () => {
  it('hashes the bytes that are sent', () => {
    const { bytes, hash, etag } = toDocument({ b: 'ä', a: [1] })
    expect(bytes.toString('utf8')).toBe('{"b":"ä","a":[1]}')
    expect(hash).toBe(createHash('sha256').update('{"b":"ä","a":[1]}').digest('hex'))
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/)
  })

  it('gives other bytes another tag', () => {
    expect(toDocument({ a: 1 }).etag).not.toBe(toDocument({ a: 2 }).etag)
  })
})
