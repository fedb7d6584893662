import { setTimeout as pause } from 'node:timers/promises'
import type { GatewayProcesses } from '../../../support/postgres/gateway-processes.ts'
import { ask } from '../../../support/postgres/served-gateways.ts'
import { toSpread, type Spread } from './spread.ts'

const CALL = '/v1/crypto-hash-sha256'
/** How often a gateway is asked whether it refuses a key. */
const EACH_MS = 10

/** How long a gateway went on after the owner was told at another one that a key is refused. */
export interface RefusalReport {
  readonly rounds: number
  /** A key was revoked. */
  readonly revokedMs: Spread
  /** A rule paused it. */
  readonly pausedMs: Spread
}

type Key = Awaited<ReturnType<GatewayProcesses['newKey']>>

/** Revokes keys and pauses others at one gateway after another, and asks all until they refuse them. */
export async function refuseEverywhere(served: GatewayProcesses, rounds: number): Promise<RefusalReport> {
  const revoked: number[] = []
  const paused: number[] = []
  for (let round = 0; round < rounds; round++) {
    const at = served.at(round)
    const gone = await served.newKey()
    await callEverywhere(served, gone)
    await ok(ask(at, `/v1/enterprise/keys/${gone.id}`, undefined, {}, 'DELETE'))
    revoked.push(...(await untilRefused(served, gone, 401)))
    const ruled = await served.newKey()
    await callEverywhere(served, ruled)
    await ok(ask(at, '/v1/enterprise/key-rules', { key_id: ruled.id, paused: true }))
    paused.push(...(await untilRefused(served, ruled, 403)))
  }
  return { rounds, revokedMs: toSpread(revoked), pausedMs: toSpread(paused) }
}

/** Lets gateways hear of changes with their beats only. */
export async function switchNoticesOff(served: GatewayProcesses): Promise<void> {
  const [told] = await served.sql<{ text: string }>(
    `SELECT pg_get_functiondef('tg_changed_1'::regproc) AS text`,
  )
  const silent = told!.text.replace(/PERFORM pg_notify\(.*\);/, '')
  if (silent === told!.text) throw new Error('tg_changed_1 sends no notice')
  await served.sql(silent)
}

async function callEverywhere({ all }: GatewayProcesses, { as }: Key): Promise<void> {
  await Promise.all(all.map((gateway) => ok(ask(gateway, CALL, { text: 'works' }, as))))
}

/** @returns the milliseconds until each gateway has refused a key, from now on */
async function untilRefused({ all }: GatewayProcesses, { as }: Key, status: number): Promise<number[]> {
  const toldAt = performance.now()
  return await Promise.all(
    all.map(async (gateway) => {
      for (;;) {
        const sentAt = performance.now()
        const answer = await ask(gateway, CALL, { text: 'works' }, as)
        // A call that was sent before that moment had not to be refused.
        if (answer.status === status) return sentAt - toldAt
        if (answer.status !== 200) throw new Error(answer.text)
        await pause(EACH_MS)
      }
    }),
  )
}

async function ok(asked: ReturnType<typeof ask>): Promise<void> {
  const { status, text } = await asked
  if (status !== 200) throw new Error(text)
}
