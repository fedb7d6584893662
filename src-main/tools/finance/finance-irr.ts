import { z } from 'zod'
import { CASH_FLOWS } from './lib/cash-flows.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { ratesOfReturn } from './lib/rates-of-return.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'

export default defineTool({
  slug: 'finance-irr',
  title: 'Internal rate of return',
  summary:
    'The interest rate at which payments have a present value of zero, and whether there are ' + 'several.',
  searchWords: [
    'yield',
    'roi',
    'return on investment',
    'cash flows',
    'profitability',
    'discount rate',
    'xirr',
    'effective rate',
    'break-even rate',
    'annual return',
    'rate of return on savings',
    'return of a project',
    'interest rate of payments',
    'how good is an investment',
    'savings plan',
  ],
  category: 'Finance',
  tier: 'compute',
  credits: 1,
  cacheable: true,
  mainField: 'cash_flows',
  related: ['finance-npv', 'finance-loan-payment'],
  gives: 'number',
  mainOutput: 'irr',

  input: z.strictObject({
    cash_flows: CASH_FLOWS.min(2).describe(
      'The payments in order, one per period, the first one today; outgoing payments are negative',
    ),
  }),
  output: z.strictObject({
    irr: z
      .number()
      .nullable()
      .describe(
        'The rate per period as a fraction, to 9 decimal places: the one nearest zero; null if ' +
          'there is none',
      ),
    percent: z.number().nullable().describe('The same as a percentage'),
    rates: z.array(z.number()).describe('All rates found from -99.9 % to 100,000 % per period, ascending'),
    unique: z
      .boolean()
      .describe('Whether exactly one rate was found; if not, compare net present values instead'),
  }),

  examples: [
    {
      title: 'One period',
      input: { cash_flows: [-100, 110] },
      output: { irr: 0.1, percent: 10, rates: [0.1], unique: true },
    },
    {
      title: 'A loss',
      input: { cash_flows: [-200, 0, 50] },
      output: { irr: -0.5, percent: -50, rates: [-0.5], unique: true },
    },
    {
      // Roots of -100 v² + 230 v - 132 by the quadratic formula: v is 1.1 and 1.2 in the growth
      // factor.
      title: 'Two rates: 10 % and 20 %',
      input: { cash_flows: [-100, 230, -132] },
      output: { irr: 0.1, percent: 10, rates: [0.1, 0.2], unique: false },
    },
  ],

  handler: ({ cash_flows }) => {
    if (!cash_flows.some((flow) => flow > 0) || !cash_flows.some((flow) => flow < 0))
      throw new InvalidInput('cash_flows', 'Send payments of both signs; outgoing payments are negative')
    const rates = ratesOfReturn(cash_flows)
    const irr = rates.toSorted((a, b) => Math.abs(a) - Math.abs(b))[0] ?? null
    return {
      irr,
      percent: irr === null ? null : Number((irr * 100).toFixed(7)),
      rates,
      unique: rates.length === 1,
    }
  },
})
