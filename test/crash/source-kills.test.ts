import { expect, it } from 'vitest'
import { runs } from '../support/runs.ts'
import { sourceKills } from './source-kills.ts'

// Catches: a server that is deaf to SIGTERM, or hides behind a shell, and runs for days without a gateway.
it('a stopped gateway leaves no process of a source, and a killed one none after its next start', async () => {
  const report = await sourceKills(runs(2, 100))
  expect(report.started).toBeGreaterThan(0)
  expect(report.left).toBe(0)
})
