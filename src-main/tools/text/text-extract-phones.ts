import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { countryCode } from '../lib/country-code.ts'
import { findPhones, type PhoneSpan } from './lib/text-spans.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const MAX_FOUND = 2_000

const found = z.strictObject({
  text: z.string().describe('The number as written in the text'),
  e164: z.string().describe('The number in E.164, such as +493012345678'),
  country: z.string().nullable().describe('ISO 3166 code of its country; null if several share the number'),
  type: z
    .string()
    .nullable()
    .describe('Its type: mobile, fixed_line, toll_free and so on; null if unknown'),
  national: z.string().describe('In national format'),
  international: z.string().describe('In international format'),
  extension: z.string().nullable().describe('Its extension; null if it has none'),
  start: z.int().min(0).describe('Where it starts, in UTF-16 units'),
  end: z.int().min(0).describe('Where it ends, exclusive'),
})

export default defineTool({
  slug: 'text-extract-phones',
  title: 'Find phone numbers',
  summary: 'Finds valid phone numbers in running text and writes them in E.164, with country and kind.',
  searchWords: [
    'mobile numbers',
    'list phone numbers',
    'pull numbers',
    'calls',
    'scrape',
    'cell',
    'contact numbers',
    'tel',
    'phone extractor',
    'numbers in a letter',
    'phone list',
  ],
  category: 'Text Processing',
  tier: 'compute',
  credits: 1,
  version: 2,
  cacheable: true,
  worker: true,
  mainField: 'text',
  related: ['text-extract-emails', 'text-redact-pii', 'validate-phone'],
  takes: { text: ['phones', 'vcard', 'text'] },
  firstFor: ['phones'],
  gives: 'phone',
  mainOutput: 'phones[].e164',

  input: z.strictObject({
    text: wellFormedText(200_000).describe('The text to search'),
    default_country: countryCode()
      .optional()
      .describe(
        'Country (ISO 3166, such as US) whose numbers are written without a country code; if not ' +
          'set, only numbers that start with + are found',
      ),
  }),
  output: z.strictObject({
    phones: z.array(found).describe(`The numbers in order, the first ${MAX_FOUND}`),
    count: z.int().min(0).describe('Number of all phone numbers, including those past the list'),
  }),

  // The numbers are examples of Google's libphonenumber; positions counted by hand.
  examples: [
    {
      title: 'International',
      input: { text: 'Call +41 44 668 18 00 now' },
      output: {
        phones: [
          {
            text: '+41 44 668 18 00',
            e164: '+41446681800',
            country: 'CH',
            type: 'fixed_line',
            national: '044 668 18 00',
            international: '+41 44 668 18 00',
            extension: null,
            start: 5,
            end: 21,
          },
        ],
        count: 1,
      },
    },
    {
      title: 'National, with an extension',
      input: { text: '(650) 253-0000 ext. 12', default_country: 'US' },
      output: {
        phones: [
          {
            text: '(650) 253-0000 ext. 12',
            e164: '+16502530000',
            country: 'US',
            type: 'fixed_line_or_mobile',
            national: '(650) 253-0000 ext. 12',
            international: '+1 650 253 0000 ext. 12',
            extension: '12',
            start: 0,
            end: 22,
          },
        ],
        count: 1,
      },
    },
    {
      title: 'A date and a version are not numbers',
      input: { text: '2024-02-29, 1.2.3.4', default_country: 'US' },
      output: { phones: [], count: 0 },
    },
  ],

  prepare: () => import('libphonenumber-js/max'),
  handler: async ({ text, default_country }) => {
    const phones = await findPhones(text, default_country)
    return { phones: phones.slice(0, MAX_FOUND).map((phone) => toFound(text, phone)), count: phones.length }
  },
})

function toFound(text: string, { start, end, number }: PhoneSpan): z.infer<typeof found> {
  return {
    text: text.slice(start, end),
    e164: number.number,
    country: number.country ?? null,
    type: number.getType()?.toLowerCase() ?? null,
    national: number.formatNational(),
    international: number.formatInternational(),
    extension: number.ext ?? null,
    start,
    end,
  }
}
