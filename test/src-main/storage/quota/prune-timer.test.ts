import { expect, it } from 'vitest'
import { atOnce } from '../../../support/gateway/at-once.ts'
import { openStores } from '../../../support/gateway/open-stores.ts'
import { PruneTimer } from '../../../../src-main/storage/quota/prune-timer.ts'

const START = Date.UTC(2026, 0, 1)

function open(prune: (now: number, rows: number) => void) {
  const timer = new PruneTimer(function* (now, rows) {
    prune(now, rows)
  })
  return atOnce(openStores().db, timer)
}

it('prunes at once, then not before a minute has passed', () => {
  const times: number[] = []
  const timer = open((now) => times.push(now))
  for (const ms of [0, 1, 59_999, 60_000, 60_001, 119_999, 120_000]) timer.pruneWhenDue(START + ms)
  expect(times.map((time) => time - START)).toEqual([0, 60_000, 120_000])
})

it('prunes when asked to, a thousand rows at most', () => {
  const calls: (readonly number[])[] = []
  const timer = open((now, rows) => calls.push([now, rows]))
  timer.prune(START)
  timer.prune(START)
  expect(calls).toEqual([
    [START, 1_000],
    [START, 1_000],
  ])
})

it('tries again with the next call when pruning has failed', () => {
  let isFull = true
  let pruned = 0
  const timer = open(() => {
    if (isFull) throw new Error('disk full')
    pruned++
  })
  expect(() => timer.pruneWhenDue(START)).toThrow('disk full')
  isFull = false
  timer.pruneWhenDue(START + 1)
  expect(pruned).toBe(1)
})

it('prunes again soon after a clock that was fast has been set right', () => {
  const times: number[] = []
  const timer = open((now) => times.push(now))
  for (const ms of [86_400_000, 0, 1, 60_000]) timer.pruneWhenDue(START + ms)
  expect(times.map((time) => time - START)).toEqual([86_400_000, 0, 60_000])
})
