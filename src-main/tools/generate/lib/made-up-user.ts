import type { Faker } from '@faker-js/faker'
import { countryOf, type FakerLocale } from './seeded-faker.ts'

/** Languages in which the family name comes first, and what is between the names. */
const FAMILY_FIRST: ReadonlyMap<FakerLocale, string> = new Map([
  ['ja', ' '],
  ['ko', ''],
  ['zh_CN', ''],
])

/** Makes up one person. User names are ASCII in any language. */
export function madeUpUser(faker: Faker, locale: FakerLocale, wanted: 'female' | 'male' | undefined) {
  const sex = wanted ?? faker.person.sexType()
  if (sex === 'generic') throw new Error('faker was asked for one of two sexes')
  const firstName = faker.person.firstName(sex)
  const lastName = faker.person.lastName(sex)
  const username = asciiOr(
    faker.internet.username({ firstName, lastName }),
    `user${faker.string.numeric(6)}`,
  )
  return {
    id: faker.string.uuid(),
    first_name: firstName,
    last_name: lastName,
    full_name: fullName(locale, firstName, lastName),
    sex,
    username,
    email:
      `${username}@${faker.helpers.arrayElement(['example.com', 'example.net', 'example.org'])}`.toLowerCase(),
    phone: faker.phone.number(),
    birth_date: faker.date.birthdate({ mode: 'age', min: 18, max: 80 }).toISOString().slice(0, 10),
    job_title: withFallback(() => faker.person.jobTitle(), 'Engineer'),
    company: withFallback(() => faker.company.name(), 'Example Ltd'),
    address: {
      street: faker.location.streetAddress(),
      city: faker.location.city(),
      ...stateAndCode(faker),
      country: countryOf(locale) ?? withFallback(() => faker.location.country(), 'Testland'),
    },
  }
}

// The library adds titles and names of fathers.
function fullName(locale: FakerLocale, first: string, last: string): string {
  const between = FAMILY_FIRST.get(locale)
  return between === undefined ? `${first} ${last}` : `${last}${between}${first}`
}

// Where the library knows which codes a state has, the code is one of them.
function stateAndCode({ helpers, location, rawDefinitions }: Faker) {
  const { state, state_abbr, postcode_by_state } = rawDefinitions.location ?? {}
  if (!state || !state_abbr || !postcode_by_state)
    return {
      state: withFallback<string | null>(() => location.state(), null),
      postal_code: location.zipCode(),
    }
  const at = helpers.arrayElement([...state.keys()])
  return { state: state[at] ?? null, postal_code: location.zipCode({ state: state_abbr[at]! }) }
}

// Some locales lack a list for it; faker then throws.
function withFallback<T>(make: () => T, otherwise: T): T {
  try {
    return make()
  } catch {
    // The locale lacks this list, so the fallback is used.
    return otherwise
  }
}

function asciiOr(name: string, otherwise: string): string {
  const plain = name.replaceAll(/[^\w.-]/g, '').replaceAll(/^[._-]+|[._-]+$|\.(?=\.)/g, '')
  return /^[A-Za-z]\w/.test(plain) ? plain : otherwise
}
