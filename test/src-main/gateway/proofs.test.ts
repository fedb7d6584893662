import { createHash, createPublicKey, hash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { canonicalJson } from '../../../src-shared/canonical-json.ts'
import { itObeysTheRules } from '../../support/documents/route-rules.ts'
import { OWNER_KEY, TestGateway, type Json } from '../../support/gateway/test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create()
})
afterAll(async () => await gateway.close())
beforeEach(() => gateway.advance(61_000))

const sha256 = (...parts: readonly Buffer[]): Buffer =>
  createHash('sha256').update(Buffer.concat(parts)).digest()
const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex')
const leafOf = (text: string): string => hash('sha256', text)
const leaves = (count: number): string[] => Array.from({ length: count }, (_, i) => leafOf(`value ${i}`))
const post = (path: string, body: unknown) => gateway.send(path, { body, key: OWNER_KEY })

/** RFC 6962, 2.1: the root over leaves that are the bytes of these hashes. */
function rootOver(hashes: readonly string[]): string {
  const mth = (entries: readonly Buffer[]): Buffer => {
    if (entries.length === 1) return sha256(Buffer.of(0), entries[0]!)
    const k = 2 ** (Math.ceil(Math.log2(entries.length)) - 1)
    return sha256(Buffer.of(1), mth(entries.slice(0, k)), mth(entries.slice(k)))
  }
  return mth(hashes.map(bytes)).toString('hex')
}

/** Walks a proof as anybody would, from the leaf's bytes to the root. */
function rootFrom(proof: Json): string {
  let at = sha256(Buffer.of(0), bytes(proof.hash))
  for (const { side, hash: sibling } of proof.path)
    at =
      side === 'left' ? sha256(Buffer.of(1), bytes(sibling), at) : sha256(Buffer.of(1), at, bytes(sibling))
  return at.toString('hex')
}

describe('POST /v1/proof/merkle', () => {
  it.each([1, 2, 3, 7, 8, 11])(
    'proves each of %i hashes against one root, as RFC 6962 joins them',
    async (n) => {
      const hashes = leaves(n)
      const { status, json } = await post('/v1/proof/merkle', { hashes })
      expect(status).toBe(200)
      expect(json).toMatchObject({
        ok: true,
        algorithm: 'rfc6962-sha256',
        leaf_count: n,
        root: rootOver(hashes),
      })
      expect(json.proofs.map((proof: Json) => [proof.index, proof.hash])).toEqual([...hashes.entries()])
      expect(json.proofs.map(rootFrom)).toEqual(hashes.map(() => json.root))
    },
  )

  it('hashes the canonical JSON of data, so that the order of members changes nothing', async () => {
    const data = [{ b: 1, a: 'ü' }, null, 1.0, 'text', []]
    const hashes = ['{"a":"ü","b":1}', 'null', '1', '"text"', '[]'].map(leafOf)
    const { json } = await post('/v1/proof/merkle', { data })
    expect(json.root).toBe(rootOver(hashes))
    expect(json.proofs.map((proof: Json) => proof.hash)).toEqual(hashes)
  })

  it('takes 10,000 hashes at once, and its own hash covers the bytes sent', async () => {
    const hashes = leaves(10_000)
    const { json, text, headers } = await post('/v1/proof/merkle', { hashes })
    expect(json.leaf_count).toBe(10_000)
    expect(json.root).toBe(rootOver(hashes))
    expect([0, 4_999, 9_999].map((index) => rootFrom(json.proofs[index]))).toEqual(
      [0, 4_999, 9_999].map(() => json.root),
    )
    expect(headers.get('x-output-hash')).toBe(hash('sha256', text))
    expect(text).toBe(canonicalJson(json))
  })

  it('lets other requests in while it works', async () => {
    const order: string[] = []
    await Promise.all([
      post('/v1/proof/merkle', { hashes: leaves(10_000) }).then(() => order.push('tree')),
      post('/v1/crypto-hash-sha256', { text: 'a' }).then(() => order.push('call')),
    ])
    expect(order).toEqual(['call', 'tree'])
  })

  it('reads upper-case digits and answers in lower case', async () => {
    const [leaf] = leaves(1)
    const { json } = await post('/v1/proof/merkle', { hashes: [leaf!.toUpperCase()] })
    expect(json.proofs).toEqual([{ index: 0, hash: leaf, path: [] }])
  })

  it('costs nothing', async () => {
    const before = gateway.balance()
    const { headers } = await gateway.send('/v1/proof/merkle', { body: { hashes: leaves(2) } })
    expect(headers.get('x-credits-used')).toBe('0')
    expect(headers.get('x-credits-remaining')).toBe(String(before))
  })

  const [leaf] = leaves(1)
  it.each([
    ['no list at all', {}, 'hashes'],
    ['no leaves', { hashes: [] }, 'hashes'],
    ['no values', { data: [] }, 'data'],
    ['10,001 leaves', { hashes: leaves(10_001) }, 'hashes'],
    ['10,001 values', { data: Array.from({ length: 10_001 }, () => 0) }, 'data'],
    ['both lists', { hashes: [leaf], data: [1] }, 'hashes'],
    ['a value that is not a list', { hashes: leaf }, 'hashes'],
    ['63 digits', { hashes: [leaf, leaf!.slice(1)] }, 'hashes.1'],
    ['65 digits', { hashes: [`${leaf}0`] }, 'hashes.0'],
    ['letters past f', { hashes: ['g'.repeat(64)] }, 'hashes.0'],
    ['a number', { hashes: [7] }, 'hashes.0'],
    ['an unknown field', { hashes: [leaf], depth: 3 }, 'depth'],
  ])('refuses, and says where: %s', async (_what, body, path) => {
    const { status, json } = await post('/v1/proof/merkle', body)
    expect([status, json.error.code, json.error.issues[0].path]).toEqual([400, 'validation_error', path])
  })

  it('refuses a number that JSON can write and canonical JSON cannot', async () => {
    const { status, json } = await post('/v1/proof/merkle', '{"data":[1,1e999]}')
    expect([status, json.error.code]).toEqual([400, 'validation_error'])
    expect(gateway.bugs).toEqual([])
  })

  it('answers ten thousand faults with a short list', async () => {
    const { json, text } = await post('/v1/proof/merkle', {
      hashes: Array.from({ length: 10_000 }, () => 'x'),
    })
    expect(json.error.issues).toHaveLength(20)
    expect(text.length).toBeLessThan(5_000)
  })
})

describe('POST /v1/proof/verify', () => {
  const hashes = leaves(7)
  let tree: Json
  beforeAll(async () => {
    tree = (await post('/v1/proof/merkle', { hashes })).json
  })
  const verify = async (body: unknown) => (await post('/v1/proof/verify', body)).json

  it('finds every proof of a tree valid, as one object or with its fields beside the root', async () => {
    const { root, leaf_count } = tree
    for (const proof of tree.proofs) {
      const good = { ok: true, valid: true, root, computed_root: root, position_checked: true }
      expect(await verify({ root, leaf_count, proof })).toMatchObject(good)
      expect(await verify({ root, leaf_count, ...proof })).toMatchObject(good)
      expect(await verify({ root, proof })).toMatchObject({ valid: true, position_checked: false })
    }
  })

  it('finds a changed hash, step, side, root or position', async () => {
    const { root, leaf_count } = tree
    const [proof] = tree.proofs
    const [step, ...rest] = proof.path
    const tampered = [
      { root, leaf_count, proof: { ...proof, hash: hashes[1] } },
      { root, leaf_count, proof: { ...proof, path: [{ ...step, hash: hashes[2] }, ...rest] } },
      { root, leaf_count, proof: { ...proof, path: [{ ...step, side: 'left' }, ...rest] } },
      { root, leaf_count, proof: { ...proof, path: rest } },
      { root: hashes[0], leaf_count, proof },
      { root, leaf_count, proof: { ...proof, index: 1 } },
      { root, leaf_count, proof: { ...proof, index: 7 } },
      { root, leaf_count: 3, proof },
    ]
    for (const body of tampered) expect(await verify(body)).toMatchObject({ ok: true, valid: false })
  })

  it('never accepts an inner node as a leaf', async () => {
    // Without prefixes of their own, the parent of two leaves would be a leaf with a shorter path.
    const [proof] = tree.proofs
    const joined = sha256(
      Buffer.of(1),
      sha256(Buffer.of(0), bytes(hashes[0]!)),
      sha256(Buffer.of(0), bytes(hashes[1]!)),
    )
    const forged = { index: 0, hash: joined.toString('hex'), path: proof.path.slice(1) }
    expect(await verify({ root: tree.root, proof: forged })).toMatchObject({ valid: false })
  })

  it.each([
    ['nothing', {}],
    ['a root of 63 digits', { root: 'a'.repeat(63), proof: { index: 0, hash: hashes[0], path: [] } }],
    [
      'a side that is neither',
      { root: hashes[0], index: 0, hash: hashes[0], path: [{ side: 'up', hash: hashes[0] }] },
    ],
    ['a negative index', { root: hashes[0], index: -1, hash: hashes[0], path: [] }],
    ['a tree of no leaves', { root: hashes[0], leaf_count: 0, index: 0, hash: hashes[0], path: [] }],
    [
      'a path of 100,000 steps',
      { root: hashes[0], index: 0, hash: hashes[0], path: Array(100_000).fill(0) },
    ],
  ])('refuses %s', async (_what, body) => {
    const { status, json, text } = await post('/v1/proof/verify', body)
    expect([status, json.error.code]).toEqual([400, 'validation_error'])
    expect(text.length).toBeLessThan(5_000)
  })
})

describe('GET /v1/proof/key', () => {
  it('gives the one public key in every notation, to anybody', async () => {
    const { status, json } = await gateway.send('/v1/proof/key', { key: null })
    expect(status).toBe(200)
    expect(json).toMatchObject({ ok: true, algorithm: 'ed25519', jwk: { kty: 'OKP', crv: 'Ed25519' } })
    expect(json.public_key).toMatch(/^[0-9a-f]{64}$/)
    expect(Buffer.from(json.public_key_base64, 'base64').toString('hex')).toBe(json.public_key)
    expect(Buffer.from(json.jwk.x, 'base64url').toString('hex')).toBe(json.public_key)
    expect(createPublicKey(json.public_key_pem).export({ format: 'jwk' }).x).toBe(json.jwk.x)
    // RFC 7638: the hash of the required members in lexical order.
    const { crv, kty, x } = json.jwk
    expect(json.key_id).toBe(
      createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url'),
    )
  })

  it('stays the same and differs between instances', async () => {
    const keyOf = async (one: TestGateway) => (await one.send('/v1/proof/key')).json.key_id
    const other = await TestGateway.create()
    expect(await keyOf(gateway)).toBe(await keyOf(gateway))
    expect(await keyOf(other)).not.toBe(await keyOf(gateway))
    await other.close()
  })
})

itObeysTheRules([
  {
    method: 'POST',
    path: '/v1/proof/merkle',
    admin: false,
    body: { hashes: leaves(2) },
    wrong: [
      [{ hashes: 'all' }, 'hashes'],
      [{ data: {} }, 'data'],
    ],
  },
  {
    method: 'POST',
    path: '/v1/proof/verify',
    admin: false,
    body: { root: leaves(1)[0], proof: { index: 0, hash: leaves(1)[0], path: [] } },
    wrong: [
      [{ root: 7, proof: { index: 0, hash: leaves(1)[0], path: [] } }, 'root'],
      [{ root: leaves(1)[0], proof: { index: 0, hash: 'x', path: [] } }, 'proof.hash'],
    ],
  },
])
