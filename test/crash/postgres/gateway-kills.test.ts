import { expect, it } from 'vitest'
import { LONG, runs } from '../../support/runs.ts'
import { FAULTS, killServed } from './gateway-kills.ts'

it('callers of gateways that are killed are charged once for each answer, and for no refusal', async () => {
  // A stopped process is taken for dead after 15 seconds.
  const faults = LONG ? FAULTS : FAULTS.slice(0, 3)
  const report = await killServed(runs(3, 40), 3, faults)
  expect(report).toMatchObject({
    lost: 0,
    twice: 0,
    otherBalance: 0,
    refusedAndCharged: 0,
    unexplained: 0,
    heldAtTheEnd: 0,
    problems: [],
    unclean: 0,
  })
  expect(report.repeated.answered).toBe(report.repeated.open)
  expect(report.cuts).toBeGreaterThan(0)
  expect(['409 idempotency_in_progress', '503 storage_unavailable']).toEqual(
    expect.arrayContaining([...report.codes]),
  )
}, 900_000)
