import { randomUUID } from 'node:crypto'
import { send, type Sent, type Traffic } from './crash-load.ts'

export const SIGN_UP_CREDITS = 500

/** What was found after a crash, counted over all rounds. Everything from `lostCharges` on has to stay 0. */
export interface Findings {
  acknowledged: number
  acknowledgedCredits: number
  inDoubt: number
  inDoubtCharged: number
  repeated: number
  keysMade: number
  lostCharges: number
  overcharged: number
  chargedTwice: number
  lostKeys: number
  wrongBalances: number
}

export const NOTHING_FOUND: Readonly<Findings> = {
  acknowledged: 0,
  acknowledgedCredits: 0,
  inDoubt: 0,
  inDoubtCharged: 0,
  repeated: 0,
  keysMade: 0,
  lostCharges: 0,
  overcharged: 0,
  chargedTwice: 0,
  lostKeys: 0,
  wrongBalances: 0,
}

interface Entry {
  readonly type: string
  readonly credits: number
  readonly request_id: string | null
}

interface Statement {
  readonly balance: number
  readonly entries: readonly Entry[]
}

/** Holds what the restarted gateway says of one key against what the key has sent and heard. */
export async function checkKey(
  url: string,
  key: string,
  sent: readonly Sent[],
  found: Findings,
): Promise<void> {
  const costs = costsOf(await statementOf(url, key, found))
  for (const one of sent) {
    const cost = costs.get(one.requestId) ?? 0
    costs.delete(one.requestId)
    if (one.answer === null) {
      found.inDoubt++
      if (cost > 0) found.inDoubtCharged++
      if (cost > one.most) found.overcharged++
      continue
    }
    const owed = one.answer.credits
    found.acknowledged++
    found.acknowledgedCredits += owed
    if (cost < owed) found.lostCharges++
    if (cost > owed) found.overcharged++
  }
  // What is left was charged although nobody sent it.
  for (const cost of costs.values()) if (cost !== 0) found.overcharged++
}

/** Sends again what carries an Idempotency-Key; after that each is charged exactly once. */
export async function repeatAll(
  url: string,
  key: string,
  sent: readonly Sent[],
  found: Findings,
): Promise<void> {
  const named = sent.filter(({ idempotencyKey }) => idempotencyKey !== null)
  const repeats = await Promise.all(
    named.map(async (first) => {
      const again = { ...first, requestId: randomUUID() }
      return { first, again, answer: await send(url, again) }
    }),
  )
  const costs = costsOf(await statementOf(url, key, found))
  for (const { first, again, answer } of repeats) {
    const cost = (costs.get(first.requestId) ?? 0) + (costs.get(again.requestId) ?? 0)
    const owed = answer.credits
    found.repeated++
    if (cost > owed) found.chargedTwice++
    if (cost < owed) found.lostCharges++
  }
}

/** Holds that every key whose sign-up was answered works and has its credits. */
export async function checkMadeKeys(url: string, { madeKeys }: Traffic, found: Findings): Promise<void> {
  found.keysMade += madeKeys.length
  for (const key of madeKeys) {
    const balance = await balanceOf(url, key)
    if (balance === null) found.lostKeys++
    else if (balance !== SIGN_UP_CREDITS) found.wrongBalances++
  }
}

/** What a key holds; null when the gateway does not know it. */
export async function balanceOf(url: string, key: string): Promise<number | null> {
  const response = await fetch(`${url}/v1/credits/balance`, { headers: { authorization: `Bearer ${key}` } })
  const body = (await response.json()) as { balance?: number; reserved?: number }
  if (!response.ok) return null
  if (body.reserved !== 0) throw new Error('Credits are held although no call runs')
  return body.balance ?? null
}

async function statementOf(url: string, key: string, found: Findings): Promise<Statement> {
  const entries: Entry[] = []
  let cursor: number | undefined
  let balance = 0
  do {
    const query = cursor === undefined ? '' : `&cursor=${cursor}`
    const response = await fetch(`${url}/v1/credits/history?limit=500${query}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    if (!response.ok) throw new Error(`The history was answered with ${response.status}`)
    const page = (await response.json()) as Statement & { next_cursor?: number }
    entries.push(...page.entries)
    ;({ balance, next_cursor: cursor } = page)
  } while (cursor !== undefined)
  const sum = entries.reduce((total, { credits }) => total + credits, 0)
  if (balance !== sum || balance < 0 || balance !== (await balanceOf(url, key))) found.wrongBalances++
  return { balance, entries }
}

/** What each request cost in all: its charges less its refunds. */
function costsOf({ entries }: Statement): Map<string, number> {
  const costs = new Map<string, number>()
  for (const { type, credits, request_id } of entries) {
    if (type === 'grant' || request_id === null) continue
    costs.set(request_id, (costs.get(request_id) ?? 0) - credits)
  }
  return costs
}
