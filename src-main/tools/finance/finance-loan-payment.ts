import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'

const instalment = z.strictObject({
  number: z.int().min(1).describe('Counted from 1'),
  payment: z.number().describe('The amount paid'),
  interest: z.number().describe('The part that is interest on the balance'),
  principal: z.number().describe('The part that repays the loan'),
  balance: z.number().describe('The balance afterwards'),
})

export default defineTool({
  slug: 'finance-loan-payment',
  title: 'Loan payment',
  summary: 'The regular payment of a loan, its total interest and the schedule to the cent.',
  searchWords: [
    'mortgage',
    'instalment',
    'amortization',
    'monthly payment',
    'credit',
    'emi',
    'interest',
    'borrow',
    'car loan',
    'house',
    'repayment',
    'pay off',
    'annuity',
    'debt schedule',
    'lending',
    'monthly rate',
    'mortgage calculator',
    'loan calculator',
    'how much per month',
  ],
  category: 'Finance',
  tier: 'compute',
  credits: 1,
  cacheable: true,
  related: ['finance-npv', 'finance-irr'],
  gives: 'number',
  mainOutput: 'payment',

  input: z.strictObject({
    principal: z.number().min(0.01).max(1e12).describe('The amount borrowed'),
    annual_rate_percent: z.number().min(0).max(1_000).describe('Nominal interest per year: 6.5 is 6.5 %'),
    payments: z
      .int()
      .min(1)
      .max(1_200)
      .describe('Number of payments: 360 for thirty years of monthly payments'),
    payments_per_year: z
      .union([z.literal(1), z.literal(2), z.literal(4), z.literal(12), z.literal(26), z.literal(52)])
      .default(12)
      .describe('Payments per year; interest is charged as often'),
    balloon: z.number().min(0).max(1e12).default(0).describe('The balance to pay with the last payment'),
    decimals: z
      .int()
      .min(0)
      .max(3)
      .default(2)
      .describe('Decimal places of the currency: 2, 0 for yen, 3 for dinar'),
    schedule: z.boolean().default(false).describe('Whether to list every payment'),
  }),
  output: z.strictObject({
    payment: z.number().describe('The regular payment, halves rounded up'),
    last_payment: z.number().describe('The last payment, including rounding differences and the balloon'),
    total_paid: z.number().describe('The sum of all payments'),
    total_interest: z.number().describe('The sum of all payments minus the loan'),
    effective_annual_rate_percent: z
      .number()
      .describe('The effective annual rate with compound interest, to 6 decimal places'),
    schedule: z.array(instalment).describe('Every payment, if requested; else empty'),
  }),

  examples: [
    {
      // Each line calculated by hand: interest is 1 % of the previous balance, rounded to the cent.
      title: 'Three months, line by line',
      input: { principal: 1000, annual_rate_percent: 12, payments: 3, schedule: true },
      output: {
        payment: 340.02,
        last_payment: 340.03,
        total_paid: 1020.07,
        total_interest: 20.07,
        effective_annual_rate_percent: 12.682503,
        schedule: [
          { number: 1, payment: 340.02, interest: 10, principal: 330.02, balance: 669.98 },
          { number: 2, payment: 340.02, interest: 6.7, principal: 333.32, balance: 336.66 },
          { number: 3, payment: 340.03, interest: 3.37, principal: 336.66, balance: 0 },
        ],
      },
    },
    {
      title: 'Without interest',
      input: { principal: 1200, annual_rate_percent: 0, payments: 12 },
      output: {
        payment: 100,
        last_payment: 100,
        total_paid: 1200,
        total_interest: 0,
        effective_annual_rate_percent: 0,
        schedule: [],
      },
    },
    {
      // numpy-financial documents pmt(0.075/12, 12*15, 200000) = -1854.0247.
      title: 'A mortgage of fifteen years at 7.5 %',
      input: { principal: 200000, annual_rate_percent: 7.5, payments: 180 },
    },
  ],

  handler: async (input) => {
    const { planLoan } = await import('./lib/loan-plan.ts')
    return planLoan(input)
  },
})
