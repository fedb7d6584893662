/** How a language says the hours of the clock in words. Words are patterns. */
interface Clock {
  /** The hours in order from one on. */
  readonly hours: readonly string[]
  /** What comes before an hour without minutes. */
  readonly at: string
  /** Between the hour and its minutes in digits. */
  readonly separator?: string
  /** Numbers of minutes in words. */
  readonly minutes: Readonly<Record<string, number>>
  readonly quarter: string
  readonly half: string
}

/** Minutes come before the hour, and half eight is half an hour before it: `fünf vor halb acht` is 7:25. */
export interface MinutesBefore extends Clock {
  readonly past: string
  readonly to: string
  /** A quarter, or three, of the hour that ends: `viertel acht` is 7:15. */
  readonly parts?: Readonly<Record<string, number>>
}

/** Minutes follow the hour, and are added to it or taken from it: `las ocho menos cuarto` is 7:45. */
export interface MinutesAfter extends Clock {
  /** The word before an hour that the reader of dates knows. */
  readonly say: string
  readonly unit: string
  /** Whether an hour in words is one only with its unit, as in French. */
  readonly unitNeeded?: boolean
  readonly plus: string
  readonly minus: string
}

const NEVER = '(?!)'

export const MINUTES_BEFORE: Readonly<Record<string, MinutesBefore>> = {
  de: {
    hours: 'eins? zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' '),
    ...{ at: 'um', quarter: 'viertel', half: 'halb', past: 'nach', to: 'vor' },
    minutes: { fünf: 5, zehn: 10, zwanzig: 20, fünfundzwanzig: 25 },
    parts: { dreiviertel: 45, viertel: 15 },
  },
  nl: {
    hours: 'een|één twee drie vier vijf zes zeven acht negen tien elf twaalf'.split(' '),
    ...{ at: 'om', quarter: 'kwart', half: 'half', past: 'over', to: 'voor' },
    minutes: { vijf: 5, tien: 10, twintig: 20 },
  },
  sv: {
    hours: 'ett två tre fyra fem sex sju åtta nio tio elva tolv'.split(' '),
    ...{ at: String.raw`kl(?:ockan|\.)?|vid`, quarter: 'kvart', half: 'halv', past: 'över', to: 'i' },
    minutes: { fem: 5, tio: 10, tjugo: 20, tjugofem: 25 },
  },
}

export const MINUTES_AFTER: Readonly<Record<string, MinutesAfter>> = {
  es: {
    hours: (
      'una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete ' +
      'dieciocho diecinueve veinte veintiuna veintidós veintitrés'
    ).split(' '),
    ...{ at: 'a las?', say: 'a las', unit: 'horas?|h', plus: 'y', minus: 'menos' },
    ...{ quarter: 'cuarto', half: 'media' },
    minutes: { cinco: 5, diez: 10, quince: 15, veinte: 20, veinticinco: 25, treinta: 30 },
  },
  fr: {
    hours: (
      'une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit ' +
      'dix-neuf vingt vingt[-\\s]et[-\\s]une vingt[-\\s]deux vingt[-\\s]trois'
    ).split(' '),
    ...{ at: 'à|vers', say: 'à', unit: 'heures?|h', unitNeeded: true, plus: 'et|', minus: 'moins(?: le)?' },
    ...{ separator: 'h', quarter: 'quart', half: 'demie?' },
    minutes: { cinq: 5, dix: 10, quinze: 15, vingt: 20, 'vingt[- ]cinq': 25, trente: 30 },
  },
  it: {
    hours: (
      'una due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici ' +
      'diciassette diciotto diciannove venti ventuno ventidue ventitr[eé]'
    ).split(' '),
    ...{ at: "(?:alle )?ore|alle|all['’]", say: 'alle', unit: NEVER, plus: 'e', minus: 'meno' },
    ...{ quarter: '(?:un )?quarto', half: 'mezz[ao]' },
    minutes: { cinque: 5, dieci: 10, quindici: 15, venti: 20, venticinque: 25, trenta: 30 },
  },
  pt: {
    hours: (
      'uma duas tr[eê]s quatro cinco seis sete oito nove dez onze doze treze cat?orze quinze dezesseis|dezasseis ' +
      'dezessete|dezassete dezoito dezenove|dezanove vinte vinte\\se\\suma vinte\\se\\sduas vinte\\se\\str[eê]s'
    ).split(' '),
    ...{ at: '[àa]s|à', say: 'às', unit: 'horas?|h', plus: 'e', minus: 'menos' },
    ...{ quarter: '(?:um )?quarto', half: 'meia' },
    minutes: { cinco: 5, dez: 10, quinze: 15, vinte: 20, 'vinte e cinco': 25, trinta: 30 },
  },
  ru: {
    hours: (
      'час|один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать ' +
      'четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать двадцать'
    ).split(' '),
    ...{ at: 'в|к', say: 'в', unit: 'час(?:а|ов)?', plus: NEVER, minus: NEVER, minutes: {} },
    ...{ quarter: NEVER, half: NEVER },
  },
  uk: {
    hours:
      "першій другій третій четвертій п['ʼ’]ятій шостій сьомій восьмій дев['ʼ’]ятій десятій одинадцятій дванадцятій".split(
        ' ',
      ),
    ...{ at: 'об?', say: 'о', unit: 'годині', plus: NEVER, minus: NEVER, minutes: {} },
    ...{ quarter: NEVER, half: NEVER },
  },
}
