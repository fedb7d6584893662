import { expect, it } from 'vitest'
import { runs } from '../support/runs.ts'
import { leaseKills } from './lease-kills.ts'

// Catches: a charge that the hub never gets or gets twice, and credits that both sides count as theirs.
it('a killed hub, a killed gateway and a cut line lose no charge of a team budget, and double none', async () => {
  const report = await leaseKills(runs(5, 40), 20_261_123)
  expect(report.acknowledged).toBeGreaterThan(0)
  expect(report).toMatchObject({
    lostCharges: 0,
    chargedTwice: 0,
    overcharged: 0,
    overspent: 0,
    adrift: 0,
    lateCharges: 0,
    unsoundLedgers: 0,
  })
})
