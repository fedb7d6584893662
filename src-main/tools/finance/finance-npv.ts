import { z } from 'zod'
import { CASH_FLOWS } from './lib/cash-flows.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'

export default defineTool({
  slug: 'finance-npv',
  title: 'Net present value',
  summary: 'What future payments are worth today at an interest rate, each payment and in total.',
  searchWords: [
    'dcf',
    'discounted cash flow',
    'worth today',
    'discount',
    'is the project worth it',
    'investment',
    'valuation',
    'present worth',
    'time value of money',
    'future cash flows',
    'value today',
    'value of a project',
    'future money',
  ],
  category: 'Finance',
  tier: 'compute',
  credits: 1,
  cacheable: true,
  related: ['finance-irr', 'finance-loan-payment'],
  gives: 'number',
  mainOutput: 'npv',

  input: z.strictObject({
    rate: z.number().gt(-1).max(1_000).describe('The rate per period as a fraction: 0.08 is 8 %'),
    cash_flows: CASH_FLOWS.describe(
      'The payments in order, one per period; outgoing payments are negative',
    ),
    first_at: z
      .enum(['start', 'end'])
      .default('start')
      .describe(
        'start: the first payment is today; end: it is after one period, as in the NPV function ' +
          'of spreadsheets',
      ),
    decimals: z
      .int()
      .min(0)
      .max(10)
      .default(2)
      .describe('Decimal places of the results, halves away from zero'),
  }),
  output: z.strictObject({
    npv: z.number().describe('The net present value'),
    present_values: z.array(z.number()).describe('The present value of each payment'),
    total: z.number().describe('The sum of the payments without interest'),
  }),

  examples: [
    {
      // Microsoft Excel's help for NPV, example 1 (0.1, -10000, 3000, 4200, 6800 is 1188.44).
      title: 'An investment by the rule of spreadsheets',
      input: { rate: 0.1, cash_flows: [-10000, 3000, 4200, 6800], first_at: 'end' },
      output: { npv: 1188.44, present_values: [-9090.91, 2479.34, 3155.52, 4644.49], total: 4000 },
    },
    {
      // The documentation of numpy-financial, npv: 3065.22267.
      title: 'A project paid for today',
      input: { rate: 0.08, cash_flows: [-40000, 5000, 8000, 12000, 30000], decimals: 5 },
      output: {
        npv: 3065.22267,
        present_values: [-40000, 4629.62963, 6858.71056, 9525.98689, 22050.89558],
        total: 15000,
      },
    },
    {
      title: 'Without interest',
      input: { rate: 0, cash_flows: [-100, 60, 60] },
      output: { npv: 20, present_values: [-100, 60, 60], total: 20 },
    },
  ],

  handler: async ({ rate, cash_flows, first_at, decimals }) => {
    const { Money, toAmount } = await import('./lib/money.ts')
    const growth = new Money(rate).plus(1)
    const first = first_at === 'start' ? 0 : 1
    let factor = growth.pow(first)
    const values = cash_flows.map((flow) => {
      const value = new Money(flow).div(factor)
      factor = factor.times(growth)
      return value
    })
    const npv = toAmount(Money.sum(0, ...values), decimals)
    if (!Number.isFinite(npv))
      throw new InvalidInput('rate', 'The rate makes the value too large; check it')
    return {
      npv,
      present_values: values.map((value) => toAmount(value, decimals)),
      total: toAmount(Money.sum(0, ...cash_flows), decimals),
    }
  },
})
