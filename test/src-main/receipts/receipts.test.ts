import { createPublicKey, verify } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyReceipts } from '../../../src-main/receipts/verify-receipts.ts'
import { openDatabase } from '../../../src-main/storage/open-database.ts'
import { sha256, toCanonical } from '../../support/canonical-writer.ts'
import { eventsOf } from '../../support/events/events-of.ts'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { TestGateway, type Json } from '../../support/gateway/test-gateway.ts'
import { waitUntil } from '../../support/wait-until.ts'

const SHA = 'crypto-hash-sha256'
const asked = (text: string) => ({ text, receipt: true })

/** Checks a signature as a stranger would: with Node alone, from the published key and the documented form. */
function isSigned(receipt: Json, jwk: Json): boolean {
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const message = Buffer.from(toCanonical(receipt.statement))
  return verify(null, message, key, Buffer.from(receipt.signature, 'hex'))
}

const hashOf = (value: Json): string => sha256(toCanonical(value))

describe('a receipt', () => {
  let gateway: TestGateway
  let jwk: Json
  beforeAll(async () => {
    gateway = await TestGateway.create()
    await liftRateLimit(gateway)
    ;({ jwk } = (await gateway.send('/v1/proof/key', { key: null })).json)
  })
  afterAll(async () => await gateway.close())

  it('says what was called, with what, what came out and what it cost, signed with the published key', async () => {
    const { json, headers } = await gateway.call(SHA, asked('abc'))
    const { receipt } = json
    expect(Object.keys(receipt).toSorted()).toEqual([
      'algorithm',
      'key_id',
      'public_key',
      'signature',
      'statement',
    ])
    expect(receipt.statement).toEqual({
      request_id: headers.get('x-request-id'),
      slug: SHA,
      tool_version: 1,
      input_hash: hashOf({ text: 'abc' }),
      output_hash: hashOf(json.data),
      credits: 1,
      engine: 'real',
      ts: '2026-01-01T00:00:00.000Z',
      seq: 1,
      prev: null,
      format: 2,
      epoch: 1,
      epoch_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect(receipt).toMatchObject({ algorithm: 'ed25519', key_id: jwk.kid })
    expect(isSigned(receipt, jwk)).toBe(true)
    expect(isSigned({ ...receipt, statement: { ...receipt.statement, credits: 0 } }, jwk)).toBe(false)
  })

  it('states the price that was charged, also for a cached answer', async () => {
    const before = gateway.balance()
    await gateway.call('text-csv-to-json', { csv: 'n\n1' })
    const hit = await gateway.call('text-csv-to-json', { csv: 'n\n1', receipt: true })
    expect(hit.headers.get('x-cache')).toBe('HIT')
    expect(gateway.balance()).toBe(before - 6)
    expect(hit.json.receipt.statement.credits).toBe(3)
  })

  it('names the statement before it', async () => {
    const first = (await gateway.call(SHA, asked('one'))).json.receipt.statement
    const second = (await gateway.call(SHA, asked('two'))).json.receipt.statement
    expect(second).toMatchObject({ seq: first.seq + 1, prev: hashOf(first) })
  })

  it('comes only on request, and never with a free call', async () => {
    const plain = await gateway.call(SHA, { text: 'abc', receipt: false })
    const needsKey = await gateway.call('llm-summarize', asked('A text.'))
    const refused = await gateway.call(SHA, { text: 7, receipt: true })
    expect([plain.status, needsKey.status, refused.status]).toEqual([200, 200, 400])
    expect(needsKey.json.data._engine).toBe('needs_key')
    for (const { json } of [plain, needsKey, refused]) expect(json).not.toHaveProperty('receipt')
  })

  it('accepts only true or false as the request for it', async () => {
    for (const receipt of ['true', 1, null, {}]) {
      const { status, json } = await gateway.call(SHA, { text: 'abc', receipt })
      expect([status, json.error.issues[0].path]).toEqual([400, 'receipt'])
    }
    const batch = await gateway.send('/v1/batch', { body: { calls: [{ slug: SHA }], receipt: 'yes' } })
    expect([batch.status, batch.json.error.issues[0].path]).toEqual([400, 'receipt'])
  })

  it('hashes the input as it was sent, without the gateway’s own fields', async () => {
    const body = { input: 'abc', mode: 'agent', session_id: 's', trace: true, receipt: true }
    const { json } = await gateway.call(SHA, body)
    expect(json.receipt.statement.input_hash).toBe(hashOf({ input: 'abc' }))
    expect(Object.keys(json)).toEqual(['ok', 'data', 'meta', 'guarantees', 'agent', 'trace', 'receipt'])
  })

  it('comes with every call of a batch, or with one of them', async () => {
    const calls = [
      { slug: SHA, input: { text: 'a' } },
      { slug: SHA, input: { text: 'b', receipt: true } },
      { slug: 'none', input: { receipt: true } },
    ]
    const some = (await gateway.send('/v1/batch', { body: { calls } })).json.results
    expect(some.map((item: Json) => 'receipt' in item)).toEqual([false, true, false])
    const all = (await gateway.send('/v1/batch', { body: { calls, receipt: true } })).json.results
    expect(all.map((item: Json) => 'receipt' in item)).toEqual([true, true, false])
    const [a, b] = all
    expect(isSigned(a.receipt, jwk) && isSigned(b.receipt, jwk)).toBe(true)
    expect(a.receipt.statement).toMatchObject({
      input_hash: hashOf({ text: 'a' }),
      output_hash: hashOf(a.data),
    })
    expect(b.receipt.statement.prev).toBe(hashOf(a.receipt.statement))
  })

  it('comes beside meta in the result of a stream', async () => {
    const { text } = await gateway.send(`/v1/stream/${SHA}`, { body: asked('abc') })
    const { meta, receipt, ...data } = eventsOf(text).find(({ event }) => event === 'result')!.data
    expect(isSigned(receipt, jwk)).toBe(true)
    expect(receipt.statement.output_hash).toBe(hashOf(data))
    expect(meta.output_hash).toBe(hashOf(data))
  })

  it('comes in the envelope of a job', async () => {
    const { json } = await gateway.send(`/v1/async/${SHA}`, { body: asked('job') })
    const job = await waitUntil(async () => {
      const now = (await gateway.send(`/v1/jobs/${json.job_id}`)).json
      return now.status === 'completed' ? now : null
    }, 'the job ends')
    expect(isSigned(job.envelope.receipt, jwk)).toBe(true)
    expect(job.envelope.receipt.statement.output_hash).toBe(hashOf(job.envelope.data))
  })

  it('comes again with a replayed answer, without a second one being made', async () => {
    const headers = { 'idempotency-key': 'receipt-1' }
    const first = await gateway.call(SHA, asked('again'), { headers })
    const replay = await gateway.call(SHA, asked('again'), { headers })
    expect(replay.json.receipt).toEqual(first.json.receipt)
    const next = (await gateway.call(SHA, asked('next'))).json.receipt.statement
    expect(next.seq).toBe(first.json.receipt.statement.seq + 1)
  })
})

describe('the receipts of an instance', () => {
  it('go on after a restart, under the same key, in a file that only its owner can read', async () => {
    const dataDir = makeTempDir()
    const before = await TestGateway.create({ dataDir })
    const first = (await before.call(SHA, asked('before'))).json.receipt
    await before.close()
    const file = join(dataDir, 'instance-key.pem')
    expect(statSync(file).mode & 0o777).toBe(0o600)

    const after = await TestGateway.create({ dataDir })
    const second = (await after.call(SHA, asked('after'))).json.receipt
    const { jwk } = (await after.send('/v1/proof/key')).json
    await after.close()
    expect(second.statement).toMatchObject({ seq: 2, prev: hashOf(first.statement) })
    expect([first, second].map((receipt) => isSigned(receipt, jwk))).toEqual([true, true])

    const db = openDatabase(dataDir)
    expect(verifyReceipts(db)).toEqual({ ok: true, problems: [], receipts: 2 })
    db.close()
  })

  it('have a key from the first start on, which also signs the head of the ledger', async () => {
    const dataDir = makeTempDir()
    const gateway = await TestGateway.create({ dataDir })
    const { key_id: published } = (await gateway.send('/v1/proof/key')).json
    await gateway.close()
    const head = JSON.parse(readFileSync(join(dataDir, 'ledger-head.json'), 'utf8'))
    expect(head.key_id).toBe(published)
    expect(statSync(join(dataDir, 'ledger-head.json')).mode & 0o777).toBe(0o600)
  })

  it('stop the start when their key is damaged, and leave the key as it is', async () => {
    const dataDir = makeTempDir()
    await (await TestGateway.create({ dataDir })).close()
    const file = join(dataDir, 'instance-key.pem')
    writeFileSync(file, 'not a key')
    await expect(TestGateway.create({ dataDir })).rejects.toThrow(/signing key .* cannot be used/)
    expect(readFileSync(file, 'utf8')).toBe('not a key')
  })
})
