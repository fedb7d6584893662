import { expect, it } from 'vitest'
import { runs } from '../support/runs.ts'
import { killNine } from './kill-nine.ts'

it('kill -9 under load loses no acknowledged charge or key, and charges nothing twice or unasked', async () => {
  const report = await killNine(runs(4, 100), 20_260_101)
  expect(report.acknowledged).toBeGreaterThan(0)
  expect(report.killedWhileStarting).toBe(runs(1, 25))
  expect(report).toMatchObject({
    lostCharges: 0,
    overcharged: 0,
    chargedTwice: 0,
    lostKeys: 0,
    wrongBalances: 0,
    unsoundLedgers: 0,
    lastExitCode: 0,
  })
})
