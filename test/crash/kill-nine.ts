/**
 * Kills the gateway at random moments under load and holds what it remembers against what it had answered:
 * `node test/crash/kill-nine.ts --rounds 100 --seed 1`. The built gateway has to be there (npm run build).
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { HeadlessProcess, runToolgate } from '../support/gateway/headless-process.ts'
import { OWNER_KEY } from '../support/gateway/test-gateway.ts'
import {
  balanceOf,
  checkKey,
  checkMadeKeys,
  NOTHING_FOUND,
  repeatAll,
  SIGN_UP_CREDITS,
  type Findings,
} from './crash-check.ts'
import { liftRateLimit, liftSignUpLimits, loadUntilGone, randomOf, signUp } from './crash-load.ts'

const KEYS_A_ROUND = 4
const LONGEST_LOAD_MS = 600
const LONGEST_START_MS = 400

/** The outcome of a whole run. */
export interface CrashReport extends Findings {
  readonly rounds: number
  readonly killedWhileStarting: number
  readonly slowestRestartMs: number
  readonly medianRestartMs: number
  /** Checks of the ledger, on a copy of the folder as each kill had left it, that did not end with 0. */
  readonly unsoundLedgers: number
  readonly lastExitCode: number | null
}

/** Runs the trial on a data folder of its own. */
export async function killNine(rounds: number, seed: number): Promise<CrashReport> {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-crash-'))
  const receiver = await openReceiver()
  try {
    return await new Trial(join(folder, 'data'), receiver, randomOf(seed)).run(rounds)
  } finally {
    receiver.close()
    receiver.closeAllConnections()
    rmSync(folder, { recursive: true, force: true })
  }
}

class Trial {
  readonly #dataDir: string
  readonly #receiver: string
  readonly #random: () => number
  readonly #found: Findings = { ...NOTHING_FOUND }
  readonly #restartsMs: number[] = []
  /** What each key held when its round was over; nothing touches it afterwards. */
  readonly #balances = new Map<string, number>()
  #unsound = 0
  #killedWhileStarting = 0

  constructor(dataDir: string, receiver: Server, random: () => number) {
    this.#dataDir = dataDir
    // A listening TCP server has an address with a port.
    this.#receiver = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
    this.#random = random
  }

  async run(rounds: number): Promise<CrashReport> {
    let gateway = await this.#start()
    await liftRateLimit(gateway.url, OWNER_KEY, OWNER_KEY)
    await liftSignUpLimits(gateway.url, OWNER_KEY)
    for (let round = 0; round < rounds; round++) gateway = await this.#round(gateway, round)
    for (const [key, balance] of this.#balances) {
      if ((await balanceOf(gateway.url, key)) !== balance) this.#found.wrongBalances++
    }
    const { code } = await gateway.end('SIGTERM')
    this.#verify(this.#dataDir)
    const sorted = this.#restartsMs.toSorted((a, b) => a - b)
    return {
      rounds,
      killedWhileStarting: this.#killedWhileStarting,
      ...this.#found,
      slowestRestartMs: Math.round(sorted.at(-1) ?? 0),
      medianRestartMs: Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
      unsoundLedgers: this.#unsound,
      lastExitCode: code,
    }
  }

  async #round(
    gateway: HeadlessProcess & { readonly url: string },
    round: number,
  ): Promise<typeof gateway> {
    const idle = await signUp(gateway.url, OWNER_KEY)
    const keys = await Promise.all(
      Array.from({ length: KEYS_A_ROUND }, async () => {
        const key = await signUp(gateway.url, OWNER_KEY)
        await liftRateLimit(gateway.url, OWNER_KEY, key)
        return key
      }),
    )
    const load = { keys, url: gateway.url, ownerKey: OWNER_KEY, receiver: this.#receiver }
    const loaded = loadUntilGone({ ...load, random: this.#random })
    await wait(this.#random() * LONGEST_LOAD_MS)
    await gateway.end('SIGKILL')
    const traffic = await loaded

    this.#verifyCopy()
    if (round % 4 === 3) await this.#killWhileStarting()
    const restarted = await this.#start()
    for (const key of keys) {
      const own = traffic.sent.filter((sent) => sent.key === key)
      await checkKey(restarted.url, key, own, this.#found)
      await repeatAll(restarted.url, key, own, this.#found)
      this.#balances.set(key, (await balanceOf(restarted.url, key)) ?? -1)
    }
    await checkMadeKeys(restarted.url, traffic, this.#found)
    this.#balances.set(idle, SIGN_UP_CREDITS)
    return restarted
  }

  async #start(): Promise<HeadlessProcess & { readonly url: string }> {
    const startedAt = performance.now()
    const gateway = await HeadlessProcess.start(this.#dataDir, ['--allow-webhook', this.#receiver])
    this.#restartsMs.push(performance.now() - startedAt)
    return gateway
  }

  async #killWhileStarting(): Promise<void> {
    const starting = new HeadlessProcess(this.#dataDir)
    await wait(this.#random() * LONGEST_START_MS)
    await starting.end('SIGKILL')
    this.#killedWhileStarting++
  }

  // A copy, so that the restart itself meets the folder exactly as the kill has left it.
  #verifyCopy(): void {
    const copy = `${this.#dataDir}-copy`
    cpSync(this.#dataDir, copy, { recursive: true })
    this.#verify(copy)
    rmSync(copy, { recursive: true })
  }

  #verify(dataDir: string): void {
    if (runToolgate(['ledger', 'verify', '--data-dir', dataDir]).code !== 0) this.#unsound++
  }
}

// Answers late enough that a kill finds sends on their way.
async function openReceiver(): Promise<Server> {
  let answers = 0
  const server = createServer((request, response) => {
    request.resume()
    setTimeout(() => response.end('ok'), (answers++ % 5) * 20)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
  })
  const report = await killNine(Number(values.rounds), Number(values.seed))
  console.table(report)
  const { lostCharges, overcharged, chargedTwice, lostKeys, wrongBalances, unsoundLedgers } = report
  const faults = lostCharges + overcharged + chargedTwice + lostKeys + wrongBalances + unsoundLedgers
  process.exitCode = faults === 0 && report.lastExitCode === 0 ? 0 : 1
}
