import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { SEED, SEED_USED } from './lib/seed-field.ts'
import { FAKER_LOCALES, fakerOf, seedOf } from './lib/seeded-faker.ts'

export default defineTool({
  slug: 'gen-fake-user',
  title: 'Fake people',
  summary:
    'Makes up records of people for tests: name, address, job; the e-mail addresses belong ' + 'to nobody.',
  searchWords: [
    'dummy user',
    'mock person',
    'random name',
    'test account',
    'sample customer',
    'faker',
    'random address',
    'fictional person',
    'persona',
    'seed users',
    'dummy contacts',
    'fake identity',
    'invented names',
    'sample people',
    'test person',
    'made-up customers',
    'fake names',
    'random users',
    'demo users',
  ],
  category: 'Generate',
  tier: 'compute',
  credits: 1,
  version: 2,
  worker: true,
  related: ['gen-test-data', 'gen-avatar-svg', 'comm-vcard-create'],
  gives: 'json',
  mainOutput: 'users',

  input: z.strictObject({
    count: z.int().min(1).max(500).default(1).describe('Number of people'),
    locale: z.enum(FAKER_LOCALES).default('en').describe('Language and country of names and addresses'),
    sex: z.enum(['female', 'male']).optional().describe('Gender of the first names; default: either'),
    seed: SEED,
  }),
  output: z.strictObject({
    users: z
      .array(
        z.strictObject({
          id: z.uuid().describe('A UUID'),
          first_name: z.string().describe('First name'),
          last_name: z.string().describe('Last name'),
          full_name: z.string().describe('Both, in the order of the language'),
          sex: z.enum(['female', 'male']).describe('Gender of the first name'),
          username: z.string().describe('A user name'),
          email: z.email().describe('At a domain that RFC 2606 reserves for examples'),
          phone: z.string().describe('In the format of the country; it may belong to somebody'),
          birth_date: z.iso.date().describe('18 to 80 years before 2026'),
          job_title: z.string().describe('A job'),
          company: z.string().describe('A company'),
          address: z
            .strictObject({
              street: z.string().describe('Street and number'),
              city: z.string().describe('City'),
              state: z.string().nullable().describe('State or province, if the locale has them'),
              postal_code: z.string().describe('Postal code'),
              country: z.string().describe("The locale's country, in its language"),
            })
            .describe('A plausible address'),
        }),
      )
      .describe('The people'),
    seed: SEED_USED,
  }),

  // The output depends on faker's lists; tests check that a seed gives the same people again.
  examples: [
    { title: 'One person', input: {} },
    { title: 'Three from Germany, the same every time', input: { count: 3, locale: 'de', seed: 42 } },
    { title: 'Women from Japan', input: { count: 2, locale: 'ja', sex: 'female', seed: 7 } },
  ],

  prepare: () => import('@faker-js/faker/locale/en_US'),
  handler: async ({ count, locale, sex, seed }, ctx) => {
    const [{ madeUpUser }, used] = [await import('./lib/made-up-user.ts'), seedOf(seed, ctx)]
    const faker = await fakerOf(locale, used)
    return { users: Array.from({ length: count }, () => madeUpUser(faker, locale, sex)), seed: used }
  },
})
