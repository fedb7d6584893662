import { type BatchRow, isSendable, needsAttention } from '../rows/batch-row.ts'

/** Totals over the rows of a run; costs are in credits. */
export interface Tally {
  readonly rows: number
  /** Rows that are ready to send, and their cost. */
  readonly sendable: number
  readonly cost: number
  /** Rows without an answer yet, and their cost if all succeed. */
  readonly sent: number
  readonly sentCost: number
  readonly done: number
  readonly failed: number
  /** Rows whose input has to be fixed first. */
  readonly faulty: number
  readonly attention: number
  readonly spent: number
  /** The cost of each tool's rows, highest first. */
  readonly tools: readonly ToolShare[]
}

interface ToolShare {
  readonly slug: string
  readonly calls: number
  readonly credits: number
}

/** Adds up the rows in one pass. */
export function tallyOf(rows: readonly BatchRow[]): Tally {
  const sum = {
    rows: 0,
    sendable: 0,
    cost: 0,
    sent: 0,
    sentCost: 0,
    done: 0,
    failed: 0,
    faulty: 0,
    spent: 0,
  }
  const tools = new Map<string, { calls: number; credits: number }>()
  let attention = 0
  for (const row of rows) {
    if (row.state === 'removed') continue
    sum.rows++
    sum.spent += row.credits
    if (isSendable(row)) {
      sum.sendable++
      sum.cost += row.cost
    } else if (row.state === 'sent') {
      sum.sent++
      sum.sentCost += row.cost
    } else if (row.state === 'done') sum.done++
    else if (row.state === 'failed') sum.failed++
    else sum.faulty++
    if (needsAttention(row)) attention++
    if (row.state === 'ready' && row.problem) continue
    const share = tools.get(row.slug) ?? { calls: 0, credits: 0 }
    tools.set(row.slug, { calls: share.calls + 1, credits: share.credits + row.cost })
  }
  const shares = [...tools].map(([slug, share]) => ({ slug, ...share }))
  shares.sort((a, b) => b.credits - a.credits || b.calls - a.calls || (a.slug < b.slug ? -1 : 1))
  return { ...sum, attention, tools: shares }
}

/** How many of the ready rows these credits cover, in order. */
export function affordableRows(rows: readonly BatchRow[], credits: number): number {
  let left = credits
  let count = 0
  for (const row of rows) {
    if (!isSendable(row)) continue
    left -= row.cost
    if (left < 0) break
    count++
  }
  return count
}
