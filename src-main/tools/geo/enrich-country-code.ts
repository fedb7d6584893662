import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const LANGUAGES = [
  'ar',
  'de',
  'en',
  'es',
  'fr',
  'hi',
  'it',
  'ja',
  'ko',
  'nl',
  'pl',
  'pt',
  'ru',
  'tr',
  'uk',
  'zh',
] as const

export default defineTool({
  slug: 'enrich-country-code',
  title: 'Country codes',
  summary: 'Finds a country by ISO 3166-1 code or by name and gives its codes, names and flag.',
  searchWords: [
    'nation',
    'two letter abbreviation',
    'iso 3166',
    'alpha-2',
    'flag',
    'which country',
    'name of a country',
    'alpha-3',
    'abbreviation',
    'country lookup',
    'state names',
    'flag emoji',
    'iso code of a country',
    'three letters',
  ],
  category: 'Geo & Enrich',
  tier: 'compute',
  credits: 1,
  version: 9,
  cacheable: true,
  mainField: 'country',
  takes: { country: ['country'] },
  firstFor: ['country'],
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    country: wellFormedText(200)
      .min(1)
      .describe(
        'Two or three letters (DE, DEU), three digits (276), or a name, everyday or official (Germany, Côte d’Ivoire, Korea (the Republic of))',
      ),
    language: z
      .enum(LANGUAGES)
      .default('en')
      .describe(
        'Language of the names in the answer; a country is found by its name in any of the languages',
      ),
  }),
  output: z.strictObject({
    found: z.boolean().describe('Whether the country was found'),
    alpha2: z.string().nullable().describe('ISO 3166-1 alpha-2'),
    alpha3: z.string().nullable().describe('ISO 3166-1 alpha-3'),
    numeric: z
      .string()
      .nullable()
      .describe('ISO 3166-1 numeric, three digits; none for Kosovo, which is not in ISO 3166'),
    name: z.string().nullable().describe('The usual name in that language'),
    names: z.array(z.string()).describe('All known names in that language'),
    flag: z.string().nullable().describe('The flag as an emoji'),
    matched_by: z
      .enum(['alpha2', 'alpha3', 'numeric', 'name'])
      .nullable()
      .describe('What the input was recognised as'),
  }),

  // ISO 3166-1 as in the UN's list M49.
  examples: [
    {
      title: 'By name, ignoring case, accents and apostrophes',
      input: { country: 'COTE D’IVOIRE' },
      output: {
        found: true,
        alpha2: 'CI',
        alpha3: 'CIV',
        numeric: '384',
        name: "Cote d'Ivoire",
        names: ["Cote d'Ivoire", "Côte d'Ivoire", 'Ivory Coast'],
        flag: '🇨🇮',
        matched_by: 'name',
      },
    },
    {
      title: 'By number, with leading zeros',
      input: { country: '004' },
      output: {
        found: true,
        alpha2: 'AF',
        alpha3: 'AFG',
        numeric: '004',
        name: 'Afghanistan',
        names: ['Afghanistan'],
        flag: '🇦🇫',
        matched_by: 'numeric',
      },
    },
    {
      title: 'Not a country',
      input: { country: 'Atlantis' },
      output: {
        found: false,
        alpha2: null,
        alpha3: null,
        numeric: null,
        name: null,
        names: [],
        flag: null,
        matched_by: null,
      },
    },
  ],

  handler: async ({ country, language }) => {
    const { findCountry } = await import('./lib/country-codes.ts')
    return await findCountry(country, [language, 'en', ...LANGUAGES])
  },
})
