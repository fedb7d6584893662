/**
 * The countries of SWIFT's IBAN registry (ISO 13616-1), release 102 of June 2026: the form of what follows
 * the check digits (n digits, a letters, c either), the places of the bank and, where there is one, of the
 * branch. The registry has no branch for France; Monaco's, of the same French rules, is 5-10.
 */
const COUNTRIES: Readonly<Record<string, string>> = {
  AD: '4n4n12c 0-4 4-8',
  AE: '3n16n 0-3',
  AL: '8n16c 0-3 3-8',
  AT: '5n11n 0-5',
  AZ: '4a20c 0-4',
  BA: '3n3n8n2n 0-3 3-6',
  BE: '3n7n2n 0-3',
  BG: '4a4n2n8c 0-4 4-8',
  BH: '4a14c 0-4',
  BI: '5n5n11n2n 0-5 5-10',
  BR: '8n5n10n1a1c 0-8 8-13',
  BY: '4c4n16c 0-4',
  CH: '5n12c 0-5',
  CR: '4n14n 0-4',
  CY: '3n5n16c 0-3 3-8',
  CZ: '4n16n 0-4',
  DE: '8n10n 0-8',
  DJ: '5n5n11n2n 0-5 5-10',
  DK: '4n9n1n 0-4',
  DO: '4c20n 0-4',
  EE: '2n14n 0-2',
  EG: '4n4n17n 0-4 4-8',
  ES: '4n4n1n1n10n 0-4 4-8',
  FI: '3n11n 0-3',
  FK: '2a12n 0-2',
  FO: '4n9n1n 0-4',
  FR: '5n5n11c2n 0-5 5-10',
  GB: '4a6n8n 0-4 4-10',
  GE: '2a16n 0-2',
  GI: '4a15c 0-4',
  GL: '4n9n1n 0-4',
  GR: '3n4n16c 0-3 3-7',
  GT: '4c20c 0-4',
  HN: '4a20n 0-4',
  HR: '7n10n 0-7',
  HU: '3n4n1n15n1n 0-3 3-7',
  IE: '4a6n8n 0-4 4-10',
  IL: '3n3n13n 0-3 3-6',
  IQ: '4a3n12n 0-4 4-7',
  IS: '4n2n6n10n 0-2 2-4',
  IT: '1a5n5n12c 1-6 6-11',
  JO: '4a4n18c 0-4 4-8',
  KW: '4a22c 0-4',
  KZ: '3n13c 0-3',
  LB: '4n20c 0-4',
  LC: '4a24c 0-4',
  LI: '5n12c 0-5',
  LT: '5n11n 0-5',
  LU: '3n13c 0-3',
  LV: '4a13c 0-4',
  LY: '3n3n15n 0-3 3-6',
  MC: '5n5n11c2n 0-5 5-10',
  MD: '2c18c 0-2',
  ME: '3n13n2n 0-3',
  MK: '3n10c2n 0-3',
  MN: '4n12n 0-4',
  MR: '5n5n11n2n 0-5 5-10',
  MT: '4a5n18c 0-4 4-9',
  MU: '4a2n2n12n3n3a 0-6 6-8',
  NI: '4a20n 0-4',
  NL: '4a10n 0-4',
  NO: '4n6n1n 0-4',
  OM: '3n16c 0-3',
  PK: '4a16c 0-4',
  PL: '8n16n 0-8',
  PS: '4a21c 0-4',
  PT: '4n4n11n2n 0-4',
  QA: '4a21c 0-4',
  RO: '4a16c 0-4',
  RS: '3n13n2n 0-3',
  RU: '9n5n15c 0-9 9-14',
  SA: '2n18c 0-2',
  SC: '4a2n2n16n3a 0-6 6-8',
  SD: '2n12n 0-2',
  SE: '3n16n1n 0-3',
  SI: '5n8n2n 0-5',
  SK: '4n6n10n 0-4',
  SM: '1a5n5n12c 1-6 6-11',
  SO: '4n3n12n 0-4 4-7',
  ST: '4n4n11n2n 0-4 4-8',
  SV: '4a20n 0-4',
  TL: '3n14n2n 0-3',
  TN: '2n3n13n2n 0-2 2-5',
  TR: '5n1n16c 0-5',
  UA: '6n19c 0-6',
  VA: '3n15n 0-3',
  VG: '4a16n 0-4',
  XK: '4n10n2n 0-2 2-4',
  YE: '4a4n18c 0-4 4-8',
}

const SEPA = new Set(
  'AD AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MT NL NO PL PT RO SE SI SK SM VA'.split(
    ' ',
  ),
)

type Place = readonly [from: number, to: number]

/** What the registry says about a country's IBANs; places are in what follows the check digits. */
export interface IbanCountry {
  readonly length: number
  readonly form: RegExp
  readonly bank: Place
  readonly branch: Place | null
  readonly sepa: boolean
}

const SIGNS: Readonly<Record<string, string>> = { n: '0-9', a: 'A-Z', c: 'A-Z0-9' }

/** The registry's entry of a country; null if it has none. */
export function ibanCountryOf(country: string): IbanCountry | null {
  const entry = Object.hasOwn(COUNTRIES, country) ? COUNTRIES[country]! : null
  if (entry === null) return null
  const [structure = '', bank = '', branch] = entry.split(' ')
  const parts = [...structure.matchAll(/(\d+)([nac])/g)].map(([, count, kind]) => ({
    count: Number(count),
    kind,
  }))
  return {
    length: 4 + parts.reduce((sum, { count }) => sum + count, 0),
    form: new RegExp(`^${parts.map(({ count, kind }) => `[${SIGNS[kind!]}]{${count}}`).join('')}$`),
    bank: placeOf(bank),
    branch: branch === undefined ? null : placeOf(branch),
    sepa: SEPA.has(country),
  }
}

function placeOf(text: string): Place {
  const [from = 0, to = 0] = text.split('-').map(Number)
  return [from, to]
}
