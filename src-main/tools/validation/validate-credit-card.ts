import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'

export default defineTool({
  slug: 'validate-credit-card',
  title: 'Check a card number',
  summary: 'Checks the digits of a payment card number (Luhn, length, brand); shows at most its last four.',
  searchWords: [
    'visa',
    'mastercard',
    'luhn',
    'amex',
    'payment card',
    'card brand',
    'card checker',
    'is the card real',
    'debit card',
    'checkout',
    'american express',
    'card number typo',
    'card type',
    'payment number',
  ],
  category: 'Validation',
  tier: 'compute',
  credits: 1,
  version: 2,
  cacheable: true,
  mainField: 'number',
  takes: { number: ['card'] },
  firstFor: ['card'],
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    number: z.string().max(64).describe('The card number; spaces and dashes are ignored'),
  }),
  output: z.strictObject({
    valid: z
      .boolean()
      .describe('Whether brand, length and check digit are consistent; not whether the card exists'),
    luhn_valid: z.boolean().describe('Whether the check digit is right (ISO/IEC 7812-1, annex B)'),
    brand: z.string().nullable().describe('visa, mastercard, american-express …; null if not known'),
    brand_name: z.string().nullable().describe('The brand as printed'),
    length: z.int().min(0).describe('Number of digits'),
    last_four: z.string().nullable().describe('The last four digits of a valid number'),
    security_code: z
      .strictObject({
        name: z.string().describe('CVV, CVC, CID …'),
        digits: z.int().describe('How many digits it has'),
      })
      .nullable()
      .describe("The brand's name for its security code"),
  }),

  // Test numbers published by the brands and their processors.
  examples: [
    {
      title: 'A test number of Visa',
      input: { number: '4111 1111 1111 1111' },
      output: {
        valid: true,
        luhn_valid: true,
        brand: 'visa',
        brand_name: 'Visa',
        length: 16,
        last_four: '1111',
        security_code: { name: 'CVV', digits: 3 },
      },
    },
    {
      title: 'A test number of American Express',
      input: { number: '3782-822463-10005' },
      output: {
        valid: true,
        luhn_valid: true,
        brand: 'american-express',
        brand_name: 'American Express',
        length: 15,
        last_four: '0005',
        security_code: { name: 'CID', digits: 4 },
      },
    },
    {
      title: 'A wrong digit',
      input: { number: '4111111111111112' },
      output: {
        valid: false,
        luhn_valid: false,
        brand: 'visa',
        brand_name: 'Visa',
        length: 16,
        last_four: null,
        security_code: { name: 'CVV', digits: 3 },
      },
    },
  ],

  handler: async ({ number }) => {
    const { default: validator } = await import('card-validator')
    const digits = digitsOf(number)
    const isDigits = /^\d{8,19}$/.test(digits)
    const { isValid, card } = validator.number(digits)
    // Visa's first cards have 13 digits, which the library has forgotten.
    const isShortVisa = card?.type === 'visa' && digits.length === 13 && isLuhn(digits)
    const valid = isDigits && (isValid || isShortVisa)
    return {
      valid,
      luhn_valid: isDigits && isLuhn(digits),
      brand: card?.type ?? null,
      brand_name: card?.niceType ?? null,
      length: digits.length,
      last_four: valid ? digits.slice(-4) : null,
      security_code: card ? { name: card.code.name, digits: card.code.size } : null,
    }
  },
})

// As people write and copy them: full-width digits, any dash, and signs that nobody sees.
function digitsOf(number: string): string {
  return number.normalize('NFKC').replaceAll(/[\s\p{Pd}\p{Default_Ignorable_Code_Point}]/gu, '')
}

function isLuhn(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
