import { expect, it } from 'vitest'
import { MISSING_POSTGRES } from '../support/postgres/missing-postgres.ts'
import { runs } from '../support/runs.ts'
import { leaseKills } from './lease-kills.ts'

const SOUND = {
  lostCharges: 0,
  chargedTwice: 0,
  overcharged: 0,
  overspent: 0,
  adrift: 0,
  lateCharges: 0,
  unsoundLedgers: 0,
}

// Catches: a charge that the hub never gets or gets twice, and credits that both sides count as theirs.
it('a killed hub, a killed gateway and a cut line lose no charge of a team budget, and double none', async () => {
  const report = await leaseKills({ rounds: runs(5, 40), seed: 20_261_123 })
  expect(report.acknowledged).toBeGreaterThan(0)
  expect(report).toMatchObject(SOUND)
})

it.skipIf(MISSING_POSTGRES)(
  'nor do two hubs over one PostgreSQL, whichever of them is killed',
  async () => {
    const report = await leaseKills({ rounds: runs(5, 40), seed: 20_261_128, onPostgres: true })
    expect(report.acknowledged).toBeGreaterThan(0)
    expect(report).toMatchObject(SOUND)
  },
)
