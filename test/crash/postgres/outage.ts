/**
 * Takes the PostgreSQL of a gateway away under load, and shows what callers are told:
 * `node test/crash/postgres/outage.ts --seconds 30 --callers 32`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startGateway, type RunningGateway } from '../../../src-main/instance/start-gateway.ts'
import { verifyLeases } from '../../../src-main/ledger/postgres/verify-leases.ts'
import { PostgresEngine } from '../../../src-main/storage/postgres/postgres-engine.ts'
import { NOWHERE, OWNER_KEY, TEST_FILES, type Json } from '../../support/gateway/test-gateway.ts'
import { PostgresServer } from '../../support/postgres/postgres-server.ts'
import { waitUntil } from '../../support/wait-until.ts'

const SCHEMA = 'outage'
const WARM_CALLS = 40
/** How often a caller comes again that was refused: sooner than it was told to, so that all of the outage is seen. */
const AGAIN_MS = 100

/** What became of a load whose database was away. */
export interface OutageReport {
  readonly seconds: number
  /** Requests by the status of their answer. */
  readonly answers: Readonly<Record<string, number>>
  /** Refusals other than 503 storage_unavailable with Retry-After. */
  readonly others: readonly string[]
  /** The slowest refusal, and half of them. */
  readonly refusedMs: { readonly most: number; readonly median: number }
  /** From the start of the server until it took connections, and from there until the first call was answered. */
  readonly returnMs: { readonly server: number; readonly call: number; readonly ready: number }
  /** What the answers say was charged, and what the ledger has. */
  readonly charged: { readonly told: number; readonly written: number }
  /** Requests with an Idempotency-Key that were refused, and were answered when they were sent again. */
  readonly repeated: { readonly refused: number; readonly answered: number }
  readonly problems: readonly string[]
  readonly bugs: readonly string[]
}

interface Answer {
  readonly status: number
  readonly json: Json
  readonly headers: Headers
}

/** The requests of a caller, one after the other. */
const REQUESTS: readonly ((n: number) => { path: string; body?: object; key?: string })[] = [
  (n) => ({ path: '/v1/crypto-hash-sha256', body: { text: `${n}` } }),
  (n) => ({ path: '/v1/crypto-hash-sha256', body: { text: `k${n}` }, key: `key-${n}` }),
  () => ({ path: '/v1/credits/balance' }),
  (n) => ({ path: '/v1/memory-set', body: { key: `k${n % 50}`, value: n } }),
  (n) => ({
    path: '/v1/batch',
    body: { calls: [{ slug: 'crypto-hash-sha256', input: { text: `b${n}` } }] },
  }),
  () => ({ path: '/v1/credits/history?limit=5' }),
  (n) => ({ path: '/v1/async/crypto-hash-sha256', body: { text: `j${n}` } }),
]

class Outage {
  readonly #gateway: RunningGateway
  readonly #server: PostgresServer
  readonly #answers: Record<string, number> = {}
  readonly #others = new Set<string>()
  readonly #refusedMs: number[] = []
  readonly #refusedKeys: { path: string; body: object; key: string }[] = []
  /** Where the jobs are that were taken. */
  readonly #polls: string[] = []
  #told = 0
  #charged = 0
  #count = 0
  #isOver = false

  constructor(gateway: RunningGateway, server: PostgresServer) {
    this.#gateway = gateway
    this.#server = server
  }

  async run(awayMs: number, callers: number): Promise<Omit<OutageReport, 'problems' | 'bugs' | 'charged'>> {
    const running = Array.from({ length: callers }, () => this.#caller())
    await waitUntil(() => this.#charged > WARM_CALLS, 'calls are answered')
    this.#server.crash()
    await pause(awayMs)
    // All others may still be waiting for their charges.
    running.push(this.#caller())
    await waitUntil(() => this.#answers[503], 'a newcomer is refused')
    const startedAt = performance.now()
    await this.#server.restart()
    const backAt = performance.now()
    const before = this.#charged
    const ready = this.#untilReady()
    await waitUntil(() => this.#charged > before, 'a call is answered again')
    const call = Math.round(performance.now() - backAt)
    const readyAt = await ready
    await waitUntil(() => this.#charged > before + WARM_CALLS, 'more are')
    this.#isOver = true
    await Promise.all(running)
    await this.#endJobs()
    const ms = this.#refusedMs.toSorted((one, other) => one - other)
    return {
      seconds: awayMs / 1_000,
      answers: this.#answers,
      others: [...this.#others],
      refusedMs: { most: ms.at(-1) ?? 0, median: ms[ms.length >> 1] ?? 0 },
      returnMs: {
        server: Math.round(backAt - startedAt),
        call,
        ready: Math.round(Math.max(0, readyAt - backAt)),
      },
      repeated: { refused: this.#refusedKeys.length, answered: await this.#repeat() },
    }
  }

  /** Lets the owner send as much as there is to send, and pay for it. */
  async liftLimits(): Promise<void> {
    const { json } = await this.#send({ path: '/v1/enterprise/keys' })
    const { key_id } = json.keys.find(({ name }: Json) => name === 'Owner')
    const body = { key_id, limit: 1_000_000, window_seconds: 60 }
    await this.#send({ path: '/v1/enterprise/rate-limits', body })
    await this.#send({ path: '/v1/credits/buy', body: { credits: 10_000 } })
  }

  /** What all answers together say was charged. */
  get told(): number {
    return this.#told
  }

  async #caller(): Promise<void> {
    while (!this.#isOver) {
      const n = this.#count++
      const request = REQUESTS[n % REQUESTS.length]!(n)
      const begunAt = performance.now()
      const answer = await this.#send(request)
      this.#answers[answer.status] = (this.#answers[answer.status] ?? 0) + 1
      if (answer.status < 300) continue
      this.#refusedMs.push(Math.round(performance.now() - begunAt))
      const { key, body } = request
      if (key !== undefined && body) this.#refusedKeys.push({ ...request, key, body })
      await pause(AGAIN_MS)
    }
  }

  async #send({ path, body, key }: { path: string; body?: object; key?: string }): Promise<Answer> {
    const response = await fetch(`${this.#gateway.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${OWNER_KEY}`,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const json: Json = await response.json()
    const { status, headers } = response
    if (!response.ok) this.#note(path, { status, json, headers })
    if (response.ok && json.poll) this.#polls.push(json.poll)
    // The calls of a batch are refused one by one.
    for (const { ok, error } of json.results ?? [])
      if (ok === false && error.code !== 'storage_unavailable') this.#others.add(`${path}: ${error.code}`)
    const credits = Number(headers.get('x-credits-used'))
    this.#told += credits
    if (status === 200 && credits > 0) this.#charged++
    return { status, json, headers }
  }

  #note(path: string, { status, json, headers }: Answer): void {
    const code = json.error?.code
    if (status === 503 && code === 'storage_unavailable' && headers.get('retry-after') === '1') return
    this.#others.add(`${path}: ${status} ${code} ${json.error?.message}`)
  }

  async #untilReady(): Promise<number> {
    await waitUntil(
      async () => (await fetch(`${this.#gateway.url}/v1/health?check=ready`)).ok,
      'the gateway is ready',
    )
    return performance.now()
  }

  /** Waits for the jobs that were taken, and adds what they cost. */
  async #endJobs(): Promise<void> {
    for (const path of this.#polls) {
      const job = await waitUntil(async () => {
        const { json } = await this.#send({ path })
        return json.finished_at ? json : null
      }, `${path} ends`)
      this.#told += job.credits_used
    }
  }

  /** Sends again what was refused, under the same keys. @returns how many were answered */
  async #repeat(): Promise<number> {
    let answered = 0
    for (const request of this.#refusedKeys) if ((await this.#send(request)).status === 200) answered++
    return answered
  }
}

/** Starts a gateway on a server of its own, and takes that away for so long. */
export async function takeAway(awayMs: number, callers: number): Promise<OutageReport> {
  const server = await PostgresServer.start()
  const dataDir = mkdtempSync(join(tmpdir(), 'toolgate-outage-'))
  const bugs: string[] = []
  const place = { host: server.host, user: 'toolgate', database: 'postgres', schema: SCHEMA }
  const gateway = await startGateway({
    ...TEST_FILES,
    ...{ dataDir, port: 0, hostname: '127.0.0.1', ownerKey: OWNER_KEY, here: NOWHERE },
    database: { place, name: 'outage', passphrase: 'of the test' },
    reportBug: (error) => bugs.push(String(error)),
  })
  try {
    const outage = new Outage(gateway, server)
    await outage.liftLimits()
    const report = await outage.run(awayMs, callers)
    const spent = `SELECT coalesce(-sum(credits), 0)::int AS credits FROM ${SCHEMA}.entry WHERE kind IN ('charge', 'refund')`
    const engine = new PostgresEngine(place)
    const { problems } = await engine.read(verifyLeases)
    await engine.close()
    const [row] = await server.run<{ credits: number }>(spent)
    return { ...report, charged: { told: outage.told, written: row!.credits }, problems, bugs }
  } finally {
    await gateway.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

if (process.argv[1] === import.meta.filename) {
  const { seconds, callers } = parseArgs({
    options: {
      seconds: { type: 'string', default: '30' },
      callers: { type: 'string', default: '32' },
    },
  }).values
  console.log(JSON.stringify(await takeAway(Number(seconds) * 1_000, Number(callers)), null, 2))
}
