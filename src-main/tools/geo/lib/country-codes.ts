import countries from 'i18n-iso-countries'
import { foreignName } from './foreign-names.ts'
import { OFFICIAL_NAMES } from './official-names.ts'
import { plainName as plain } from './plain-name.ts'

type CodeKind = 'alpha2' | 'alpha3' | 'numeric'

const USER_ASSIGNED_DIGITS = /^9\d\d$/

interface Country {
  found: boolean
  alpha2: string | null
  alpha3: string | null
  numeric: string | null
  name: string | null
  names: string[]
  flag: string | null
  matched_by: CodeKind | 'name' | null
}

const NONE: Country = {
  found: false,
  alpha2: null,
  alpha3: null,
  numeric: null,
  name: null,
  names: [],
  flag: null,
  matched_by: null,
}

/**
 * Finds a country by one of its codes, or else by a name.
 * @param languages in which to look for names; the first is the language of the answer and has
 * priority
 */
export async function findCountry(
  query: string,
  languages: readonly [string, ...string[]],
): Promise<Country> {
  const [language] = languages
  // Full-width letters and what nobody sees count as the letters that they show.
  const wanted = query
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .trim()
  const kind = kindOf(wanted)
  const byCode = kind === null ? undefined : alpha2Of(wanted, kind)
  const name = plain(wanted)
  const alpha2 =
    byCode ?? byName(name, languages) ?? (await foreignName(name)) ?? byShortName(name, languages)
  if (alpha2 === undefined) return { ...NONE }
  const names = namesOf(alpha2, language)
  const numeric = countries.alpha2ToNumeric(alpha2)
  return {
    found: true,
    alpha2,
    alpha3: countries.alpha2ToAlpha3(alpha2) ?? null,
    numeric: numeric === undefined || USER_ASSIGNED_DIGITS.test(numeric) ? null : numeric,
    name: countries.getName(alpha2, language) ?? names[0] ?? null,
    names,
    flag: String.fromCodePoint(...[...alpha2].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65)),
    matched_by: byCode === undefined ? 'name' : kind,
  }
}

function kindOf(text: string): CodeKind | null {
  if (/^\d{1,3}$/.test(text)) return 'numeric'
  return /^[A-Za-z]{2}$/.test(text) ? 'alpha2' : /^[A-Za-z]{3}$/.test(text) ? 'alpha3' : null
}

function alpha2Of(code: string, kind: CodeKind): string | undefined {
  const upper = code.toUpperCase()
  if (kind === 'alpha2') return countries.isValid(upper) ? upper : undefined
  if (kind === 'alpha3') return countries.alpha3ToAlpha2(upper)
  return countries.numericToAlpha2(code.padStart(3, '0'))
}

function byName(wanted: string, languages: readonly string[]): string | undefined {
  for (const language of languages) {
    const alpha2 = codesByName(language).get(wanted)
    if (alpha2 !== undefined) return alpha2
  }
  // As in "Korea (the Republic of)" and "Republic of Korea": the same words in another order.
  return officialCodes().get(wanted) ?? officialCodes().get(wordsOf(wanted))
}

// "Republic of Ireland" is a name that people use, and in no list.
function byShortName(wanted: string, languages: readonly string[]): string | undefined {
  const short = wanted.replace(/^(?:republic|kingdom|state) of (?:the )?/, '')
  return short === wanted ? undefined : byName(short, languages)
}

let official: ReadonlyMap<string, string> | undefined

function officialCodes(): ReadonlyMap<string, string> {
  if (official) return official
  const codes = new Map<string, string>()
  for (const alpha2 of Object.keys(countries.getAlpha2Codes())) {
    const formal = OFFICIAL_NAMES[alpha2]?.split('|') ?? []
    for (const name of [...namesOf(alpha2, 'en'), ...namesOf(alpha2, 'fr'), ...formal].map(plain))
      for (const key of [name, wordsOf(name)]) if (!codes.has(key)) codes.set(key, alpha2)
  }
  return (official = codes)
}

/** The words of a plain name that say which country it is, in the order of the alphabet. */
function wordsOf(name: string): string {
  return name
    .split(' ')
    .filter((word) => !SMALL_WORDS.has(word))
    .toSorted()
    .join(' ')
}

const SMALL_WORDS = new Set(['the', 'of', 'and', 'et', 'le', 'la', 'les', 'l', 'de', 'du', 'des', 'd'])

const codesIn = new Map<string, ReadonlyMap<string, string>>()

function codesByName(language: string): ReadonlyMap<string, string> {
  const known = codesIn.get(language)
  if (known) return known
  const codes = new Map<string, string>()
  for (const alpha2 of Object.keys(countries.getAlpha2Codes()))
    for (const name of namesOf(alpha2, language)) {
      const bare = plain(name)
      if (bare !== '' && !codes.has(bare)) codes.set(bare, alpha2)
    }
  codesIn.set(language, codes)
  return codes
}

function namesOf(alpha2: string, language: string): string[] {
  return countries.getName(alpha2, language, { select: 'all' }) ?? []
}
