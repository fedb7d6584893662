/**
 * Cuts calls of all kinds short at random places, kills the gateway at random moments, and holds what was charged
 * against what a provider and a receiver have counted: `node test/crash/cut-points.ts --cuts 10000 --kills 200`. The
 * built gateway has to be there (npm run build).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { HeadlessProcess, runToolgate } from '../support/gateway/headless-process.ts'
import { OWNER_KEY } from '../support/gateway/test-gateway.ts'
import { checkCut, checkJob, Costs, get, NOTHING_CUT, readJob, type CutFindings } from './cut-check.ts'
import { cutOne, sendWhole, type Cut } from './cut-load.ts'
import { openProvider, openReceiver, type Target } from './cut-targets.ts'
import { liftRateLimit, randomOf } from './crash-load.ts'

const LANES = 12
const CUTS_A_ROUND = 60
const LONGEST_LAST_MS = 80
const CREDITS = 1_000_000

/** The outcome of a whole run. */
export interface CutReport extends CutFindings {
  readonly cuts: number
  readonly kills: number
  readonly lastExitCode: number | null
  /** 0 when the ledger adds up. */
  readonly verifyCode: number
}

/** Runs the trial on a data folder of its own. */
export async function cutPoints(cuts: number, kills: number, seed: number): Promise<CutReport> {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-cut-'))
  const random = randomOf(seed)
  const provider = await openProvider(random)
  const receiver = await openReceiver(random)
  try {
    return await new Trial(join(folder, 'data'), { provider, receiver }, random).run(cuts, kills)
  } finally {
    provider.close()
    receiver.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Targets {
  readonly provider: Target
  readonly receiver: Target
}

type Gateway = HeadlessProcess & { readonly url: string }

class Trial {
  readonly #dataDir: string
  readonly #targets: Targets
  readonly #random: () => number
  readonly #found: CutFindings = { ...NOTHING_CUT }
  readonly #costs = new Costs(OWNER_KEY)
  #keys: readonly string[] = []
  #cuts = 0
  #kills = 0

  constructor(dataDir: string, targets: Targets, random: () => number) {
    this.#dataDir = dataDir
    this.#targets = targets
    this.#random = random
  }

  async run(cuts: number, kills: number): Promise<CutReport> {
    let gateway = await this.#start()
    await this.#setUp(gateway.url)
    await this.#callWhole(gateway.url)
    while (this.#cuts < cuts || this.#kills < kills) {
      // The kills are spread over the rounds, each of which is cut short by its kill.
      const left = Math.max(cuts - this.#cuts, CUTS_A_ROUND)
      const isKilled = this.#random() < ((kills - this.#kills) * CUTS_A_ROUND) / left
      gateway = await this.#round(gateway, Math.min(left, CUTS_A_ROUND), isKilled)
    }
    const { code } = await gateway.end('SIGTERM')
    const verified = runToolgate(['ledger', 'verify', '--data-dir', this.#dataDir])
    return {
      cuts: this.#cuts,
      kills: this.#kills,
      ...this.#found,
      lastExitCode: code,
      verifyCode: verified.code,
    }
  }

  // Loads what calls need, so that the cuts fall into the calls: none of them may live to be answered otherwise.
  async #callWhole(url: string): Promise<void> {
    const load = { url, keys: this.#keys, receiver: this.#targets.receiver.origin, random: this.#random }
    const whole = [await sendWhole(load, 'llm-summarize'), await sendWhole(load, 'webhook-send')]
    await this.#quiet(url)
    if (!(await this.#costs.read(url))) this.#found.wrongBalances++
    for (const cut of whole) checkCut(cut, this.#costs, this.#targets, false, this.#found)
  }

  async #round(gateway: Gateway, count: number, isKilled: boolean): Promise<Gateway> {
    const done: Cut[] = []
    let begun = 0
    let isOver = false
    const lane = async (): Promise<void> => {
      while (!isOver && begun++ < count) {
        const load = { url: gateway.url, keys: this.#keys, receiver: this.#targets.receiver.origin }
        done.push(await cutOne({ ...load, random: this.#random }))
      }
    }
    const load = Promise.all(Array.from({ length: LANES }, lane))
    let next = gateway
    if (isKilled) {
      const after = Math.floor(this.#random() * count)
      while (done.length < after) await pause(1)
      await pause(this.#random() * LONGEST_LAST_MS)
      isOver = true
      await gateway.end('SIGKILL')
      this.#kills++
      await load
      next = await this.#start()
    } else await load
    this.#cuts += done.length
    await this.#quiet(next.url)
    if (!(await this.#costs.read(next.url))) this.#found.wrongBalances++
    for (const cut of done) {
      const job = await readJob(next.url, cut)
      checkCut(cut, this.#costs, this.#targets, isKilled, this.#found)
      if (job) checkJob(job, cut, this.#costs, this.#found)
    }
    return next
  }

  // No call holds credits and no job waits or runs, twice in a row.
  async #quiet(url: string): Promise<void> {
    for (let times = 0; times < 2;) {
      await pause(20)
      const { reserved } = (await get(`${url}/v1/credits/balance`, OWNER_KEY)) as { reserved: number }
      let open = reserved
      for (const key of this.#keys)
        for (const status of ['queued', 'running']) {
          const { jobs } = (await get(`${url}/v1/jobs?status=${status}`, key)) as { jobs: unknown[] }
          open += jobs.length
        }
      times = open === 0 ? times + 1 : 0
    }
  }

  async #start(): Promise<Gateway> {
    const { origin } = this.#targets.receiver
    const gateway = await HeadlessProcess.start(this.#dataDir, ['--allow-webhook', origin])
    await this.#warm(gateway.url)
    return gateway
  }

  // Has the gateway import what it imports at first use, so that a cut does not always come before anything is sent.
  async #warm(url: string): Promise<void> {
    const { origin } = this.#targets.receiver
    await Promise.all([
      postTo(url, '/v1/llm-summarize', { text: 'A question without a mark is refused by the provider.' }),
      postTo(url, '/v1/webhook-send', { url: origin, payload: {} }),
    ])
  }

  async #setUp(url: string): Promise<void> {
    const post = async (path: string, body: object): Promise<{ key?: string }> => {
      const answer = await postTo(url, path, body)
      if (!answer.ok) throw new Error(`${path} was answered with ${await answer.text()}`)
      return (await answer.json()) as { key?: string }
    }
    await post('/app/providers', { kind: 'ollama', base_url: this.#targets.provider.origin, model: 'm' })
    await post('/v1/credits/buy', { credits: CREDITS })
    const { key: team = '' } = await post('/v1/enterprise/keys', { name: 'Cut', credit_limit: CREDITS })
    this.#keys = [OWNER_KEY, team]
    for (const key of this.#keys) await liftRateLimit(url, OWNER_KEY, key)
    // Only now is there a provider.
    await this.#warm(url)
  }
}

async function postTo(url: string, path: string, body: object): Promise<Response> {
  const headers = { authorization: `Bearer ${OWNER_KEY}`, 'content-type': 'application/json' }
  return await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
}

/** The findings that have to be 0. */
export function faultsIn(report: CutReport): number {
  const { answeredUnpaid, receivedUnpaid, chargedForNothing, wrongPrice, wrongJobs, wrongBalances } = report
  return answeredUnpaid + receivedUnpaid + chargedForNothing + wrongPrice + wrongJobs + wrongBalances
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      cuts: { type: 'string', default: '10000' },
      kills: { type: 'string', default: '200' },
      seed: { type: 'string', default: '1' },
    },
  })
  const report = await cutPoints(Number(values.cuts), Number(values.kills), Number(values.seed))
  console.table(report)
  const isSound = faultsIn(report) === 0 && report.lastExitCode === 0 && report.verifyCode === 0
  process.exitCode = isSound ? 0 : 1
}
