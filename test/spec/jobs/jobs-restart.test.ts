import type { ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { settleHistory } from '../../../src-main/evidence/settle-history.ts'
import { startGateway } from '../../../src-main/instance/start-gateway.ts'
import { verifyLedger } from '../../../src-main/ledger/verify-ledger.ts'
import { InstanceKey } from '../../../src-main/receipts/instance-key.ts'
import { JobStore } from '../../../src-main/storage/jobs/job-store.ts'
import { startGatewayProcess } from '../../support/gateway/gateway-process.ts'
import { atOnce } from '../../support/gateway/at-once.ts'
import { FakeClock, openStores } from '../../support/gateway/open-stores.ts'
import { receiver } from '../../support/network/receiver.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { OWNER_KEY, TEST_FILES, type Json } from '../../support/gateway/test-gateway.ts'
import { waitUntil } from '../../support/wait-until.ts'

/** What the owner's key begins with. */
const GRANT = 500
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

function clientOf(url: string) {
  const send = async (path: string, body?: object): Promise<Json> => {
    const answer = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${OWNER_KEY}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return await answer.json()
  }
  const finished = (id: string): Promise<Json> =>
    waitUntil(async () => {
      const job = await send(`/v1/jobs/${id}`)
      return job.finished_at === null ? null : job
    }, `job ${id} finishes`)
  return { send, finished }
}

async function start(dataDir: string, allowedOrigins: string[] = []) {
  const gateway = await startGateway({
    ...TEST_FILES,
    dataDir,
    allowedOrigins,
    port: 0,
    hostname: '127.0.0.1',
    ownerKey: OWNER_KEY,
  })
  onTestFinished(() => gateway.close())
  return { gateway, ...clientOf(gateway.url) }
}

/** An owner in a new data folder, and jobs as a process that died had left them. */
async function leave(jobs: readonly { slug: string; call: object; claims: number }[]) {
  const dataDir = makeTempDir()
  const first = await start(dataDir)
  await first.gateway.close()

  const clock = new FakeClock()
  clock.time = Date.now()
  const stores = openStores(dataDir, clock)
  // As a gateway that starts: its signed head may be older than the database from now on.
  settleHistory(stores.db, dataDir, new InstanceKey(dataDir), clock.time)
  const store = atOnce(stores.db, new JobStore(clock.now, stores.stored))
  const keyId = String(
    stores.db.prepare("SELECT id FROM api_key WHERE permissions LIKE '%admin%'").pluck().get(),
  )
  await stores.commits.enqueue(() => {
    for (const [index, { slug, call, claims }] of jobs.entries()) {
      const stored = JSON.stringify({ fields: call, agentMode: false, trace: false, sessionId: null })
      store.insert({
        id: `job_${index}`,
        keyId,
        slug,
        chargeId: `chg_${index}`,
        requestId: 'r',
        call: stored,
      })
      for (let claim = 0; claim < claims; claim++) {
        store.requeue(`job_${index}`)
        store.claim(`job_${index}`)
      }
    }
  })
  return { dataDir, keyId, ...stores }
}

it('a call that was killed after its request had left is charged, and its repetition runs once for that', async () => {
  const held: ServerResponse[] = []
  const { origin } = await receiver((_req, res) => void held.push(res))
  const dataDir = makeTempDir()
  const killed = await startGatewayProcess(dataDir, ['--allow-webhook', origin])
  const call = (url: string): Promise<Json> =>
    fetch(`${url}/v1/webhook-send`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${OWNER_KEY}`,
        'content-type': 'application/json',
        'idempotency-key': 'once',
      },
      body: JSON.stringify({ url: origin }),
    }).then(
      (answer) => answer.json(),
      () => null,
    )
  const lost = call(killed.url)
  await waitUntil(() => held.length === 1, 'the webhook arrives')
  await killed.kill()
  expect(await lost).toBeNull()

  const { gateway, send } = await start(dataDir, [origin])
  const { balance, entries } = await send('/v1/credits/history')
  expect(balance).toBe(GRANT - 5)
  expect(entries[0]).toMatchObject({ slug: 'webhook-send', credits: -5, unanswered: 'killed' })
  const again = call(gateway.url)
  await waitUntil(() => held.length === 2, 'the repetition arrives')
  held[1]!.end('ok')
  expect(await again).toMatchObject({ ok: true, meta: { balance: GRANT - 5 } })
  expect((await send('/v1/credits/balance')).balance).toBe(GRANT - 5)
})

describe('jobs after a restart of the gateway', () => {
  it('run if they waited, run again if their tool is pure, and fail if they may have acted', async () => {
    const seen: string[] = []
    const { origin } = await receiver((req, res) => {
      seen.push(req.headers['x-job'] as string)
      res.end()
    })
    const { dataDir, close } = await leave([
      { slug: 'crypto-hash-sha256', call: { text: 'abc' }, claims: 1 },
      { slug: 'webhook-send', call: { url: origin, headers: { 'x-job': 'ran before' } }, claims: 1 },
      { slug: 'webhook-send', call: { url: origin, headers: { 'x-job': 'waited' } }, claims: 0 },
      { slug: 'memory-set', call: { key: 'k', value: 1 }, claims: 1 },
      { slug: 'llm-summarize', call: { text: 'Long.' }, claims: 1 },
    ])
    close()
    const { send, finished } = await start(dataDir, [origin])
    const ends = await Promise.all([0, 1, 2, 3, 4].map((index) => finished(`job_${index}`)))
    expect(ends.map(({ status }) => status)).toEqual([
      'completed',
      'failed',
      'completed',
      'failed',
      'failed',
    ])
    expect(ends[0].envelope.data.hash).toBe(ABC)
    expect(ends[1].error).toMatchObject({
      code: 'handler_error',
      message: expect.stringMatching(/not run a second time/),
    })
    expect(seen).toEqual(['waited'])
    expect((await send('/v1/credits/balance')).balance).toBe(GRANT - 1 - 5)
  })

  it('are charged once, even when the charge was on disk before they ran again', async () => {
    const { dataDir, keyId, ledger, close } = await leave([
      { slug: 'crypto-hash-sha256', call: { text: 'abc' }, claims: 1 },
    ])
    ledger.reserve({ id: 'chg_0', account: keyId, credits: 1 })
    await ledger.settle('chg_0', { requestId: 'r', slug: 'crypto-hash-sha256' })
    close()
    const { send, finished } = await start(dataDir)
    expect((await finished('job_0')).status).toBe('completed')
    const { entries, balance } = await send('/v1/credits/history')
    expect(balance).toBe(GRANT - 1)
    expect(entries.filter(({ type }: Json) => type === 'charge')).toHaveLength(1)
  })

  it('say what they were charged that the previous process had not written down', async () => {
    const { dataDir, db, keyId, commits, ledger, stored, close } = await leave([
      { slug: 'webhook-send', call: { url: 'http://127.0.0.1:1' }, claims: 1 },
      { slug: 'webhook-send', call: { url: 'http://127.0.0.1:1' }, claims: 1 },
      { slug: 'webhook-send', call: { url: 'http://127.0.0.1:1' }, claims: 1 },
      { slug: 'webhook-send', call: { url: 'http://127.0.0.1:1' }, claims: 0 },
    ])
    // The second one and the third have sent their requests; the first, second and fourth were cancelled.
    for (const index of [1, 2]) {
      ledger.reserve({ id: `chg_${index}`, account: keyId, credits: 5 })
      await ledger.depart(`chg_${index}`, { requestId: 'r', slug: 'webhook-send' })
    }
    const store = atOnce(db, new JobStore(Date.now, stored))
    await commits.enqueue(() => [0, 1, 3].forEach((index) => store.cancel(`job_${index}`)))
    close()
    const { send, finished } = await start(dataDir)
    const failed = await finished('job_2')
    expect(failed).toMatchObject({ status: 'failed', credits_used: 5, error: { credits_used: 5 } })
    const { jobs } = await send('/v1/jobs')
    expect(jobs.map(({ job_id, status, credits_used }: Json) => [job_id, status, credits_used])).toEqual([
      ['job_3', 'cancelled', 0],
      ['job_2', 'failed', 5],
      ['job_1', 'cancelled', 5],
      ['job_0', 'cancelled', 0],
    ])
    expect((await send('/v1/credits/balance')).balance).toBe(GRANT - 10)
  })

  it('are charged for what had left when the gateway is told to stop and cannot wait', async () => {
    const held: ServerResponse[] = []
    const { origin } = await receiver((_req, res) => void held.push(res))
    const dataDir = makeTempDir()
    const first = await start(dataDir, [origin])
    const { job_id: id } = await first.send('/v1/async/webhook-send', { url: origin })
    await waitUntil(() => held.length === 1, 'the webhook arrives')
    // Nobody answers, so the time for a graceful end passes.
    await first.gateway.close()
    const second = await start(dataDir, [origin])
    expect(await second.finished(id)).toMatchObject({
      status: 'failed',
      credits_used: 5,
      error: { message: expect.stringContaining('charged 5 credits') },
    })
    expect((await second.send('/v1/credits/balance')).balance).toBe(GRANT - 5)
    expect(held).toHaveLength(1)
  })

  // Catches: a job that stops the gateway at every start.
  it('are given up on after they have stopped the gateway several times', async () => {
    const { dataDir, close } = await leave([
      { slug: 'crypto-hash-sha256', call: { text: 'abc' }, claims: 2 },
      { slug: 'crypto-hash-sha256', call: { text: 'abc' }, claims: 3 },
    ])
    close()
    const { finished } = await start(dataDir)
    expect((await finished('job_0')).status).toBe('completed')
    expect(await finished('job_1')).toMatchObject({ status: 'failed', error: { code: 'handler_error' } })
  })

  it('finish if they run when the gateway is told to stop, and otherwise wait for its next start', async () => {
    const held: ServerResponse[] = []
    const { origin } = await receiver((_req, res) => void held.push(res))
    const dataDir = makeTempDir()
    const first = await start(dataDir, [origin])
    const jobs = []
    for (let i = 0; i < 9; i++)
      jobs.push((await first.send('/v1/async/webhook-send', { url: origin })).job_id)
    await waitUntil(() => held.length === 8, 'the owner’s eight webhooks arrive')
    const closed = first.gateway.close()
    for (const response of held) response.end()
    await closed
    expect(held).toHaveLength(8)

    const second = await start(dataDir, [origin])
    await waitUntil(() => held.length === 9, 'the ninth webhook arrives')
    held[8]!.end()
    const ends = await Promise.all(jobs.map((id) => second.finished(id)))
    expect(ends.map(({ status }) => status)).toEqual(Array(9).fill('completed'))
    expect((await second.send('/v1/credits/balance')).balance).toBe(GRANT - 45)
  })

  it('are never lost to kill -9, run no webhook twice, and are charged once for what had left', async () => {
    const held: ServerResponse[] = []
    const { origin } = await receiver((_req, res) => void held.push(res))
    const dataDir = makeTempDir()
    const killed = await startGatewayProcess(dataDir, ['--allow-webhook', origin])
    const before = clientOf(killed.url)
    const submit = async (slug: string, body: object): Promise<string> =>
      (await before.send(`/v1/async/${slug}`, body)).job_id
    const done = await submit('crypto-hash-sha256', { text: 'abc' })
    await before.finished(done)
    const webhooks = []
    for (let i = 0; i < 4; i++) webhooks.push(await submit('webhook-send', { url: origin }))
    const waiting = []
    for (let i = 0; i < 3; i++) waiting.push(await submit('crypto-hash-sha256', { text: 'abc' }))
    await waitUntil(() => held.length === 4, 'four webhooks arrive')
    await killed.kill()

    const { gateway, send, finished } = await start(dataDir, [origin])
    for (const id of webhooks)
      expect(await finished(id)).toMatchObject({
        status: 'failed',
        error: { code: 'handler_error', message: expect.stringContaining('charged 5 credits') },
        credits_used: 5,
      })
    for (const id of [done, ...waiting])
      expect(await finished(id)).toMatchObject({ status: 'completed', envelope: { data: { hash: ABC } } })
    expect(held).toHaveLength(4)
    expect(await send('/v1/credits/balance')).toMatchObject({ balance: GRANT - 4 - 4 * 5, reserved: 0 })
    await gateway.close()
    expect(verifyLedger(openStores(dataDir).db).ok).toBe(true)
  })
})
