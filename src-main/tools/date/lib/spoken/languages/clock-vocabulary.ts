const NEVER = '(?!)'

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
  /** After an hour in words, as it follows one in digits. */
  readonly unit: string
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
  /** Parts of the day, before which an hour in words needs nothing else. */
  readonly parts: string
}

export const MINUTES_BEFORE: Readonly<Record<string, MinutesBefore>> = {
  de: {
    hours: (
      'eins? zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn ' +
      'achtzehn neunzehn zwanzig einundzwanzig zweiundzwanzig dreiundzwanzig'
    ).split(' '),
    ...{ at: 'um', quarter: 'viertel', half: 'halb', past: 'nach', to: 'vor', unit: 'Uhr' },
    minutes: {
      ...{ fünf: 5, zehn: 10, fünfzehn: 15, zwanzig: 20, fünfundzwanzig: 25, dreißig: 30, vierzig: 40 },
      fünfzig: 50,
    },
    parts: { dreiviertel: 45, viertel: 15 },
  },
  nl: {
    hours: (
      'een|één twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien ' +
      'achttien negentien twintig eenentwintig twee[ëe]ntwintig drie[ëe]ntwintig'
    ).split(' '),
    ...{ at: 'om', quarter: 'kwart', half: 'half', past: 'over', to: 'voor', unit: 'uur' },
    minutes: { vijf: 5, tien: 10, vijftien: 15, twintig: 20, dertig: 30, veertig: 40, vijftig: 50 },
  },
  sv: {
    hours: 'ett två tre fyra fem sex sju åtta nio tio elva tolv'.split(' '),
    ...{
      at: String.raw`kl(?:ockan|\.)?|vid`,
      quarter: 'kvart',
      half: 'halv',
      past: 'över',
      to: 'i',
      unit: NEVER,
    },
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
    parts: '(?:de|por) la (?:mañana|tarde|noche|madrugada)',
    minutes: {
      ...{ cinco: 5, diez: 10, quince: 15, veinte: 20, veinticinco: 25, treinta: 30, cuarenta: 40 },
      ...{ cincuenta: 50, 'treinta y cinco': 35, 'cuarenta y cinco': 45, 'cincuenta y cinco': 55 },
    },
  },
  fr: {
    hours: (
      'une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit ' +
      'dix-neuf vingt vingt[-\\s]et[-\\s]une vingt[-\\s]deux vingt[-\\s]trois'
    ).split(' '),
    ...{ at: 'à|vers', say: 'à', unit: 'heures?|h', unitNeeded: true, plus: 'et|', minus: 'moins(?: le)?' },
    ...{ separator: 'h', quarter: 'quart', half: 'demie?' },
    parts: "du matin|du soir|de l['’]après-midi|de la nuit|demain|ce soir|ce matin",
    minutes: {
      ...{ cinq: 5, dix: 10, quinze: 15, vingt: 20, 'vingt[- ]cinq': 25, trente: 30, quarante: 40 },
      ...{ cinquante: 50, 'quarante[- ]cinq': 45 },
    },
  },
  it: {
    hours: (
      'una due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici ' +
      'diciassette diciotto diciannove venti ventuno ventidue ventitr[eé]'
    ).split(' '),
    ...{ at: "(?:alle )?ore|alle|all['’]", say: 'alle', unit: NEVER, plus: 'e', minus: 'meno' },
    ...{ quarter: '(?:un )?quarto', half: 'mezz[ao]' },
    parts: 'd(?:i|el|ella) (?:mattin[ao]|pomeriggio|sera|notte)',
    minutes: {
      ...{ cinque: 5, dieci: 10, quindici: 15, venti: 20, venticinque: 25, trenta: 30, trentacinque: 35 },
      ...{ quaranta: 40, quarantacinque: 45, cinquanta: 50, cinquantacinque: 55 },
    },
  },
  pt: {
    hours: (
      'uma duas tr[eê]s quatro cinco seis sete oito nove dez onze doze treze cat?orze quinze dezesseis|dezasseis ' +
      'dezessete|dezassete dezoito dezenove|dezanove vinte vinte\\se\\suma vinte\\se\\sduas vinte\\se\\str[eê]s'
    ).split(' '),
    ...{ at: '[àa]s|à', say: 'às', unit: 'horas?|h', plus: 'e', minus: 'menos' },
    ...{ quarter: '(?:um )?quarto', half: 'meia' },
    parts: 'd[ae] (?:manhã|tarde|noite|madrugada)',
    minutes: {
      ...{ cinco: 5, dez: 10, quinze: 15, vinte: 20, 'vinte e cinco': 25, trinta: 30, quarenta: 40 },
      ...{ cinquenta: 50, 'trinta e cinco': 35, 'quarenta e cinco': 45, 'cinquenta e cinco': 55 },
    },
  },
  ru: {
    hours: (
      'час|один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать ' +
      'четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать двадцать'
    ).split(' '),
    ...{ at: 'в|к', say: 'в', unit: 'час(?:а|ов)?', plus: NEVER, minus: NEVER, parts: NEVER, minutes: {} },
    ...{ quarter: NEVER, half: NEVER },
  },
  uk: {
    hours:
      "першій другій третій четвертій п['ʼ’]ятій шостій сьомій восьмій дев['ʼ’]ятій десятій одинадцятій дванадцятій".split(
        ' ',
      ),
    ...{ at: 'об?', say: 'о', unit: 'годині', plus: NEVER, minus: NEVER, parts: NEVER, minutes: {} },
    ...{ quarter: NEVER, half: NEVER },
  },
}
