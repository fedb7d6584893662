import { expect, it } from 'vitest'
import { runs } from '../support/runs.ts'
import { cutPoints, faultsIn } from './cut-points.ts'

const KILLS = runs(2, 60)

it('a call that is cut short anywhere is paid for exactly if a model answered it or its request arrived', async () => {
  const report = await cutPoints(runs(60, 3_000), KILLS, 20_261_122)
  expect(report.questionsAnswered).toBeGreaterThan(0)
  expect(report.sendsReceived).toBeGreaterThan(0)
  expect(report.kills).toBe(KILLS)
  expect(report).toMatchObject({
    answeredUnpaid: 0,
    receivedUnpaid: 0,
    chargedForNothing: 0,
    wrongPrice: 0,
    wrongJobs: 0,
    wrongBalances: 0,
    lastExitCode: 0,
    verifyCode: 0,
  })
  expect(faultsIn(report)).toBe(0)
})
