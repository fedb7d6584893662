import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'

const nothing = z.string().nullable()

export default defineTool({
  slug: 'validate-iban',
  title: 'Check an IBAN or BIC',
  summary: 'Checks an IBAN (length, form and check digits of its country) or a BIC, and splits it.',
  searchWords: [
    'bank account',
    'swift',
    'account number',
    'sepa',
    'bank code',
    'bank transfer',
    'bank details',
    'wire',
    'is the account number right',
    'international account',
    'bank account right',
    'check a bank account',
    'account for a transfer',
    'payment details',
    'which bank',
  ],
  category: 'Validation',
  tier: 'compute',
  credits: 1,
  version: 3,
  cacheable: true,
  mainField: 'value',
  takes: { value: ['iban'] },
  firstFor: ['iban'],
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    value: z.string().max(64).describe('The IBAN or BIC; spaces are ignored'),
    kind: z.enum(['auto', 'iban', 'bic']).default('auto').describe('The kind of number; auto detects it'),
  }),
  output: z.strictObject({
    valid: z.boolean().describe('Whether it is well formed and its check digits are correct'),
    kind: z.enum(['iban', 'bic']).describe('The kind it was checked as'),
    electronic: nothing.describe('Without spaces, in upper case; null if not valid'),
    printed: nothing.describe('In groups of four, as on paper'),
    country: nothing.describe('Country, ISO 3166-1'),
    bank: nothing.describe('Bank code'),
    branch: nothing.describe('Branch code'),
    account: nothing.describe(
      'What follows bank and branch in an IBAN: the account number with its national check digits',
    ),
    sepa: z
      .boolean()
      .nullable()
      .describe('Whether the country takes part in SEPA, as the registry says; null if not valid'),
    reasons: z.array(z.string().describe('A sentence')).describe('What is wrong with it'),
  }),

  // ISO 13616 and the examples of SWIFT's IBAN registry.
  examples: [
    {
      title: 'The German example of the registry',
      input: { value: 'DE89 3704 0044 0532 0130 00' },
      output: {
        valid: true,
        kind: 'iban',
        electronic: 'DE89370400440532013000',
        printed: 'DE89 3704 0044 0532 0130 00',
        country: 'DE',
        bank: '37040044',
        branch: null,
        account: '0532013000',
        sepa: true,
        reasons: [],
      },
    },
    {
      title: 'Two digits swapped',
      input: { value: 'DE89 3704 0044 0532 0310 00' },
      output: {
        valid: false,
        kind: 'iban',
        electronic: null,
        printed: null,
        country: null,
        bank: null,
        branch: null,
        account: null,
        sepa: null,
        reasons: ['The check digits are wrong (ISO 7064, MOD 97-10)'],
      },
    },
    {
      title: 'A BIC',
      input: { value: 'DEUTDEFF500' },
      output: {
        valid: true,
        kind: 'bic',
        electronic: 'DEUTDEFF500',
        printed: null,
        country: 'DE',
        bank: 'DEUT',
        branch: '500',
        account: null,
        sepa: true,
        reasons: [],
      },
    },
  ],

  handler: async ({ value, kind }) => {
    const { checkBic, checkIban } = await import('./lib/bank-codes.ts')
    const text = value.replace(/[\s-]/g, '').toUpperCase()
    const isBic = kind === 'bic' || (kind === 'auto' && /^[A-Z]{6}(?:.{2}|.{5})$/.test(text))
    return isBic ? checkBic(text) : checkIban(text)
  },
})
