import type { GatewayProcesses } from '../../../support/postgres/gateway-processes.ts'
import { ask } from '../../../support/postgres/served-gateways.ts'
import { toSpread, type Spread } from './spread.ts'

const SLUG = 'code-json-to-typescript'
const PRICE = 3
const CALLERS = 4

/** What became of an account that was spent at several gateways at once. */
export interface DrainReport {
  readonly credits: number
  readonly answered: number
  /** Credits that nobody spent although they pay for a call. */
  readonly left: number
  /** How long those waited who were refused for want of credits. */
  readonly refusedMs: Spread
  /** Answers other than 200 and 402. */
  readonly others: readonly string[]
}

/**
 * Spends a key's own credits at all gateways but the last, which holds some of them and does nothing, until each caller
 * is refused.
 */
export async function drain(served: GatewayProcesses, credits: number): Promise<DrainReport> {
  const key = await served.personalKey(credits)
  const idle = served.all.at(-1)!
  const answers = [await ask(idle, `/v1/${SLUG}`, { json: { idle: 1 } }, key.as)]
  const refusedMs: number[] = []
  const caller = async (index: number): Promise<void> => {
    const gateway = served.all[index % (served.all.length - 1)]!
    for (let n = 0; ; n++) {
      const sentAt = performance.now()
      const answer = await ask(gateway, `/v1/${SLUG}`, { json: { [`f${index}`]: n } }, key.as)
      answers.push(answer)
      if (answer.status === 200) continue
      if (answer.status === 402) refusedMs.push(performance.now() - sentAt)
      return
    }
  }
  await Promise.all(Array.from({ length: CALLERS * (served.all.length - 1) }, (_, index) => caller(index)))
  const answered = answers.filter(({ status }) => status === 200).length
  const [account] = await served.sql<{ balance: number }>(
    `SELECT balance::int FROM account WHERE id = '${key.id}'`,
  )
  return {
    credits,
    answered,
    left: account!.balance < PRICE ? 0 : account!.balance,
    refusedMs: toSpread(refusedMs),
    others: answers.flatMap(({ status, text }) => ([200, 402].includes(status) ? [] : [text])),
  }
}
