import type { Cut, CutCall } from './cut-load.ts'
import type { Target } from './cut-targets.ts'

/** What was found over all cut requests. Everything from `answeredUnpaid` on has to stay 0. */
export interface CutFindings {
  calls: number
  questionsAsked: number
  questionsAnswered: number
  sendsReceived: number
  charged: number
  /** Charged after a kill although nothing was answered or received: it was on its way when the gateway died. */
  chargedInDoubt: number
  /** Received and free, because the call failed while its caller listened: its own time was over, say. */
  receivedAndFailed: number
  answeredUnpaid: number
  receivedUnpaid: number
  chargedForNothing: number
  wrongPrice: number
  /** Jobs whose credits_used is not what they were charged. */
  wrongJobs: number
  wrongBalances: number
}

export const NOTHING_CUT: Readonly<CutFindings> = {
  calls: 0,
  questionsAsked: 0,
  questionsAnswered: 0,
  sendsReceived: 0,
  charged: 0,
  chargedInDoubt: 0,
  receivedAndFailed: 0,
  answeredUnpaid: 0,
  receivedUnpaid: 0,
  chargedForNothing: 0,
  wrongPrice: 0,
  wrongJobs: 0,
  wrongBalances: 0,
}

const PRICES = { 'llm-summarize': 10, 'webhook-send': 5, 'crypto-hash-sha256': 1 } as const

interface Entry {
  readonly id: string
  readonly seq: number
  readonly credits: number
  readonly request_id: string | null
}

/** Follows the ledger of the key that pays for all calls. */
export class Costs {
  readonly #key: string
  readonly #costs = new Map<string, number>()
  #seen = 0
  #sum = 0

  constructor(key: string) {
    this.#key = key
  }

  /** Reads the new entries. @returns whether the balance is their sum */
  async read(url: string): Promise<boolean> {
    const fresh: Entry[] = []
    let cursor: number | undefined
    let balance = 0
    do {
      const page = await this.#page(url, cursor)
      balance = page.balance
      const added = page.entries.filter(({ seq }) => seq > this.#seen)
      fresh.push(...added)
      cursor = added.length === page.entries.length ? page.next_cursor : undefined
    } while (cursor !== undefined)
    this.#seen = Math.max(this.#seen, ...fresh.map(({ seq }) => seq))
    for (const entry of fresh) this.#add(entry)
    return balance === this.#sum && balance >= 0
  }

  /** The charges less the refunds of one call of a request. */
  of(requestId: string, index: number): number {
    return this.#costs.get(`${requestId} ${index}`) ?? 0
  }

  #add({ id, credits, request_id }: Entry): void {
    this.#sum += credits
    if (request_id === null) return
    // The id of a call in a batch ends with its place; a refunded pair adds what it is.
    const index = id.split(':').find((part) => /^\d+$/.test(part)) ?? '0'
    const name = `${request_id} ${index}`
    this.#costs.set(name, (this.#costs.get(name) ?? 0) - credits)
  }

  async #page(
    url: string,
    cursor: number | undefined,
  ): Promise<{ balance: number; entries: Entry[]; next_cursor?: number }> {
    const query = cursor === undefined ? '' : `&cursor=${cursor}`
    const answer = await get(`${url}/v1/credits/history?limit=500${query}`, this.#key)
    return answer as { balance: number; entries: Entry[]; next_cursor?: number }
  }
}

/** Reads a path of the gateway. @throws Error when it refuses */
export async function get(url: string, key: string): Promise<unknown> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}`)
  return await response.json()
}

/** Holds what one cut request was charged against what the provider and the receiver have counted. */
export function checkCut(
  cut: Cut,
  costs: Costs,
  targets: { readonly provider: Target; readonly receiver: Target },
  killed: boolean,
  found: CutFindings,
): void {
  for (const [index, call] of cut.calls.entries()) {
    const cost = costs.of(cut.requestId, index)
    found.calls++
    if (cost > 0) found.charged++
    if (cost !== 0 && cost !== PRICES[call.slug]) found.wrongPrice++
    if (call.slug === 'llm-summarize') checkQuestion(call, cost, targets.provider, killed, found)
    else if (call.slug === 'webhook-send')
      checkSend(call, cost, targets.receiver, { killed, failed: wasToldOfFailure(cut, index) }, found)
  }
}

function checkQuestion(
  { mark }: CutCall,
  cost: number,
  { reached, answered }: Target,
  killed: boolean,
  found: CutFindings,
): void {
  if (reached.has(mark)) found.questionsAsked++
  if (answered.has(mark)) found.questionsAnswered++
  if (answered.has(mark) && cost === 0) found.answeredUnpaid++
  if (!answered.has(mark) && cost > 0) found[killed ? 'chargedInDoubt' : 'chargedForNothing']++
}

function checkSend(
  { mark }: CutCall,
  cost: number,
  { reached }: Target,
  { killed, failed }: { readonly killed: boolean; readonly failed: boolean },
  found: CutFindings,
): void {
  if (reached.has(mark)) found.sendsReceived++
  if (reached.has(mark) && cost === 0) found[failed ? 'receivedAndFailed' : 'receivedUnpaid']++
  if (!reached.has(mark) && cost > 0) found[killed ? 'chargedInDoubt' : 'chargedForNothing']++
}

/** Whether the caller was there to be told that this call had failed. */
function wasToldOfFailure({ calls, told }: Cut, index: number): boolean {
  if (calls.length === 1) return /"code":"handler_error"|"isError":true/.test(told)
  try {
    const { results } = JSON.parse(told) as { results: { error?: { code: string } }[] }
    return results[index]?.error?.code === 'handler_error'
  } catch {
    // It left before the end of the answer.
    return false
  }
}

/** Reads how a job ended into what its caller was told; null when it was forgotten, or there is none. */
export async function readJob(url: string, cut: Cut): Promise<{ credits_used: number | null } | null> {
  if (cut.jobId === null) return null
  const headers = { authorization: `Bearer ${cut.key}` }
  const answer = await fetch(`${url}/v1/jobs/${cut.jobId}`, { headers })
  cut.told = await answer.text()
  // It was forgotten by a DELETE whose answer was lost with the gateway.
  if (answer.status === 404) return null
  return JSON.parse(cut.told) as { credits_used: number | null }
}

/** Holds what a job says it was charged against the ledger. */
export function checkJob(
  job: { readonly credits_used: number | null },
  cut: Cut,
  costs: Costs,
  found: CutFindings,
): void {
  if (job.credits_used !== costs.of(cut.requestId, 0)) found.wrongJobs++
}
