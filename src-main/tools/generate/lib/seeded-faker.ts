import type { Faker } from '@faker-js/faker'
import { InvalidInput, type ToolContext } from '../../../tool-kit/tool-context.ts'

/** Ages and dates are counted from here, so that a seed gives the same answer on any day. */
const REFERENCE_DATE = '2026-01-01T00:00:00.000Z'

const LOADERS = {
  ar: () => import('@faker-js/faker/locale/ar'),
  cs: () => import('@faker-js/faker/locale/cs_CZ'),
  da: () => import('@faker-js/faker/locale/da'),
  de: () => import('@faker-js/faker/locale/de'),
  en: () => import('@faker-js/faker/locale/en_US'),
  en_GB: () => import('@faker-js/faker/locale/en_GB'),
  es: () => import('@faker-js/faker/locale/es'),
  fr: () => import('@faker-js/faker/locale/fr'),
  it: () => import('@faker-js/faker/locale/it'),
  ja: () => import('@faker-js/faker/locale/ja'),
  ko: () => import('@faker-js/faker/locale/ko'),
  nl: () => import('@faker-js/faker/locale/nl'),
  pl: () => import('@faker-js/faker/locale/pl'),
  pt_BR: () => import('@faker-js/faker/locale/pt_BR'),
  ru: () => import('@faker-js/faker/locale/ru'),
  sv: () => import('@faker-js/faker/locale/sv'),
  tr: () => import('@faker-js/faker/locale/tr'),
  uk: () => import('@faker-js/faker/locale/uk'),
  zh_CN: () => import('@faker-js/faker/locale/zh_CN'),
} as const

export type FakerLocale = keyof typeof LOADERS
// The keys of the object above, in the same order.
export const FAKER_LOCALES = Object.keys(LOADERS) as [FakerLocale, ...FakerLocale[]]

/** The countries of the locales; the people of ar are from several. */
const COUNTRIES: Readonly<Record<FakerLocale, string | null>> = {
  ar: null,
  cs: 'CZ',
  da: 'DK',
  de: 'DE',
  en: 'US',
  en_GB: 'GB',
  es: 'ES',
  fr: 'FR',
  it: 'IT',
  ja: 'JP',
  ko: 'KR',
  nl: 'NL',
  pl: 'PL',
  pt_BR: 'BR',
  ru: 'RU',
  sv: 'SE',
  tr: 'TR',
  uk: 'UA',
  zh_CN: 'CN',
}

/** The name of a locale's country in its language; null if it has several. */
export function countryOf(locale: FakerLocale): string | null {
  const country = COUNTRIES[locale]
  const names = new Intl.DisplayNames(locale.replace('_', '-'), { type: 'region' })
  return country === null ? null : (names.of(country) ?? null)
}

/** The seed of a call: the caller's, else four random bytes. */
export function seedOf(seed: number | undefined, ctx: ToolContext): number {
  return seed ?? Buffer.from(ctx.random(4)).readUInt32BE()
}

/** A faker of a language that gives the same values for the same seed. */
export async function fakerOf(locale: FakerLocale, seed: number): Promise<Faker> {
  const { faker } = await LOADERS[locale]()
  faker.seed(seed)
  faker.setDefaultRefDate(REFERENCE_DATE)
  return faker
}

const MODULES =
  /^(?:airline|animal|book|color|commerce|company|database|datatype|date|finance|food|git|hacker|image|internet|location|lorem|music|number|person|phone|science|string|system|vehicle|word)\.[a-z][A-Za-z\d]{0,40}$/

/**
 * Rejects a name that is not a faker generator, such as the path to its word lists, which a caller
 * could change for later calls.
 * @throws InvalidInput
 */
export function checkGenerator(name: unknown, faker: Faker): void {
  if (typeof name === 'string' && MODULES.test(name)) {
    const [module, method] = name.split('.')
    // Two names that the pattern has checked.
    const generators = faker[module as 'person'] as unknown as Record<string, unknown>
    if (method !== 'constructor' && typeof generators[method!] === 'function') return
  }
  throw new InvalidInput(
    'schema',
    `faker has no generator ${JSON.stringify(name)?.slice(0, 100)}; use one such as person.fullName`,
  )
}
