import { describe, expect, it } from 'vitest'
import { type BatchRow, freshRow } from '../../../src-renderer/batch/rows/batch-row.ts'
import { createRowCheck } from '../../../src-renderer/batch/rows/check-row.ts'
import { nextChunk } from '../../../src-renderer/batch/run/next-chunk.ts'
import { remedyOf } from '../../../src-renderer/batch/run/remedy.ts'
import { affordableRows, tallyOf } from '../../../src-renderer/batch/run/tally.ts'
import { CallError, type Tool } from '../../../src-renderer/gateway/gateway-types.ts'

const HOUR_MS = 3_600_000

function row(position: number, change: Partial<BatchRow> = {}): BatchRow {
  const fresh = freshRow({ position, slug: 's', input: '{}', label: '', problem: '', cost: 3 })
  return { ...fresh, ...change }
}
const rows = (count: number, change: Partial<BatchRow> = {}) =>
  Array.from({ length: count }, (_, i) => row(i, change))
const positionsOf = (next: ReturnType<typeof nextChunk>) =>
  'rows' in next ? next.rows.map(({ position }) => position) : null

describe('the next request', () => {
  it('holds no more rows than a batch may, and no more than a body may', () => {
    expect(positionsOf(nextChunk(rows(120), null, 0))).toHaveLength(50)
    const long = rows(5, { input: JSON.stringify('x'.repeat(500_000)) })
    expect(positionsOf(nextChunk(long, null, 0))).toEqual([0, 1])
    // A row that fills a request by itself still goes.
    expect(positionsOf(nextChunk(rows(2, { input: 'x'.repeat(4_000_000) }), null, 0))).toEqual([0])
  })

  it('holds every row that can be sent, or only the chosen ones', () => {
    const mixed = [
      row(0, { problem: 'text is missing' }),
      row(1, { state: 'done' }),
      row(2, { state: 'removed' }),
      row(3),
      row(4),
    ]
    expect(positionsOf(nextChunk(mixed, null, 0))).toEqual([3, 4])
    expect(positionsOf(nextChunk(mixed, null, 0, new Set([4])))).toEqual([4])
  })

  // Catches: rows that are sent again under a new key, and charged twice.
  it('is the one that was sent before, as long as its answer is out', () => {
    const out = { state: 'sent' as const, sent_at: 1_000 }
    const sent = [
      row(0, { state: 'done' }),
      row(1, { ...out, chunk: 'b' }),
      row(2, { ...out, chunk: 'b' }),
      row(3),
    ]
    const again = nextChunk(sent, 0, 2_000)
    expect([again.kind, positionsOf(again)]).toEqual(['again', [1, 2]])
    const lost = nextChunk(sent, 0, 1_000 + 23 * HOUR_MS + 1)
    expect([lost.kind, positionsOf(lost)]).toEqual(['lost', [1, 2]])
  })

  it('costs no more than the balance', () => {
    expect(positionsOf(nextChunk(rows(10), 8, 0))).toEqual([0, 1])
    expect(nextChunk(rows(10), 2, 0)).toEqual({ kind: 'short', cost: 3 })
    expect(affordableRows(rows(10), 8)).toBe(2)
  })
})

describe('a failed request', () => {
  const error = (code: CallError['code'], status: number, seconds?: number) =>
    new CallError(code, status, 'No.', seconds === undefined ? {} : { retry_after: seconds })

  it.each([
    ['a rate limit', error('rate_limited', 429, 18), 0, true, 18_000],
    ['an answer on its way', error('idempotency_in_progress', 409, 1), 0, false, 1_000],
    ['a database that is away', error('storage_unavailable', 503, 1), 0, false, 1_000],
    ['a gateway that is gone', error('unreachable', 0), 0, false, 2_000],
    ['a gateway that stays away', error('unreachable', 0), 9, false, 15_000],
    ['an answer that cannot be read', error('unreadable_answer', 200), 0, false, 2_000],
    ['the same again and again', error('unreadable_answer', 200), 4, false, null],
    ['a key that is not taken', error('invalid_key', 401), 0, true, null],
    ['a failure of the gateway', error('internal_error', 500), 0, false, null],
    ['a full disk', error('storage_full', 507), 0, false, null],
  ])('is retried or given up on as its cause requires: %s', (_name, failure, before, unsent, ms) => {
    const remedy = remedyOf(failure, before)
    expect([remedy.unsent, remedy.wait?.ms ?? null]).toEqual([unsent, ms])
  })
})

describe('the count of a run', () => {
  it('counts every state, and leaves out removed rows', () => {
    const states = [
      row(0),
      row(1, { problem: 'x' }),
      row(2, { state: 'sent' }),
      row(3, { state: 'done', credits: 3 }),
      row(4, { state: 'failed' }),
      row(5, { state: 'removed', credits: 3 }),
      row(6, { slug: 'dear', cost: 10 }),
    ]
    expect(tallyOf(states)).toEqual({
      rows: 6,
      started: true,
      ahead: 16,
      answered: 2,
      unsent: 3,
      sendable: 2,
      cost: 13,
      sent: 1,
      sentCost: 3,
      done: 1,
      failed: 1,
      faulty: 1,
      attention: 2,
      spent: 6,
      tools: [
        { slug: 's', calls: 5, credits: 12 },
        { slug: 'dear', calls: 1, credits: 10 },
      ],
    })
  })
})

// Catches: a header, a sum and a bar that each count otherwise, and what a removed row has cost.
it('the figures of a run add up at every moment', () => {
  const STATES = ['ready', 'sent', 'done', 'failed', 'removed'] as const
  for (let seed = 0; seed < 200; seed++) {
    const rows = Array.from({ length: 12 }, (_, at) => {
      const state = STATES[(seed * 7 + at * at * (seed % 5) + at) % STATES.length]!
      const credits = state === 'ready' || state === 'sent' ? 0 : (seed + at) % 4
      return row(at, { state, credits, problem: state === 'ready' && at % 3 === 0 ? 'x' : '' })
    })
    const { answered, sent, unsent, ahead, spent, tools, ...tally } = tallyOf(rows)
    expect(answered + sent + unsent).toBe(tally.rows)
    expect(tools.reduce((sum, { credits }) => sum + credits, 0)).toBe(spent + ahead)
    expect(spent).toBe(rows.reduce((sum, { credits }) => sum + credits, 0))
    expect(ahead).toBe(tally.cost + tally.sentCost)
  }
})

describe('a row with half of a surrogate pair', () => {
  const tool = { slug: 's', input_schema: { type: 'object' }, credits: 1 } as unknown as Tool // What the check reads.
  const check = createRowCheck(new Map([['s', tool]]))
  it.each([
    ['a\ud800', true],
    ['a\\ud800', false],
    ['a\\\ud800', true],
    ['\u{1f600}', false],
  ])('is told from a whole one: %j', (text, refused) => {
    const input = { text }
    expect(check('s', input, JSON.stringify(input)) !== '').toBe(refused)
  })
})
