import { spawnSync } from 'node:child_process'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FairShare } from '../../../src-main/shares/fair-share.ts'
import { WorkerPool, WORKERS } from '../../../src-main/workers/worker-pool.ts'
import execSqlOnJson from '../../../src-main/tools/execute/exec-sql-on-json.ts'
import { WORKER_DEADLINE_MS } from '../../../src-shared/limits.ts'
import { cpuMsOf } from '../../support/cpu-time.ts'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { runTool } from '../../support/tools/run-tool.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { TEST_FILES, TestGateway } from '../../support/gateway/test-gateway.ts'

// What these tools do with hostile input in a worker of their own: the gateway has to outlive all of it.
let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create({ workerDeadlineMs: WORKER_DEADLINE_MS })
  await liftRateLimit(gateway)
})
afterAll(async () => await gateway.close())

const status = async (slug: string, input: object) => (await gateway.call(slug, input)).status

describe('a call that would not end', () => {
  it('is ended at no charge, while pictures go on beside it and after it', async () => {
    const image = (
      await sharp({ create: { width: 900, height: 600, channels: 3, background: '#336699' } })
        .png()
        .toBuffer()
    ).toString('base64')
    const resize = (width: number) => status('vision-image-resize', { image, width })
    // The first one loads the library, which a busy machine takes its time for.
    await resize(299)
    expect(await Promise.all([300, 301, 302, 303].map(resize))).toEqual([200, 200, 200, 200])
    const before = gateway.balance()
    const endless = { json: {}, expression: '($f := function($n) { $f($n + 1) }; $f(1))' }
    const [ended, beside] = await Promise.all([gateway.call('data-jsonata', endless), resize(304)])
    expect(ended.json.error).toMatchObject({ code: 'handler_error', timed_out: true })
    expect([beside, await resize(305)]).toEqual([200, 200])
    expect(gateway.balance()).toBe(before - 2 * 3)
  })

  it('ends by itself when a filter of a path has a regular expression that explodes elsewhere', async () => {
    const json = [`${'a'.repeat(40)}!`]
    expect(await status('text-json-path', { json, path: '$[?match(@, "(a+)+")]' })).toBe(200)
  })
})

/** The processes that this one has started. */
const children = (): number[] => childrenOf(process.pid, 'tool-worker')
const childrenOf = (pid: number, words: string): number[] =>
  spawnSync('pgrep', ['-P', String(pid), '-f', words], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean)
    .map(Number)
/** The same among its children's children and theirs: a sandbox has processes of its own around a worker. */
const descendantsOf = (pid: number, words: string): number[] => [
  ...childrenOf(pid, words),
  ...childrenOf(pid, '.').flatMap((child) => descendantsOf(child, words)),
]
const canSeeThem = process.platform === 'linux' && spawnSync('pgrep', ['--version']).status === 0

describe('native code', () => {
  // Catches: a fault of a decoder that ends the gateway, with every call and balance in it.
  it.skipIf(!canSeeThem)('takes down only its own call when it crashes', async () => {
    const { data } = await sharp({
      create: { width: 3_900, height: 3_900, channels: 3, background: '#369' },
    })
      .jpeg()
      .toBuffer({ resolveWithObject: true })
    const image = data.toString('base64')
    const others = children()
    const own = (): number[] => children().filter((pid) => !others.includes(pid))
    const patient = await TestGateway.create()
    const resize = (format: string) => patient.call('vision-image-resize', { image, width: 1_000, format })
    expect((await resize('png')).status).toBe(200)
    // The one that is there takes the next call.
    const [busy = 0] = own()
    const { ledger } = patient.instance.services
    const crashing = resize('avif')
    await waitUntil(() => ledger.lastKnown(patient.keyId).reserved > 0, 'the picture is being worked on')
    const beside = patient.call('data-jsonata', { json: {}, expression: '1' })
    process.kill(busy, 'SIGSEGV')
    const { json, headers } = await crashing
    expect([json.error.code, headers.get('x-credits-used')]).toEqual(['handler_error', '0'])
    expect((await beside).status).toBe(200)
    expect((await resize('webp')).status).toBe(200)
    expect(patient.bugs).toHaveLength(1)
    await patient.close()
    expect(own()).toEqual([])
  })

  it('handles the largest allowed picture in time', async () => {
    const image = (
      await sharp({ create: { width: 4_000, height: 4_000, channels: 3, background: '#336699' } })
        .jpeg()
        .toBuffer()
    ).toString('base64')
    for (const [format, width] of Object.entries({ png: 2_800, webp: 2_800, jpeg: 2_800, avif: 1_000 })) {
      // In this process, whose time can be read.
      const resize = () => runTool('vision-image-resize', { image, width, format })
      expect(await cpuMsOf(resize), format).toBeLessThan(WORKER_DEADLINE_MS)
    }
  })
})

describe('a query of a call that is cancelled', () => {
  const isThere = (pid: number): boolean => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }

  // Catches: a process that nobody waits for and nobody ends, since its worker is gone.
  it.skipIf(!canSeeThem)('is ended too, even in a process of its own', async () => {
    const others = new Set(children())
    const left = new AbortController()
    const pool = new WorkerPool({ workerUrl: TEST_FILES.workerUrl, share: new FairShare(WORKERS) })
    const sql = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n'
    const input = execSqlOnJson.input.parse({ sql, tables: { t: [{ a: 1 }] } })
    const call = {
      who: { id: 'key', isOwner: false },
      slug: 'exec-sql-on-json',
      native: true,
      input,
      now: 0,
      signal: left.signal,
      onProgress: () => undefined,
    }
    const running = pool.run(call)
    let query = 0
    await waitUntil(() => {
      const [worker] = children().filter((pid) => !others.has(pid))
      query = worker === undefined ? 0 : Number(descendantsOf(worker, 'sql-child')[0] ?? 0)
      return query > 0
    }, 'the query runs')
    left.abort()
    expect(await running).toEqual({ kind: 'cancelled' })
    await waitUntil(() => !isThere(query), 'the query has ended')
    await pool.close()
  })
})

it('none of these calls is reported as a bug', () => {
  expect(gateway.bugs).toEqual([])
})
