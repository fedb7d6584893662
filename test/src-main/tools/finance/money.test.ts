import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidInput } from '../../../../src-main/tool-kit/tool-context.ts'
import { cpuMsOf } from '../../../support/cpu-time.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

const run = async (slug: string, input: unknown) => (await runTool(slug, input)) as Record<string, unknown>

describe('finance-irr', () => {
  // The documentation of numpy-financial, irr, rounded there to five decimals; the last is of Excel's help.
  it.each([
    [[-100, 39, 59, 55, 20], 0.28095],
    [[-100, 0, 0, 74], -0.0955],
    [[-100, 100, 0, -7], -0.0833],
    [[-100, 100, 0, 7], 0.06206],
    [[-5, 10.5, 1, -8, 1], 0.0886],
    [[-70000, 12000, 15000, 18000, 21000, 26000], 0.08663],
  ])('agrees with numpy-financial on %j', async (cash_flows, irr) => {
    expect((await run('finance-irr', { cash_flows })).irr).toBeCloseTo(irr, 5)
  })

  it('finds rates at which finance-npv gives zero', async () => {
    const payment = fc.double({ min: 1, max: 1e6, noNaN: true })
    await fc.assert(
      fc.asyncProperty(
        payment,
        fc.array(payment, { minLength: 1, maxLength: 40 }),
        async (first, later) => {
          const cash_flows = [-first, ...later]
          const { irr, unique } = await run('finance-irr', { cash_flows })
          fc.pre(irr !== null)
          expect(unique).toBe(true)
          const { npv } = await run('finance-npv', { rate: irr, cash_flows, decimals: 6 })
          expect(
            Math.abs(Number(npv)) /
              cash_flows.reduce((sum, flow) => sum + Math.abs(flow) * (1 + Number(irr)) ** -1, 0),
          ).toBeLessThan(1e-4)
        },
      ),
      { seed: 61, numRuns: 60 },
    )
  })

  it('says when no rate exists, and refuses payments that can have none', async () => {
    expect(await run('finance-irr', { cash_flows: [1, -2, 2] })).toMatchObject({
      irr: null,
      rates: [],
      unique: false,
    })
    await expect(run('finance-irr', { cash_flows: [1, 2] })).rejects.toBeInstanceOf(InvalidInput)
  })

  it('finds the rate of a thousand payments in time', async () => {
    const cash_flows = [-1000, ...Array.from({ length: 999 }, () => 10)]
    let irr: unknown
    expect(await cpuMsOf(async () => ({ irr } = await run('finance-irr', { cash_flows })))).toBeLessThan(
      300,
    )
    expect(irr).toBeCloseTo(0.00999952, 6)
  })
})

describe('finance-npv', () => {
  it('counts in decimals, not in doubles', async () => {
    expect(await run('finance-npv', { rate: 0, cash_flows: [0.1, 0.2], decimals: 10 })).toMatchObject({
      npv: 0.3,
    })
    expect((await run('finance-npv', { rate: 0, cash_flows: [1.005] })).npv).toBe(1.01)
  })

  it('refuses a rate at which any value becomes endless', async () => {
    await expect(run('finance-npv', { rate: -1, cash_flows: [1] })).rejects.toMatchObject({
      name: 'ZodError',
    })
    await expect(
      run('finance-npv', { rate: -0.999, cash_flows: Array.from({ length: 1000 }, () => 1e13) }),
    ).rejects.toBeInstanceOf(InvalidInput)
  })
})

describe('finance-loan-payment', () => {
  // numpy-financial (pmt); the mortgage of Wikipedia's "Mortgage calculator"; both to the cent.
  it.each([
    [{ principal: 200000, annual_rate_percent: 7.5, payments: 180 }, 1854.02],
    [{ principal: 200000, annual_rate_percent: 6.5, payments: 360 }, 1264.14],
    [{ principal: 1000000, annual_rate_percent: 1, payments: 120, decimals: 0 }, 8760],
  ])('agrees with published payments (%#)', async (loan, payment) => {
    expect((await run('finance-loan-payment', loan)).payment).toBe(payment)
  })

  it('pays back exactly what was borrowed, to the cent', async () => {
    const loan = fc.record({
      principal: fc.integer({ min: 100, max: 100_000_000 }).map((cents) => cents / 100),
      annual_rate_percent: fc.integer({ min: 0, max: 3_000 }).map((rate) => rate / 100),
      payments: fc.integer({ min: 1, max: 60 }),
    })
    await fc.assert(
      fc.asyncProperty(loan, async (terms) => {
        const answer = await run('finance-loan-payment', { ...terms, schedule: true })
        const rows = answer.schedule as { payment: number; principal: number; balance: number }[]
        const cents = (amounts: number[]) =>
          amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0)
        expect(cents(rows.map(({ principal }) => principal))).toBe(Math.round(terms.principal * 100))
        expect(cents(rows.map(({ payment }) => payment))).toBe(Math.round(Number(answer.total_paid) * 100))
        expect(rows.at(-1)!.balance).toBe(0)
        expect(rows).toHaveLength(terms.payments)
      }),
      { seed: 62, numRuns: 100 },
    )
  })

  it('treats a tiny rate as none, where the formula would divide by zero', async () => {
    const loan = { principal: 1000, annual_rate_percent: 5e-324, payments: 4 }
    expect(await run('finance-loan-payment', loan)).toMatchObject({ payment: 250, total_interest: 0 })
  })

  it('leaves a balloon for the last payment', async () => {
    expect(
      await run('finance-loan-payment', {
        principal: 1000,
        annual_rate_percent: 0,
        payments: 2,
        balloon: 400,
      }),
    ).toMatchObject({ payment: 300, last_payment: 700 })
    await expect(
      run('finance-loan-payment', { principal: 1000, annual_rate_percent: 1, payments: 2, balloon: 2000 }),
    ).rejects.toThrow('larger than the loan')
  })
})
