import { describe, expect, it, onTestFinished } from 'vitest'
import { type Attempt, beginOnce, idempotently } from '../../../../src-main/gateway/calls/idempotent.ts'
import type { Reply } from '../../../../src-main/gateway/reply/reply.ts'
import type { KeyedRequest } from '../../../../src-main/gateway/route.ts'
import { GroupCommit } from '../../../../src-main/storage/group-commit.ts'
import { SqliteEngine } from '../../../../src-main/storage/sqlite/sqlite-engine.ts'
import { IdempotencyStore } from '../../../../src-main/storage/idempotency-store.ts'
import { openDatabase } from '../../../../src-main/storage/open-database.ts'
import { ForgetfulDisk } from '../../../support/disk/forgetful-disk.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'
import { waitUntil } from '../../../support/wait-until.ts'
import { ampleStorage, grant, openStores } from '../../../support/gateway/open-stores.ts'
import { OWNER_KEY, TestGateway } from '../../../support/gateway/test-gateway.ts'

const reply: Reply = {
  status: 200,
  body: '{}',
  contentType: 'application/json; charset=utf-8',
  outputHash: '0'.repeat(64),
  engine: 'llm',
  creditsUsed: 10,
  balance: 490,
}

// Catches: a repetition that calls a generated answer computed.
it('a repeated generated answer keeps its engine', async () => {
  const gateway = await TestGateway.create()
  const { services } = gateway.instance
  const url = new URL('http://127.0.0.1:4777/v1/llm-summarize')
  // The part of a request that decides about repetitions.
  const request = {
    event: { url, req: new Request(url, { headers: { 'idempotency-key': 'engine' } }) },
    account: services.keys.find(OWNER_KEY),
    context: { services },
  } as unknown as KeyedRequest
  const send = () =>
    idempotently(request, { text: '{}', value: {} }, 'charge', async ({ save }) => {
      await services.engine.write('key', () => save(reply))
      return reply
    })
  await send()
  expect(await send()).toMatchObject({ engine: 'llm', outputHash: reply.outputHash, creditsUsed: 0 })
  await gateway.close()
})

const BODY = { text: '{}', value: {} }

/** The part of a batch's request that decides about repetitions. */
function requestTo(services: object): KeyedRequest {
  const url = new URL('http://127.0.0.1:4777/v1/batch')
  const request = {
    event: { url, req: new Request(url, { headers: { 'idempotency-key': 'batch' } }) },
    exchange: { requestId: 'r' },
    account: { id: 'key_a' },
    context: { services },
  }
  return request as unknown as KeyedRequest
}

// Catches: the end of a cut attempt that takes the place of the repetition, so that a third one runs beside it.
it('an attempt that ends late leaves the place to the repetition that has begun', async () => {
  const stores = openStores()
  const { engine, ledger, stored, clock } = stores
  await grant(stores, 'key_a', 10)
  const idempotency = new IdempotencyStore(engine, stored)
  const reportBug = (error: unknown): void => expect.unreachable(String(error))
  const request = requestTo({ engine, ledger, idempotency, now: clock.now, reportBug })
  // Only an attempt has a charge's id; an answer has not.
  const begin = async () => (await beginOnce(request, BODY, 'charge')) as Attempt
  const cut = await begin()
  await cut.keepPart('[]')
  const repetition = await begin()
  expect(repetition.part).toBe('[]')
  await cut.end()
  await expect(begin()).rejects.toMatchObject({ code: 'idempotency_in_progress' })
  await repetition.saveCharged(reply)
  await repetition.end()
  expect(await begin()).toMatchObject({ status: 200 })
})

describe('an answer that the disk refuses to keep', () => {
  const open = async () => {
    const stores = openStores()
    const { db, engine, ledger, stored } = stores
    await grant(stores, 'key_a', 10)
    const bugs: unknown[] = []
    const services = {
      registry: { find: () => null },
      engine,
      ledger,
      idempotency: new IdempotencyStore(engine, stored),
      now: stores.clock.now,
      reportBug: (error: unknown) => bugs.push(error),
    }
    const request = requestTo(services)
    let runs = 0
    // As a batch does: what it runs is charged first, and its answer stored after that.
    const send = (body: string, whenCharged: () => void) =>
      idempotently(request, BODY, `own ${++runs}`, async (attempt) => {
        const id = `${attempt.chargeId}:0`
        ledger.reserve({ id, account: 'key_a', credits: 3 })
        await ledger.settle(id, { requestId: 'r', slug: 's' })
        whenCharged()
        await attempt.saveCharged({ ...reply, body })
        return { ...reply, body }
      })
    const fill = (): void =>
      void db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true }))}`)
    const makeRoom = (): void => void db.pragma('max_page_count = 1000000')
    return { send, fill, makeRoom, bugs, balance: () => ledger.lastKnown('key_a').balance }
  }

  it('is given nevertheless, and a repetition costs nothing', async () => {
    const { send, fill, makeRoom, bugs, balance } = await open()
    expect((await send('x'.repeat(100_000), fill)).status).toBe(200)
    expect(bugs).toMatchObject([{ code: 'storage_full' }])
    expect(balance()).toBe(7)
    makeRoom()
    const again = await send('later', makeRoom)
    expect(again.headers).toBeUndefined()
    expect(balance()).toBe(7)
    expect(await send('never', makeRoom)).toMatchObject({ body: 'later', creditsUsed: 0 })
    expect(balance()).toBe(7)
  })

  // After a sync that failed nobody knows what the disk holds, and nothing more is written.
  it('is given all the same when the disk fails right after the charge', async () => {
    const dataDir = makeTempDir()
    const db = openDatabase(dataDir)
    const disk = new ForgetfulDisk(db)
    const commits = new GroupCommit(db, { disk })
    const engine = new SqliteEngine(db, commits)
    onTestFinished(() => {
      commits.close()
      db.close()
    })
    const bugs: unknown[] = []
    const services = {
      registry: { find: () => null },
      engine,
      idempotency: new IdempotencyStore(engine, ampleStorage()),
      now: () => 0,
      reportBug: (error: unknown) => bugs.push(error),
    }
    const sending = idempotently(requestTo(services), BODY, 'charge', async (attempt) => {
      const other = commits.enqueue(() => undefined)
      await waitUntil(() => disk.isBusy, 'a sync')
      disk.confirm(new Error('the disk is gone'))
      await expect(other).rejects.toMatchObject({ code: 'storage_full' })
      await attempt.saveCharged(reply)
      return reply
    })
    await waitUntil(() => disk.isBusy, 'the first sync')
    disk.confirm()
    expect(await sending).toBe(reply)
    expect(bugs).toHaveLength(1)
  })
})
