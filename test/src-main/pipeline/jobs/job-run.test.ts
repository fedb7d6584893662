import { expect, it, onTestFinished } from 'vitest'
import { GatewayError } from '../../../../src-shared/errors.ts'
import { JobStore } from '../../../../src-main/storage/jobs/job-store.ts'
import { one, statement } from '../../../../src-main/storage/engine/work.ts'
import { atOnce } from '../../../support/gateway/at-once.ts'
import { JobDesk } from '../../../support/gateway/job-desk.ts'
import { openStores } from '../../../support/gateway/open-stores.ts'
import { TestGateway } from '../../../support/gateway/test-gateway.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'
import { waitUntil } from '../../../support/wait-until.ts'

const RUNNING = statement<{ key_id: string }, { id: string }>(
  `SELECT id FROM job WHERE key_id = :key_id AND status = 'running'`,
)
const SHA = '/v1/async/crypto-hash-sha256'

// Catches: a job that is cancelled between the last look at its caller and its charge, and charged.
it('charges nothing for a job whose cancellation is committed just before its charge', async () => {
  const desk = await JobDesk.open()
  const { gateway } = desk
  const { engine, ledger } = gateway.instance.services
  // Imports the tool, so that the job has nothing to wait for between its start and its charge.
  await gateway.call('crypto-hash-sha256', { text: 'abc' })
  const before = gateway.balance()

  // Called after each commit and before anyone who waits for it: the row already says that the job
  // runs, while the run itself has not begun.
  let cancelling: Promise<{ readonly action: string }> | undefined
  engine.observe(() => {
    void engine.read(function* () {
      const running = yield* one(RUNNING, { key_id: gateway.keyId })
      if (running) cancelling ??= gateway.instance.jobs.delete(gateway.keyId, running.id)
    })
  })
  const { json } = await desk.submit(SHA, { text: 'abc' })
  expect(await waitUntil(() => cancelling, 'the job runs')).toMatchObject({ action: 'cancelled' })

  await waitUntil(() => ledger.lastKnown(gateway.keyId).reserved === 0, 'the run ends')
  expect((await desk.job(json.job_id)).status).toBe('cancelled')
  expect(gateway.balance()).toBe(before)
  expect(gateway.bugs).toEqual([])
})

it('leaves the row of a job as it is when the gateway stops, for the next start to decide', async () => {
  const desk = await JobDesk.open()
  const { json } = await desk.webhook()
  await desk.arrived(1)
  await desk.gateway.instance.jobs.close()
  expect(await desk.job(json.job_id)).toMatchObject({ status: 'running', finished_at: null })
})

it('ends a job that meets a bug, tells its key nothing of the bug, and reports it', async () => {
  const dataDir = makeTempDir()
  const first = await TestGateway.create({ dataDir })
  const { key, keyId } = first
  await first.close()
  const { db, commits, clock, stored, close } = openStores(dataDir)
  const row = { id: 'job_1', keyId, slug: 'crypto-hash-sha256', chargeId: 'chg_1', requestId: 'r' }
  await commits.enqueue(() =>
    atOnce(db, new JobStore(clock.now, stored)).insert({ ...row, call: '{"fields": cut off' }),
  )
  close()

  const gateway = await TestGateway.create({ dataDir })
  onTestFinished(() => gateway.close())
  await gateway.instance.jobs.resume()
  const failed = await waitUntil(async () => {
    const { json } = await gateway.send('/v1/jobs/job_1', { key })
    return json.status === 'failed' ? json : null
  }, 'the job fails')
  expect(failed.error).toMatchObject({ code: 'internal_error' })
  expect(JSON.stringify(failed)).not.toContain('JSON')
  expect(gateway.bugs).toEqual([expect.any(SyntaxError)])
})

// Catches: a job that is never run, or runs for ever in its row, since its database was away when it began or ended.
it('begins and ends a job once the database is back', async () => {
  const desk = await JobDesk.open()
  const { engine } = desk.gateway.instance.services
  const write = engine.write.bind(engine)
  let refusals = 0
  engine.write = (lane, ...work) => {
    if (!lane.startsWith('job_') || refusals >= 2) return write(lane, ...work)
    refusals++
    return Promise.reject(new GatewayError('storage_unavailable', 'The database is away.'))
  }
  const { json } = await desk.submit(SHA, { text: 'abc' })
  await waitUntil(async () => (await desk.job(json.job_id)).status === 'completed', 'the job ends')
  expect([refusals, desk.gateway.bugs]).toEqual([2, []])
})
