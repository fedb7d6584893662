import { expect, it } from 'vitest'
import { runs } from '../../support/runs.ts'
import { killGateways } from './kills.ts'

it('gateways that share a PostgreSQL lose no charge and charge nothing twice, whoever of them is killed', async () => {
  const report = await killGateways(runs(4, 100), 7)
  const each = runs(1, 25)
  expect(report).toMatchObject({
    rounds: { gateway: each, server: each, zombie: each, cut: each },
    lost: 0,
    twice: 0,
    otherBalance: 0,
    failedAndCharged: 0,
    heldAtTheEnd: 0,
    problems: [],
    unclean: 0,
  })
  // Whatever happens to gateways and servers is told as such, and never as a fault of the product.
  expect(['insufficient_credits', 'storage_unavailable', 'tool']).toEqual(
    expect.arrayContaining([...report.codes]),
  )
  expect(report.acknowledged).toBeGreaterThan(runs(200, 5_000))
  expect(report.cuts).toBeGreaterThan(0)
})
