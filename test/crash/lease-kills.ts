/**
 * Kills a hub and a gateway that spends its credits at random moments under load, cuts the line between them after the
 * hub has committed, and holds what the hub has charged against what the gateway had answered:
 * `node test/crash/lease-kills.ts --rounds 40 --seed 1`. The built gateway has to be there (npm run build).
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

/** Runs the trial on data folders of its own. */
export async function leaseKills(rounds: number, seed: number): Promise<LeaseReport> {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-leases-'))
  const trial = new Trial(folder, randomOf(seed))
  try {
    return await trial.run(rounds)
  } finally {
    await trial.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

class Trial {
  readonly #random: () => number
  readonly #hubDir: string
  readonly #gatewayDir: string
  readonly #answered = new Set<string>()
  readonly #sent = new Set<string>()
  #alone = 0
  #hub: Running | null = null
  #gateway: Running | null = null
  #proxy: CuttingProxy | null = null
  #teamKey = ''

  constructor(folder: string, random: () => number) {
    this.#random = random
    this.#hubDir = join(folder, 'hub')
    this.#gatewayDir = join(folder, 'gateway')
  }

  async run(rounds: number): Promise<LeaseReport> {
    this.#hub = await HeadlessProcess.start(this.#hubDir)
    this.#proxy = await CuttingProxy.open(this.#hub.url)
    this.#gateway = await HeadlessProcess.start(this.#gatewayDir)
    await this.#connect(this.#hub, this.#gateway)
    for (let round = 0; round < rounds; round++) await this.#round(KINDS[round % KINDS.length]!)
    const hub = this.#running('hub')
    const gateway = this.#running('gateway')
    await this.#delivered(gateway)
    const report = await this.#compare(hub, gateway, rounds)
    await hub.end('SIGTERM')
    await gateway.end('SIGTERM')
    const isSound = (dataDir: string): boolean =>
      runToolgate(['ledger', 'verify', '--data-dir', dataDir]).code === 0
    const unsoundLedgers = [this.#hubDir, this.#gatewayDir].filter((dataDir) => !isSound(dataDir)).length
    return { ...report, unsoundLedgers }
  }

  async close(): Promise<void> {
    await this.#hub?.end('SIGKILL')
    await this.#gateway?.end('SIGKILL')
    this.#proxy?.close()
  }

  async #connect(hub: Running, gateway: Running): Promise<void> {
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
    const loads = Array.from({ length: LANES }, () =>
      this.#load(this.#running('gateway').url, ending.signal),
    )
    await wait(this.#random() * LONGEST_LOAD_MS)
    if (kind === 'hub' || kind === 'both') await this.#running('hub').end('SIGKILL')
    if (isAlone) {
      const before = this.#answered.size
      await wait(this.#random() * LONGEST_LOAD_MS)
      this.#alone += this.#answered.size - before
    }
    if (kind === 'gateway' || kind === 'both') await this.#running('gateway').end('SIGKILL')
    ending.abort()
    await Promise.all(loads)

    if (kind === 'hub' || kind === 'both') {
      this.#hub = await HeadlessProcess.start(this.#hubDir)
      proxy.target = this.#hub.url
    }
    proxy.state = 'up'
    if (kind === 'gateway' || kind === 'both') this.#gateway = await HeadlessProcess.start(this.#gatewayDir)
    await this.#delivered(this.#running('gateway'))
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
    hub: Running,
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

  #running(which: 'hub' | 'gateway'): Running {
    const process = which === 'hub' ? this.#hub : this.#gateway
    if (!process) throw new Error(`The ${which} does not run`)
    return process
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
    options: { rounds: { type: 'string', default: '40' }, seed: { type: 'string', default: '1' } },
  })
  const report = await leaseKills(Number(values.rounds), Number(values.seed))
  console.table(report)
  const { lostCharges, chargedTwice, overcharged, overspent, adrift, lateCharges, unsoundLedgers } = report
  const faults =
    lostCharges + chargedTwice + overcharged + overspent + adrift + lateCharges + unsoundLedgers
  process.exitCode = faults === 0 && report.acknowledged > 0 ? 0 : 1
}
