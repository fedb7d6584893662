import { expect, it } from 'vitest'
import { killNine } from './kill-nine.ts'

it('kill -9 under load loses no acknowledged charge or key, and charges nothing twice or unasked', async () => {
  const report = await killNine(4, 20_260_101)
  expect(report.acknowledged).toBeGreaterThan(0)
  expect(report.killedWhileStarting).toBe(1)
  expect(report).toMatchObject({
    lostCharges: 0,
    overcharged: 0,
    chargedTwice: 0,
    lostKeys: 0,
    wrongBalances: 0,
    unsoundLedgers: 0,
    lastExitCode: 0,
  })
  // On a busy machine every start is slow; one that hangs is slow beside the others.
  expect(report.slowestRestartMs).toBeLessThan(Math.max(10_000, 5 * report.medianRestartMs))
  // A dozen processes are started and killed on the way.
})
