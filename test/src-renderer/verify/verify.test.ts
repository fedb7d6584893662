import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { toHex } from '../../../src-shared/hex.ts'
import { buildMerkleTree } from '../../../src-shared/merkle.ts'
import { useVerify } from '../../../src-renderer/verify/verify.ts'
import { stateOf } from '../../../src-renderer/verify/verify-item.ts'
import { checkProof, proofOf, stepsOf } from '../../../src-renderer/verify/merkle-proof.ts'
import { readEvidence } from '../../../src-renderer/verify/read-evidence.ts'
import { layOutTree } from '../../../src-renderer/verify/tree-layout.ts'
import { sha256Each } from '../../../src-renderer/verify/web-crypto.ts'
import { openPageStores } from '../../support/browser/page-stores.ts'

const hashesOf = (count: number) =>
  Array.from({ length: count }, (_, i) => createHash('sha256').update(String(i)).digest())

async function treeOf(count: number) {
  const leaves = hashesOf(count)
  return { tree: await buildMerkleTree(leaves, sha256Each), hashes: leaves.map((leaf) => toHex(leaf)) }
}

describe('a drawn tree', () => {
  it.each([1, 2, 3, 5, 8, 11, 16])('has each of %i leaves and each node once', async (count) => {
    const { tree } = await treeOf(count)
    const { nodes, places } = layOutTree(tree, count - 1)
    expect(nodes.filter(({ level }) => level === 0)).toHaveLength(count)
    // A tree of n leaves that are joined in pairs has n - 1 joints, however odd it is.
    expect(nodes).toHaveLength(2 * count - 1)
    expect(places).toBe(count)
    expect(nodes.filter(({ parent }) => parent === null)).toHaveLength(1)
  })

  it.each([1_000, 1_025])(
    'draws few of %i leaves, and everything that proves the chosen one',
    async (count) => {
      const { tree, hashes } = await treeOf(count)
      for (const chosen of [0, 511, count - 1]) {
        const { nodes } = layOutTree(tree, chosen)
        expect(nodes.length).toBeLessThan(24)
        const needed = proofOf(tree, hashes, chosen).proof.path.map(({ hash }) => hash)
        const gold = nodes.filter(({ role }) => role === 'proof').map(({ hash }) => toHex(hash))
        expect(new Set(gold)).toEqual(new Set(needed))
        expect(
          nodes.reduce((sum, { level, folded, leaves }) => sum + (folded || level === 0 ? leaves : 0), 0),
        ).toBe(count)
      }
    },
  )
})

describe('a proof', () => {
  it('is the same as the gateway’s own, and is accepted', async () => {
    const { gateway } = await openPageStores()
    const { tree, hashes } = await treeOf(13)
    const answer = await gateway.send('/v1/proof/merkle', { body: { hashes } })
    for (const index of [0, 6, 12]) {
      const proof = proofOf(tree, hashes, index)
      expect({ ...proof.proof }).toEqual(answer.json.proofs[index])
      expect(proof.root).toBe(answer.json.root)
      expect((await stepsOf(proof)).at(-1)?.gives).toBe(proof.root)
      expect(await checkProof(JSON.stringify(proof))).toMatchObject({ ok: true })
    }
  })

  it.each([
    ['another root', (proof: object) => ({ ...proof, root: 'a'.repeat(64) }), 'leads to the root'],
    ['another size', (proof: object) => ({ ...proof, leaf_count: 4 }), 'another position'],
    ['no root', (proof: object) => ({ ...proof, root: 5 }), 'root must be'],
    ['another algorithm', (proof: object) => ({ ...proof, algorithm: 'sha1' }), 'algorithm must be'],
    [
      'a path without end',
      (proof: object) => ({ ...proof, proof: { index: 0, hash: 'a'.repeat(64), path: Array(99) } }),
      'at most 53',
    ],
  ])('is refused with %s', async (_name, change, words) => {
    const { tree, hashes } = await treeOf(13)
    const verdict = await checkProof(JSON.stringify(change(proofOf(tree, hashes, 12))))
    expect(verdict.ok).toBe(false)
    expect(verdict.text).toContain(words)
  })
})

describe('pasted text', () => {
  const [a = '', b = ''] = hashesOf(2).map((hash) => toHex(hash))
  it.each([
    ['hashes, one a line', `${a}\n${b.toUpperCase()}\n`, 'hashes'],
    ['a list of hashes', JSON.stringify([a, b]), 'hashes'],
    ['the body of a request for a tree', JSON.stringify({ hashes: [a] }), 'hashes'],
    ['a proof', JSON.stringify({ root: a, proof: { index: 0, hash: b, path: [] } }), 'proof'],
    ['an envelope', '{"data":{"_engine":"real"},"meta":{"api":"x"}}', 'answers'],
  ])('is recognised as %s', (_name, text, kind) => {
    expect(readEvidence(text).kind).toBe(kind)
  })

  it.each(['', 'hello', '{"a":1}', `${a} ${b}x`])('is refused without evidence: %j', (text) => {
    expect(() => readEvidence(text)).toThrow()
  })
})

describe('a file with more than answers', () => {
  // Catches: eight lines of which one was not an answer, and "7 of 7 match".
  it.each([
    ['a line with something else', '{"data":{"_engine":"real"},"meta":{}}\n{"note":"none"}', 1],
    ['a failed item of a batch', '{"results":[{"data":{"_engine":"real"}},{"error":{"code":"x"}}]}', 1],
    ['answers only', '[{"data":{"_engine":"real"},"meta":{}},{"data":{"_engine":"real"},"meta":{}}]', 0],
  ])('says how many entries it could not check: %s', async (_, text, others) => {
    await openPageStores()
    const verify = useVerify()
    await verify.take(text, 'Pasted')
    expect(verify.others).toBe(others)
    verify.clear()
    expect(verify.others).toBe(0)
  })
})

describe('the checks in the page', () => {
  async function signed(count: number) {
    const { gateway, visitor } = await openPageStores()
    const answers = []
    for (let i = 0; i < count; i++) {
      const request = { text: `text ${i}`, receipt: true }
      const { json } = await visitor.send('/v1/crypto-hash-sha256', { body: request })
      answers.push({ request, response: json })
    }
    return { gateway, answers, verify: useVerify() }
  }

  it('pass on everything that the gateway has signed, and leave out none', async () => {
    const { verify, answers } = await signed(3)
    await verify.take(answers.map((answer) => JSON.stringify(answer)).join('\n'), 'a.ndjson')
    for (const item of verify.items) {
      expect(item.checks?.map(({ name, status }) => `${name} ${status}`)).toEqual([
        'output_hash passed',
        'signature passed',
        'statement passed',
        'input_hash passed',
        'recompute passed',
      ])
      expect(item.checks?.[1]?.detail).toContain('this gateway’s key')
    }
    expect(verify.chain).toMatchObject({ status: 'passed' })
  })

  it.each([
    ['the data', (one: Json) => (one.response.data.hash = 'f'.repeat(64)), 'output_hash'],
    ['the credits', (one: Json) => (one.response.receipt.statement.credits = 0), 'signature'],
    ['the signature', (one: Json) => (one.response.receipt.signature = '0'.repeat(128)), 'signature'],
    ['the public key', (one: Json) => (one.response.receipt.public_key = 'ab'.repeat(32)), 'signature'],
    ['the input', (one: Json) => (one.request.text = 'other'), 'input_hash'],
    ['the tool', (one: Json) => (one.response.meta.api = 'text-diff'), 'statement'],
    ['the shape of the receipt', (one: Json) => delete one.response.receipt.statement.seq, 'signature'],
  ])('fail when %s was changed', async (_name, change, failing) => {
    const { verify, answers } = await signed(1)
    change(answers[0])
    await verify.take(JSON.stringify(answers), 'a.json')
    const [item] = verify.items
    expect(item && stateOf(item)).toBe('failed')
    expect(item?.checks?.filter(({ status }) => status === 'failed').map(({ name }) => name)).toContain(
      failing,
    )
  })

  it('find a broken chain', async () => {
    const { verify, answers } = await signed(3)
    answers[2]!.response.receipt.statement.seq = 2
    await verify.take(JSON.stringify(answers), 'a.json')
    expect(verify.chain).toMatchObject({ status: 'failed' })
  })

  // What a test changes is JSON without a declared shape.
  type Json = ReturnType<typeof JSON.parse>
})
