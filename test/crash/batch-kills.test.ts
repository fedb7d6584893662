import { expect, it } from 'vitest'
import { runs } from '../support/runs.ts'
import { batchKills } from './batch-kills.ts'

it('kill -9 of a batch and of its gateway loses no row, fails none and charges each once', async () => {
  const report = await batchKills(runs(800, 5_000), runs(4, 30), 20_261_122)
  expect(report.clientKills + report.gatewayKills).toBeGreaterThan(2)
  expect(report).toMatchObject({
    failed: 0,
    missing: 0,
    wrongCredits: 0,
    lastExitCode: 0,
    verifyCode: 0,
  })
})
