import { createHash } from 'node:crypto'
import { nextTick, shallowRef } from 'vue'
import { describe, expect, it } from 'vitest'
import { createBuiltTree } from '../../../src-renderer/verify/built-tree.ts'
import { useVerify } from '../../../src-renderer/verify/verify.ts'
import { checkedItem, hashItem, stateOf, uncheckedItem } from '../../../src-renderer/verify/verify-item.ts'
import type { Check } from '../../../src-shared/check-words.ts'
import { toHex } from '../../../src-shared/hex.ts'
import { openPageStores } from '../../support/browser/page-stores.ts'
import type { Json } from '../../support/gateway/test-gateway.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const HASHES = ['a', 'b', 'c', 'd', 'e'].map(hashOf)
const ANSWER = { request: null, data: {}, meta: null, receipt: undefined }

describe('the state of an item', () => {
  const withChecks = (...statuses: Check['status'][]) => ({
    ...uncheckedItem(ANSWER),
    checks: statuses.map((status) => ({ name: 'output_hash' as const, status, detail: '' })),
  })

  it('is failed as soon as one check failed, and passed when one passed and none failed', () => {
    expect(stateOf(uncheckedItem(ANSWER))).toBe('checking')
    expect(stateOf(withChecks('passed', 'failed', 'skipped'))).toBe('failed')
    expect(stateOf(withChecks('passed', 'skipped'))).toBe('passed')
  })

  it('is unknown when nothing could be checked', () => {
    expect(stateOf(withChecks('skipped', 'skipped'))).toBe('unknown')
    expect(stateOf(hashItem(HASHES[0]!))).toBe('unknown')
  })

  it('takes the leaf from the receipt where the answer itself is missing', () => {
    const receipt = { statement: { output_hash: 'from the receipt' } }
    // What is read of a checked answer is given; the rest is of no concern here.
    const checked = { outputHash: null, receipt, slug: 's', checks: [] } as unknown as Parameters<
      typeof checkedItem
    >[1]
    expect(checkedItem(ANSWER, checked).hash).toBe('from the receipt')
  })
})

describe('what is verified', () => {
  async function signed(count: number) {
    const stores = await openPageStores()
    const answers: Json[] = []
    for (let i = 0; i < count; i++) {
      const request = { text: `text ${i}`, receipt: true }
      const { json } = await stores.visitor.send('/v1/crypto-hash-sha256', { body: request })
      answers.push({ request, response: json })
    }
    const recomputed = () => stores.sent.filter(({ path }) => path === '/app/recompute').length
    return { ...stores, answers, text: JSON.stringify(answers), verify: useVerify(), recomputed }
  }

  it('is replaced by the next file, whose checks do not mix with those before', async () => {
    const { verify, text, answers, net, visitor } = await signed(3)
    const held = Promise.withResolvers<void>()
    // The first call of the older file is answered last.
    net.meddle = (path, init) =>
      String(init.body).includes('text 0') ? held.promise.then(() => visitor.fetch(path, init)) : null
    const older = verify.take(text, 'old.json')
    await verify.take(JSON.stringify(answers[2]), 'new.json')
    held.resolve()
    await older
    expect([verify.source, verify.items.length]).toEqual(['new.json', 1])
    expect(verify.checking).toBe(false)
    expect(verify.items[0]?.hash).toBe(answers[2].response.meta.output_hash)
  })

  it('says how many failed, and which leaf is chosen', async () => {
    const { verify, answers } = await signed(3)
    answers[1].response.data.hash = 'f'.repeat(64)
    await verify.take(JSON.stringify(answers), 'a.json')
    expect(verify.failed).toBe(1)
    verify.chosen = 2
    expect(verify.leaf).toBe(2)
    verify.chosen = 9
    expect(verify.leaf).toBe(-1)
  })

  it('runs a call again with the input that somebody adds', async () => {
    const { verify, answers, recomputed, net } = await signed(1)
    // Activity has forgotten the call.
    net.meddle = (path) => (path.startsWith('/app/activity?') ? Response.json({ entries: [] }) : null)
    await verify.take(JSON.stringify(answers[0].response), 'a.json')
    const before = recomputed()
    expect(verify.items[0]?.checks?.map(({ name, status }) => [name, status])).toContainEqual([
      'recompute',
      'skipped',
    ])
    await verify.again(0, answers[0].request)
    expect(recomputed()).toBe(before + 1)
    expect(verify.items[0]?.checks?.find(({ name }) => name === 'recompute')?.status).toBe('passed')
    await verify.again(7, null)
    expect(verify.items).toHaveLength(1)
  })

  it('takes the input of an answer from Activity, and says so', async () => {
    const { verify, answers, visitor } = await signed(1)
    const before = (await visitor.send('/v1/credits/balance')).json.balance
    await verify.take(JSON.stringify(answers.map(({ response }) => response)), 'bare.json')
    expect(verify.items[0]).toMatchObject({ fromActivity: true })
    expect(verify.items[0]!.checks).toContainEqual({
      name: 'recompute',
      status: 'passed',
      detail: expect.stringContaining('Computed again: the same.'),
    })
    expect((await visitor.send('/v1/credits/balance')).json.balance).toBe(before)
  })

  it('leaves an answer without its input when Activity has another output', async () => {
    const { verify, answers } = await signed(1)
    const forged = structuredClone(answers[0]!['response'])
    forged.data.hash = 'f'.repeat(64)
    forged.meta.output_hash = 'f'.repeat(64)
    delete forged.receipt
    await verify.take(JSON.stringify(forged), 'forged.json')
    expect(verify.items[0]).toMatchObject({ fromActivity: false, answer: { request: null } })
  })

  it('checks the latest calls of any client', async () => {
    const { verify } = await signed(3)
    await verify.takeLatest()
    expect(verify.items).toHaveLength(3)
    expect(verify.failed).toBe(0)
    expect(verify.items.every(({ checks }) => checks?.some(({ name }) => name === 'recompute'))).toBe(true)
  })

  it('runs only the first hundred calls again, and says so of the others', async () => {
    const { verify, answers, recomputed } = await signed(1)
    const many = Array.from({ length: 101 }, () => answers[0])
    await verify.take(JSON.stringify(many), 'many.json')
    expect(recomputed()).toBe(100)
    const last = verify.items[100]?.checks?.find(({ name }) => name === 'recompute')
    expect([last?.status, last?.detail]).toEqual(['skipped', expect.stringContaining('first 100')])
  })

  it('checks a receipt by its own key when the gateway cannot name its key, and says so', async () => {
    const { verify, text, net } = await signed(1)
    net.meddle = (path) =>
      path === '/v1/proof/key' ? Promise.reject(new TypeError('Failed to fetch')) : null
    await verify.take(text, 'a.json')
    const signature = verify.items[0]?.checks?.find(({ name }) => name === 'signature')
    expect(signature?.status).toBe('passed')
    expect(signature?.detail).not.toContain('this gateway’s key')
  })

  it('keeps the items when a text cannot be read, and says why', async () => {
    const { verify, text } = await signed(1)
    await verify.take(text, 'a.json')
    await verify.take('hello', 'b.txt')
    expect(verify.problem).not.toBe('')
    expect([verify.source, verify.items.length]).toEqual(['a.json', 1])
    verify.clear()
    expect([verify.problem, verify.items, verify.chain]).toEqual(['', [], null])
  })

  it('lets a proof wait for its dialog', async () => {
    const { verify } = await signed(0)
    const proof = JSON.stringify({ root: HASHES[0], proof: { index: 0, hash: HASHES[1], path: [] } })
    await verify.take(proof, 'proof.json')
    expect([verify.proof, verify.items]).toEqual([proof, []])
  })

  it('shows hashes as leaves of a tree, with the root that the gateway gives them', async () => {
    const { verify, gateway } = await signed(0)
    await verify.take(HASHES.join('\n'), 'hashes.txt')
    await expect.poll(() => verify.tree).not.toBeNull()
    const { json } = await gateway.send('/v1/proof/merkle', { body: { hashes: HASHES } })
    expect(toHex(verify.tree!.root)).toBe(json.root)
  })
})

describe('a tree', () => {
  it('is built for the newest leaves only, and goes with them', async () => {
    const leaves = shallowRef<readonly string[] | null>(null)
    const { tree } = createBuiltTree(leaves)
    leaves.value = HASHES
    await nextTick()
    leaves.value = HASHES.slice(0, 2)
    await expect.poll(() => tree.value?.levels[0]?.length).toBe(2)
    leaves.value = null
    await nextTick()
    expect(tree.value).toBeNull()
    leaves.value = []
    await nextTick()
    expect(tree.value).toBeNull()
  })
})
