import { type BatchRow, isSendable, needsAttention } from '../rows/batch-row.ts'

/**
 * Totals over the rows of a run; costs are in credits. Every figure on the screen is one of these: `rows` is the sum of
 * `answered`, `sent` and `unsent`, and what the tools cost is the sum of `spent` and `ahead`.
 */
export interface Tally {
  readonly rows: number
  /** Whether any row was ever sent. */
  readonly started: boolean
  /** What is spent at most from here on. */
  readonly ahead: number
  readonly answered: number
  /** Rows that wait: those that can be sent, and those that are faulty. */
  readonly unsent: number
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
  /** Also by rows that were removed since. */
  readonly spent: number
  /** What each tool's rows have cost and may still cost, highest first. */
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
    sum.spent += row.credits
    if (row.state === 'removed' && row.credits === 0) continue
    const share = tools.get(row.slug) ?? { calls: 0, credits: 0 }
    const open = isSendable(row) || row.state === 'sent' ? row.cost : 0
    if (row.state !== 'ready' || isSendable(row))
      tools.set(row.slug, { calls: share.calls + 1, credits: share.credits + row.credits + open })
    if (row.state === 'removed') continue
    sum.rows++
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
  }
  const shares = [...tools].map(([slug, share]) => ({ slug, ...share }))
  shares.sort((a, b) => b.credits - a.credits || b.calls - a.calls || (a.slug < b.slug ? -1 : 1))
  const answered = sum.done + sum.failed
  return {
    ...sum,
    attention,
    started: answered + sum.sent > 0 || sum.spent > 0,
    ahead: sum.cost + sum.sentCost,
    answered,
    unsent: sum.sendable + sum.faulty,
    tools: shares,
  }
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
