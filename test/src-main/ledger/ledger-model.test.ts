import fc from 'fast-check'
import { describe, it } from 'vitest'
import { ACCOUNTS, PAYERS } from '../../support/ledger/ledger-model.ts'
import { LedgerRun, type Extra } from '../../support/ledger/ledger-run.ts'
import { runs } from '../../support/runs.ts'

const RUNS = runs(200, 10_000)

const account = fc.constantFrom(...ACCOUNTS)
const payer = fc.constantFrom(...PAYERS)
const pick = fc.nat(50)
const step: fc.Arbitrary<(run: LedgerRun) => void | Promise<void>> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(account, fc.nat(9)).map(
      ([a, n]) =>
        (run: LedgerRun) =>
          run.reserve(a, n),
    ),
  },
  {
    weight: 5,
    arbitrary: fc
      .tuple(pick, fc.constantFrom<Extra>('none', 'none', 'none', 'throws', 'needs room'), fc.boolean())
      .map(
        ([i, extra, isLeft]) =>
          (run: LedgerRun) =>
            run.settle(i, extra, isLeft),
      ),
  },
  { weight: 4, arbitrary: pick.map((i) => (run: LedgerRun) => run.depart(i)) },
  { weight: 2, arbitrary: pick.map((i) => (run: LedgerRun) => run.repeat(i)) },
  {
    weight: 2,
    arbitrary: fc.tuple(pick, fc.boolean()).map(
      ([i, r]) =>
        (run: LedgerRun) =>
          run.release(i, r),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(payer, fc.integer({ min: 1, max: 30 })).map(
      ([a, n]) =>
        (run: LedgerRun) =>
          run.credit(a, n),
    ),
  },
  { weight: 4, arbitrary: fc.boolean().map((full) => (run: LedgerRun) => run.turn(full)) },
  { weight: 1, arbitrary: fc.constant((run: LedgerRun) => run.crash()) },
)

describe('the ledger under random interleavings, failures and crashes', () => {
  it('always agrees with the model: no credit lost, made up, charged twice or overdrawn', async () => {
    const steps = fc.array(step, { minLength: 1, maxLength: 60, size: 'max' })
    const property = fc.asyncProperty(steps, async (chosen) => {
      const run = new LedgerRun()
      for (const name of PAYERS) run.credit(name, 20)
      for (const one of chosen) await one(run)
      await run.turn(false)
      run.close()
      // SQLite's memory is given back by the event loop, which promises alone never reach.
      await new Promise(setImmediate)
    })
    await fc.assert(property, { numRuns: RUNS })
  }, 3_600_000)
})
