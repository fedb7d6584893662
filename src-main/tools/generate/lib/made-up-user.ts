import type { Faker } from '@faker-js/faker'

/** Makes up one person. User names are ASCII in any language. */
export function madeUpUser(faker: Faker, wanted: 'female' | 'male' | undefined) {
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
    full_name: faker.person.fullName({ firstName, lastName, sex }),
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
      state: withFallback<string | null>(() => faker.location.state(), null),
      postal_code: faker.location.zipCode(),
      country: withFallback(() => faker.location.country(), 'Testland'),
    },
  }
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
