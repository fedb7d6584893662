import { z } from 'zod'
import { countryCode } from '../lib/country-code.ts'
import { keypadDigits } from './lib/keypad-digits.ts'
import { UNREADABLE, whyInvalid } from './lib/phone-faults.ts'
import { withoutTelUri } from './lib/tel-uri.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const nothing = z.string().nullable()

export default defineTool({
  slug: 'validate-phone',
  title: 'Check a phone number',
  summary: 'Checks a phone number and gives its international form, country and kind.',
  searchWords: [
    'mobile',
    'cell',
    'e.164',
    'international format',
    'country code',
    'dial',
    'call',
    'telephone format',
    'landline',
    'area code',
    'tel',
    'phone number right',
    'phone from which country',
    'phone number to international',
    'cell number',
    'mobile or landline',
  ],
  category: 'Validation',
  tier: 'compute',
  credits: 1,
  version: 4,
  cacheable: true,
  aliases: ['validate-phone-format'],
  related: ['text-extract-phones'],
  mainField: 'phone',
  takes: { phone: ['phone'] },
  firstFor: ['phone'],
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    phone: wellFormedText(100)
      .min(1)
      .describe('The number, with + and country code or in national form, or a tel: URI'),
    country: countryCode().optional().describe('Country of a number without +, ISO 3166-1 such as DE'),
  }),
  output: z.strictObject({
    valid: z.boolean().describe('Whether the number is valid in its country'),
    possible: z.boolean().describe('Whether its length is possible'),
    e164: nothing.describe('The number in E.164: +14155550132'),
    international: nothing.describe('The number in international form'),
    national: nothing.describe('The number in national form'),
    country: nothing.describe('Country, ISO 3166-1; null if the number does not tell'),
    calling_code: nothing.describe('Country calling code without +'),
    type: nothing.describe('MOBILE, FIXED_LINE, TOLL_FREE …; null if the number does not tell'),
    extension: nothing.describe('Extension after the number'),
    reason: nothing.describe('Why it is not a phone number'),
  }),

  // Numbers reserved for fiction: Ofcom (020 7946 0xxx), NANPA (555-01xx).
  examples: [
    {
      title: 'A London number in national form',
      input: { phone: '020 7946 0018', country: 'GB' },
      output: {
        valid: true,
        possible: true,
        e164: '+442079460018',
        international: '+44 20 7946 0018',
        national: '020 7946 0018',
        country: 'GB',
        calling_code: '44',
        type: 'FIXED_LINE',
        extension: null,
        reason: null,
      },
    },
    {
      title: 'An American number with an extension',
      input: { phone: '+1 (212) 555-0132 ext. 7' },
      output: {
        valid: true,
        possible: true,
        e164: '+12125550132',
        international: '+1 212 555 0132 ext. 7',
        national: '(212) 555-0132 ext. 7',
        country: 'US',
        calling_code: '1',
        type: 'FIXED_LINE_OR_MOBILE',
        extension: '7',
        reason: null,
      },
    },
    {
      title: 'Too short',
      input: { phone: '+49 1' },
      output: {
        valid: false,
        possible: false,
        e164: null,
        international: null,
        national: null,
        country: null,
        calling_code: null,
        type: null,
        extension: null,
        reason: 'It is too short for a phone number',
      },
    },
  ],

  handler: async ({ phone, country }) => {
    // The full metadata distinguish mobile from fixed numbers in every country.
    const { isSupportedCountry, parsePhoneNumberWithError, ParseError } =
      await import('libphonenumber-js/max')
    if (country !== undefined && !isSupportedCountry(country))
      throw new InvalidInput('country', `The phone numbers of ${country} are not known; check the code`)
    try {
      const parsed = parsePhoneNumberWithError(keypadDigits(withoutTelUri(phone.normalize('NFKC'))), {
        extract: false,
        ...(country === undefined ? {} : { defaultCountry: country }),
      })
      return {
        valid: parsed.isValid(),
        possible: parsed.isPossible(),
        e164: parsed.number,
        international: parsed.formatInternational(),
        national: parsed.formatNational(),
        country: parsed.country ?? null,
        calling_code: parsed.countryCallingCode,
        type: parsed.getType() ?? null,
        extension: parsed.ext ?? null,
        reason: whyInvalid(parsed),
      }
    } catch (error) {
      if (!(error instanceof ParseError)) throw error
      return { ...NOTHING, reason: UNREADABLE[error.message] ?? 'It cannot be read as a phone number' }
    }
  },
})

const NOTHING = {
  valid: false,
  possible: false,
  e164: null,
  international: null,
  national: null,
  country: null,
  calling_code: null,
  type: null,
  extension: null,
}
