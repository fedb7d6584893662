/** How a language writes a day and its month. Words are patterns. */
export interface MonthWords {
  /** Places in a month from the first on, and the last; the first may also be the first of a month. */
  readonly places: readonly string[]
  /** What may end the number of a day. */
  readonly end: string
  /** Between a day, or a weekday, and its month. */
  readonly link: string
  /** Between a weekday and a date. */
  readonly article: string
}

const DUTCH_ONES = 'eene tweeë drieë viere vijfe zese zevene achte negene'
  .split(' ')
  .map((one) => one.replace('ë', '[ëe]'))
const GERMAN_PLACES = 'erste zweite dritte vierte fünfte'.split(' ').map((word) => `${word}[rnms]?`)
/** The words of each language. */
export const MONTH_WORDS: Readonly<Record<string, MonthWords>> = {
  de: {
    places: [...GERMAN_PLACES, 'letzte[rnms]?'],
    end: '\\.|te[rn]?|ten',
    link: 'im|des',
    article: 'den|der|dem',
  },
  es: {
    places: ['primer[oa]?', 'segund[oa]', 'tercer[oa]?', 'cuart[oa]', 'quint[oa]', 'últim[oa]'],
    ...{ end: 'º|°|ero|\\.', link: 'de', article: 'el' },
  },
  fr: {
    places: [
      'premier|1er',
      '(?:deuxième|second|2e)',
      '(?:troisième|3e)',
      '(?:quatrième|4e)',
      '(?:cinquième|5e)',
      'dernier',
    ],
    ...{ end: 'er|\\.', link: "de|d['’]|du mois de|du mois d['’]", article: 'le' },
  },
  it: {
    places: ['prim[oa]', 'second[oa]', 'terz[oa]', 'quart[oa]', 'quint[oa]', 'ultim[oa]'],
    ...{ end: 'º|°|\\.', link: 'di', article: 'il' },
  },
  nl: {
    places: ['eerste', 'tweede', 'derde', 'vierde', 'vijfde', 'laatste'],
    ...{ end: 'e|ste|de|\\.', link: 'van|in', article: 'de' },
  },
  pt: {
    places: ['primeir[oa]', 'segund[oa]', 'terceir[oa]', 'quart[oa]', 'quint[oa]', 'últim[oa]'],
    ...{ end: 'º|°|\\.', link: 'de', article: 'o|dia' },
  },
  sv: {
    places: ['första', 'andra', 'tredje', 'fjärde', 'femte', 'sista'],
    ...{ end: ':e|:a|\\.', link: 'i', article: 'den' },
  },
}
/** Numbers of days in words, from one on; German has places instead. */
export const DAY_NUMBERS: Readonly<Record<string, readonly string[]>> = {
  es: [
    ...'uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince diecis[ée]is'.split(
      ' ',
    ),
    ...'diecisiete dieciocho diecinueve veinte veinti[úu]no? veintid[óo]s veintitr[ée]s veinticuatro'.split(
      ' ',
    ),
    ...'veinticinco veintis[ée]is veintisiete veintiocho veintinueve treinta'.split(' '),
    'treinta y uno',
  ],
  fr: [
    ...'(?!) deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize'.split(
      ' ',
    ),
    ...'dix-sept dix-huit dix-neuf vingt vingt(?:-|\\s)et(?:-|\\s)un vingt-deux vingt-trois vingt-quatre'.split(
      ' ',
    ),
    ...'vingt-cinq vingt-six vingt-sept vingt-huit vingt-neuf trente trente(?:-|\\s)et(?:-|\\s)un'.split(
      ' ',
    ),
  ],
  it: [
    ...'(?!) due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici'.split(
      ' ',
    ),
    ...'sedici diciassette diciotto diciannove venti ventuno ventidue ventitr[ée] ventiquattro'.split(' '),
    ...'venticinque ventisei ventisette ventotto ventinove trenta trentuno'.split(' '),
  ],
  nl: [
    ...'(?!) twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien'.split(
      ' ',
    ),
    ...'zeventien achttien negentien twintig'.split(' '),
    ...DUTCH_ONES.map((one) => `${one}ntwintig`),
    ...['dertig', 'eenendertig'],
  ],
  pt: [
    ...'um dois tr[êe]s quatro cinco seis sete oito nove dez onze doze treze (?:qu|c)atorze quinze'.split(
      ' ',
    ),
    ...'dez[ea]sseis dez[ea]ssete dezoito dez[ea]nove vinte'.split(' '),
    ...'um dois tr[êe]s quatro cinco seis sete oito nove'.split(' ').map((one) => `vinte e ${one}`),
    ...['trinta', 'trinta e um'],
  ],
}
const GERMAN_TENS: Readonly<Record<number, string>> = { 20: 'zwanzig', 30: 'drei(?:ß|ss)ig' }
const GERMAN_ONES = 'ein zwei drei vier fünf sechs sieben acht neun'.split(' ')
const GERMAN_DAYS = [
  ...'erste zweite dritte vierte fünfte sechste sieb(?:en)?te achte neunte zehnte elfte zwölfte dreizehnte'.split(
    ' ',
  ),
  ...'vierzehnte fünfzehnte sechzehnte siebzehnte achtzehnte neunzehnte'.split(' '),
  ...[20, 30].flatMap((ten) => [
    `${GERMAN_TENS[ten]}ste`,
    ...GERMAN_ONES.slice(0, ten === 20 ? 9 : 1).map((one) => `${one}und${GERMAN_TENS[ten]}ste`),
  ]),
]
const DUTCH_DAYS = [
  ...'eerste tweede derde vierde vijfde zesde zevende achtste negende tiende elfde twaalfde dertiende'.split(
    ' ',
  ),
  ...'veertiende vijftiende zestiende zeventiende achttiende negentiende twintigste'.split(' '),
  ...DUTCH_ONES.map((one) => `${one}ntwintigste`),
  ...['dertigste', 'eenendertigste'],
]
const SWEDISH_ONES = 'första andra tredje fjärde femte sjätte sjunde åttonde nionde'.split(' ')
const SWEDISH_DAYS = [
  ...SWEDISH_ONES,
  ...'tionde elfte tolfte trettonde fjortonde femtonde sextonde sjuttonde artonde nittonde'.split(' '),
  'tjugonde',
  ...SWEDISH_ONES.map((one) => `tjugo${one}`),
  ...['trettionde', 'trettioförsta'],
]

/** Places of days in a month, in words from the first on; other languages have one for the first alone. */
export const DAY_PLACES: Readonly<Record<string, readonly string[]>> = {
  de: GERMAN_DAYS.map((one) => `${one}[rnms]?`),
  nl: DUTCH_DAYS,
  sv: SWEDISH_DAYS,
}
