/**
 * Kills a hub and a gateway that spends its credits at random moments under load, cuts the line between them after the
 * hub has committed, and holds what the hub has charged against what the gateway had answered:
 * `node test/crash/lease-kills.ts --rounds 40 --seed 1`, with `--postgres` for two hubs over one PostgreSQL. The built
 * gateway has to be there (npm run build).
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { HeadlessProcess, runToolgate } from '../support/gateway/headless-process.ts'
import { OWNER_KEY } from '../support/gateway/test-gateway.ts'
import { waitUntil } from '../support/wait-until.ts'
import { liftRateLimit, randomOf } from './crash-load.ts'
import { CuttingProxy } from './cutting-proxy.ts'
import { hubInFolder, hubsOnPostgres, type TrialHub } from './lease-hubs.ts'

const LANES = 6
const LONGEST_LOAD_MS = 500
const LEASE_CREDITS = 200
const BUDGET = 10_000
const KINDS = ['gateway', 'hub', 'both', 'cut', 'away'] as const

type Running = HeadlessProcess & { readonly url: string }

/** The outcome of a whole run. Everything from `lostCharges` on has to stay 0. */
export interface LeaseReport {
  readonly rounds: number
  readonly acknowledged: number
  /** Answered without the hub. */
  readonly acknowledgedAlone: number
  /** Sent, and the gateway died before it answered. */
  readonly inDoubt: number
  readonly cutAnswers: number
  readonly lostCharges: number
  readonly chargedTwice: number
  /** Charged without having been sent, or for more than its price. */
  readonly overcharged: number
  /** Credits by which the hub gave, or was charged, more than there were. */
  readonly overspent: number
  /** Credits that the hub holds for the gateway and the gateway has not. */
  readonly adrift: number
  readonly lateCharges: number
  readonly unsoundLedgers: number
}

/** What a trial is run with. */
export interface LeaseTrial {
  readonly rounds: number
  readonly seed: number
  /** Whether the hub is two gateways over one PostgreSQL. */
  readonly onPostgres?: boolean
}

/** Runs the trial on data of its own. */
export async function leaseKills({ rounds, seed, onPostgres = false }: LeaseTrial): Promise<LeaseReport> {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-leases-'))
  const hub = onPostgres ? await hubsOnPostgres() : await hubInFolder(join(folder, 'hub'))
  const trial = new Trial(hub, join(folder, 'gateway'), randomOf(seed))
  try {
    return await trial.run(rounds)
  } finally {
    await trial.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

class Trial {
  readonly #random: () => number
  readonly #hub: TrialHub
  readonly #gatewayDir: string
  readonly #answered = new Set<string>()
  readonly #sent = new Set<string>()
  #alone = 0
  #hasEnded = false
  #gateway: Running | null = null
  #proxy: CuttingProxy | null = null
  #teamKey = ''

  constructor(hub: TrialHub, gatewayDir: string, random: () => number) {
    this.#random = random
    this.#hub = hub
    this.#gatewayDir = gatewayDir
  }

  async run(rounds: number): Promise<LeaseReport> {
    this.#proxy = await CuttingProxy.open(this.#hub.url)
    this.#gateway = await HeadlessProcess.start(this.#gatewayDir)
    await this.#connect(this.#hub, this.#gateway)
    for (let round = 0; round < rounds; round++) await this.#round(KINDS[round % KINDS.length]!)
    const gateway = this.#running()
    await this.#delivered(gateway)
    const report = await this.#compare(this.#hub, gateway, rounds)
    await gateway.end('SIGTERM')
    this.#hasEnded = true
    const sound = [
      await this.#hub.close(),
      runToolgate(['ledger', 'verify', '--data-dir', this.#gatewayDir]).code === 0,
    ]
    return { ...report, unsoundLedgers: sound.filter((isSound) => !isSound).length }
  }

  async close(): Promise<void> {
    if (!this.#hasEnded) await this.#hub.destroy()
    await this.#gateway?.end('SIGKILL')
    this.#proxy?.close()
  }

  async #connect(hub: TrialHub, gateway: Running): Promise<void> {
    await asOwner(hub.url, 'POST', '/v1/credits/buy', { credits: BUDGET })
    const { key } = await asOwner(hub.url, 'POST', '/v1/enterprise/keys', { name: 'Kills' })
    this.#teamKey = String(key)
    await liftRateLimit(hub.url, OWNER_KEY, this.#teamKey)
    await liftRateLimit(gateway.url, OWNER_KEY, OWNER_KEY)
    await asOwner(gateway.url, 'PUT', '/app/hub', {
      url: this.#proxy!.url,
      key: this.#teamKey,
      name: 'Kills',
      lease_credits: LEASE_CREDITS,
    })
  }

  async #round(kind: (typeof KINDS)[number]): Promise<void> {
    const proxy = this.#proxy!
    const isAlone = kind === 'hub' || kind === 'away' || kind === 'both'
    if (kind === 'away') proxy.state = 'away'
    if (kind === 'cut') proxy.state = 'cut'
    const ending = new AbortController()
    const loads = Array.from({ length: LANES }, () => this.#load(this.#running().url, ending.signal))
    await wait(this.#random() * LONGEST_LOAD_MS)
    if (kind === 'hub' || kind === 'both') await this.#hub.kill()
    if (isAlone) {
      const before = this.#answered.size
      await wait(this.#random() * LONGEST_LOAD_MS)
      this.#alone += this.#answered.size - before
    }
    if (kind === 'gateway' || kind === 'both') await this.#running().end('SIGKILL')
    ending.abort()
    await Promise.all(loads)

    if (kind === 'hub' || kind === 'both') {
      await this.#hub.restart()
      proxy.target = this.#hub.url
    }
    proxy.state = 'up'
    if (kind === 'gateway' || kind === 'both') this.#gateway = await HeadlessProcess.start(this.#gatewayDir)
    await this.#delivered(this.#running())
  }

  async #load(url: string, ending: AbortSignal): Promise<void> {
    while (!ending.aborted) {
      const id = randomUUID()
      this.#sent.add(id)
      try {
        const response = await fetch(`${url}/v1/crypto-hash-sha256`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${OWNER_KEY}`,
            'content-type': 'application/json',
            'x-request-id': id,
          },
          body: JSON.stringify({ text: id }),
        })
        await response.text()
        if (response.ok) this.#answered.add(id)
        else {
          this.#sent.delete(id)
          // Used up: calls go on once there is more.
          if (response.status === 402) await wait(20)
        }
      } catch (error) {
        // The gateway was killed in the middle of this request.
        if (error instanceof TypeError) return
        throw error
      }
    }
  }

  async #delivered(gateway: Running): Promise<void> {
    await waitUntil(async () => {
      const { hub } = await asOwner(gateway.url, 'POST', '/app/hub/contact', {})
      const { unsent_charges: unsent, trouble } = hub as { unsent_charges: number; trouble: string | null }
      return unsent === 0 && trouble === null
    }, 'the hub gets every charge')
  }

  async #compare(
    hub: TrialHub,
    gateway: Running,
    rounds: number,
  ): Promise<Omit<LeaseReport, 'unsoundLedgers'>> {
    const charges = new Map<string, number>()
    let [overcharged, chargedTwice] = [0, 0]
    for (let cursor: unknown = undefined; ;) {
      const query = cursor === undefined ? '' : `&cursor=${String(cursor)}`
      const page = await asOwner(hub.url, 'GET', `/v1/credits/history?limit=500${query}`)
      for (const { type, request_id, credits } of page['entries'] as Entry[]) {
        if (type !== 'charge' || request_id === null) continue
        if (charges.has(request_id)) chargedTwice++
        if (!this.#sent.has(request_id) || credits !== -1) overcharged++
        charges.set(request_id, credits)
      }
      cursor = page['next_cursor']
      if (cursor === undefined) break
    }
    const { instances } = await asOwner(hub.url, 'GET', '/v1/enterprise/instances')
    const held = instances as { left: number; given: number; spent: number; late_charges: number }[]
    const { hub: own } = await asOwner(gateway.url, 'GET', '/app/hub')
    const { balance } = await asOwner(hub.url, 'GET', '/v1/credits/balance')
    const left = held.reduce((sum, one) => sum + one.left, 0)
    const spent = held.reduce((sum, one) => sum + one.spent, 0)
    return {
      rounds,
      acknowledged: this.#answered.size,
      acknowledgedAlone: this.#alone,
      inDoubt: this.#sent.size - this.#answered.size,
      cutAnswers: this.#proxy!.cutAnswers,
      lostCharges: [...this.#answered].filter((id) => !charges.has(id)).length,
      chargedTwice,
      overcharged,
      overspent: Math.max(0, left - Number(balance)) + Math.abs(spent - charges.size),
      adrift: Math.abs(left - (own as { left: number }).left),
      lateCharges: held.reduce((sum, one) => sum + one.late_charges, 0),
    }
  }

  #running(): Running {
    if (!this.#gateway) throw new Error('The gateway does not run')
    return this.#gateway
  }
}

interface Entry {
  readonly type: string
  readonly credits: number
  readonly request_id: string | null
}

async function asOwner(
  url: string,
  method: string,
  path: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${OWNER_KEY}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const answer = (await response.json()) as Record<string, unknown>
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${JSON.stringify(answer)}`)
  return answer
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '40' },
      seed: { type: 'string', default: '1' },
      postgres: { type: 'boolean', default: false },
    },
  })
  const report = await leaseKills({
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    onPostgres: values.postgres,
  })
  console.table(report)
  const { lostCharges, chargedTwice, overcharged, overspent, adrift, lateCharges, unsoundLedgers } = report
  const faults =
    lostCharges + chargedTwice + overcharged + overspent + adrift + lateCharges + unsoundLedgers
  process.exitCode = faults === 0 && report.acknowledged > 0 ? 0 : 1
}
