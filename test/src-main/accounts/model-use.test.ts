import { describe, expect, it } from 'vitest'
import { ModelUse } from '../../../src-main/accounts/model-use.ts'
import { openStores } from '../../support/gateway/open-stores.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

async function openUse() {
  const stores = openStores()
  const { db, engine, clock } = stores
  const rows = (): unknown[] =>
    db.prepare('SELECT day, key_id, questions, tokens FROM model_use ORDER BY day, key_id').raw().all()
  return { ...stores, rows, use: await ModelUse.open(engine, clock.now) }
}

/** The day on which the tests' clock starts, in days since 1970. */
const TODAY = Date.UTC(2026, 0, 1) / DAY_MS

describe('the questions of a key', () => {
  it('count before they are on disk, and are on disk before they may be asked', async () => {
    const { use, rows, commits } = await openUse()
    const counting = use.count('key_a')
    expect([use.today('key_a').questions, rows()]).toEqual([1, []])
    await counting
    expect(rows()).toEqual([[TODAY, 'key_a', 1, 0]])
    const { ended } = await use.count('key_a')
    ended(7)
    commits.flush()
    expect(use.today('key_a')).toEqual({ questions: 2, tokens: 7 })
    expect(use.today('key_b')).toEqual({ questions: 0, tokens: 0 })
  })

  it('belong to the day on which they were asked', async () => {
    const { use, rows, clock, commits } = await openUse()
    clock.time += DAY_MS - 1
    const { ended } = await use.count('key_a')
    clock.time += 1
    ended(7)
    commits.flush()
    expect(use.today('key_a')).toEqual({ questions: 0, tokens: 0 })
    expect(rows()).toEqual([[TODAY, 'key_a', 1, 7]])
    expect(use.nextDay()).toBe((TODAY + 2) * DAY_MS)
  })

  it('are forgotten after the day that follows', async () => {
    const { use, rows, clock } = await openUse()
    await use.count('key_a')
    clock.time += DAY_MS
    await use.count('key_a')
    expect(rows()).toHaveLength(2)
    clock.time += DAY_MS
    await use.count('key_b')
    expect(rows()).toEqual([
      [TODAY + 1, 'key_a', 1, 0],
      [TODAY + 2, 'key_b', 1, 0],
    ])
  })

  // Catches: a failed write that leaves a question counted or open, and so a key that waits for nothing.
  it('are taken back at once when the disk refuses the count', async () => {
    const { use, db } = await openUse()
    db.exec("CREATE TRIGGER full BEFORE INSERT ON model_use BEGIN SELECT RAISE(ABORT, 'full'); END")
    await expect(use.count('key_a')).rejects.toThrow('full')
    expect([use.today('key_a').questions, use.open('key_a')]).toEqual([0, 0])
  })

  it('are open until they end', async () => {
    const { use } = await openUse()
    const [one, two] = await Promise.all([use.count('key_a'), use.count('key_a')])
    expect([use.open('key_a'), use.open('key_b')]).toEqual([2, 0])
    one.ended(0)
    two.ended(0)
    expect(use.open('key_a')).toBe(0)
  })
})

describe('unpaid questions', () => {
  it('add up at once, and time forgives one after the other', async () => {
    const { use, clock } = await openUse()
    expect(use.unpaidOf('key_a')).toBe(null)
    const first = use.addUnpaid('key_a', 2)
    const second = use.addUnpaid('key_a', 1)
    expect(use.unpaidOf('key_a')).toEqual({ count: 3, at: clock.time, left: 3 })
    await Promise.all([first, second])
    clock.time += 6 * MINUTE_MS - 1
    expect(use.unpaidOf('key_a')?.left).toBe(2)
    clock.time += 1
    expect(use.unpaidOf('key_a')?.left).toBe(1)
    await use.addUnpaid('key_a', 1)
    expect(use.unpaidOf('key_a')).toEqual({ count: 2, at: clock.time, left: 2 })
    clock.time += 6 * MINUTE_MS
    expect(use.unpaidOf('key_a')).toBe(null)
    expect(use.unpaidOf('key_b')).toBe(null)
  })

  // Catches: a key that waits until the clock has caught up with a time that was never right.
  it('are forgiven when the clock turns out to have been fast', async () => {
    const { use, clock } = await openUse()
    clock.time += DAY_MS / 2
    await use.addUnpaid('key_a', 20)
    clock.time -= MINUTE_MS
    expect(use.unpaidOf('key_a')?.left).toBe(20)
    clock.time -= 2 * 60 * MINUTE_MS
    expect(use.unpaidOf('key_a')).toBe(null)
  })
})
