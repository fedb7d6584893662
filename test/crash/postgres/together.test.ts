import { expect, it } from 'vitest'
import { runs } from '../../support/runs.ts'
import { showTogether } from './together.ts'

// How soon is measured by hand: here it only has to happen.
it('gateways spend an account to its last credit, tell of all calls, and refuse what one of them refuses', async () => {
  const credits = runs(600, 3_000)
  const report = await showTogether({
    rounds: runs(1, 20),
    credits,
    calls: runs(120, 10_000),
  })
  expect(report).toMatchObject({
    drained: { answered: Math.floor(credits / 3), left: 0, others: [] },
    told: { lost: 0, twice: 0 },
    unclean: [],
  })
  expect(report.refusedWithoutNotices.revokedMs.most).toBeGreaterThan(0)
}, 900_000)
