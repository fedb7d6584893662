import { isoOf } from '../year-meant.ts'

/** How a language names a weekday near today. In each phrase DAY stands for the weekday. */
interface Weekdays {
  /** From Monday on. */
  readonly days: readonly string[]
  /** The first one after today. */
  readonly coming: readonly string[]
  /** The last one before today. */
  readonly past: readonly string[]
  /** The one of the week after this one; weeks start on Monday. */
  readonly nextWeek: readonly string[]
  readonly lastWeek?: readonly string[]
  readonly thisWeek?: readonly string[]
  /** The one in a week from the coming one. */
  readonly inAWeek?: readonly string[]
  readonly inTwoWeeks?: readonly string[]
}

const DAY_MS = 86_400_000

const LANGUAGES: Readonly<Record<string, Weekdays>> = {
  de: {
    days: ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag|Sonnabend', 'Sonntag'],
    ...{ coming: ['kommende[nrs]? DAY'], past: ['vergangene[nrs]? DAY'] },
    nextWeek: ['nächste Woche (?:am )?DAY', 'DAY (?:der )?(?:nächste|kommende)[rn]? Woche'],
    lastWeek: ['letzte Woche (?:am )?DAY', 'DAY (?:der )?(?:letzte|vorige|vergangene)[rn]? Woche'],
    thisWeek: ['DAY (?:in )?dieser Woche', 'diese Woche (?:am )?DAY'],
    inAWeek: ['DAY in (?:einer|1) Woche', 'DAY in acht Tagen', 'übernächste[rns]? DAY'],
    inTwoWeeks: ['DAY in (?:zwei|2) Wochen', 'DAY in (?:vierzehn|14) Tagen'],
  },
  es: {
    days: ['lunes', 'martes', 'mi[ée]rcoles', 'jueves', 'viernes', 's[áa]bado', 'domingo'],
    ...{ coming: ['DAY que viene', 'DAY próximo', 'DAY próx\\.'], past: ['DAY pasado'] },
    nextWeek: ['DAY de la (?:próxima semana|semana que viene|semana próxima)'],
    lastWeek: ['DAY de la semana pasada'],
    thisWeek: ['DAY de esta semana'],
  },
  fr: {
    days: ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'],
    ...{ coming: [], past: [] },
    nextWeek: ['DAY (?:de )?la semaine prochaine', 'la semaine prochaine,? DAY'],
    lastWeek: ['DAY (?:de )?la semaine dernière'],
    thisWeek: ['DAY (?:de )?cette semaine'],
    inAWeek: ['DAY en (?:huit|8)'],
    inTwoWeeks: ['DAY en (?:quinze|15)'],
  },
  it: {
    days: ['lunedì', 'martedì', 'mercoledì', 'giovedì', 'venerdì', 'sabato', 'domenica'],
    ...{
      coming: ['DAY prossim[oa]'],
      past: ['DAY scors[oa]', '(?:lo scorso|la scorsa|scors[oa]|ultim[oa]) DAY(?! d[ie] )'],
    },
    nextWeek: ['DAY della (?:prossima settimana|settimana prossima)'],
    lastWeek: ['DAY della (?:scorsa settimana|settimana scorsa)'],
    thisWeek: ['DAY di questa settimana', 'questa settimana,? DAY'],
  },
  pt: {
    days: [
      ...[
        'segunda(?:[- ]feira)?',
        'ter[çc]a(?:[- ]feira)?',
        'quarta(?:[- ]feira)?',
        'quinta(?:[- ]feira)?',
      ],
      ...['sexta(?:[- ]feira)?', 's[áa]bado', 'domingo'],
    ],
    coming: ['pr[óo]xim[oa] DAY', 'DAY que vem', 'DAY pr[óo]xim[oa]'],
    past: ['DAY passad[oa]', 'últim[oa] DAY'],
    nextWeek: ['DAY da (?:próxima semana|semana que vem)'],
    lastWeek: ['DAY da semana passada'],
    thisWeek: ['DAY d?est?a semana'],
  },
  sv: {
    days: ['mån', 'tis', 'ons', 'tors', 'fre', 'lör', 'sön'].map((day) => `${day}dag(?:en)?`),
    ...{ coming: ['(?:nu )?på DAY', 'kommande DAY'], past: ['förra DAY', 'i DAYs'] },
    nextWeek: ['DAY (?:i )?nästa vecka', 'nästa vecka på DAY'],
    lastWeek: ['DAY förra veckan'],
    thisWeek: ['DAY (?:i )?den här veckan', 'DAY denna vecka'],
  },
  nl: {
    days: ['maandag', 'dinsdag', 'woensdag', 'donderdag', 'vrijdag', 'zaterdag', 'zondag'],
    ...{
      coming: ['(?:komende|aankomende|aanstaande|eerstvolgende) DAY'],
      past: ['(?:afgelopen|vorige) DAY'],
    },
    nextWeek: ['volgende week (?:op )?DAY', 'DAY volgende week'],
    lastWeek: ['(?:vorige|afgelopen) week (?:op )?DAY', 'DAY (?:vorige|afgelopen) week'],
    thisWeek: ['deze week (?:op )?DAY', 'DAY deze week'],
    inAWeek: ['DAY over een week'],
  },
  uk: {
    days: [
      'понеділ(?:ок|ка)',
      'вівтор(?:ок|ка)',
      'серед[аиу]',
      'четвер(?:га)?',
      "п[ʼ’']ятниц[яію]",
      'субот[аиу]',
      'неділ[яію]',
    ],
    ...{ coming: ['наступн(?:ого|ої|ий|у) DAY'], past: ['минул(?:ого|ої|ий|у) DAY'], nextWeek: [] },
  },
}

/** Short names from Monday on. In Italian `mar` is March. */
const SHORT: Readonly<Record<string, readonly string[]>> = {
  de: ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'],
  es: ['lun', 'mar', 'mi[ée]', 'jue', 'vie', 's[áa]b', 'dom'],
  fr: ['lun', 'mar', 'mer', 'jeu', 'ven', 'sam', 'dim'],
  it: ['lun', '(?!)', 'mer', 'gio', 'ven', 'sab', 'dom'],
  nl: ['ma', 'di', 'wo', 'do', 'vr', 'za', 'zo'],
  pt: ['seg', 'ter', 'qua', 'qui', 'sex', 's[áa]b', 'dom'],
  sv: ['mån', 'tis', 'ons', 'tors?', 'fre', 'lör', 'sön'],
}

/** The names of the weekdays from Monday on, as patterns, by the language; the short ones may have a dot. */
export const WEEKDAY_NAMES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(LANGUAGES).map(([locale, { days }]) => [
    locale,
    days.map((day, at) => (SHORT[locale] ? `${day}|${SHORT[locale][at]}\\.?` : day)),
  ]),
)

interface Rule {
  readonly pattern: RegExp
  readonly days: readonly RegExp[]
  readonly kind: keyof Omit<Weekdays, 'days'>
}

const rules = new Map<string, readonly Rule[]>()

/**
 * A text in which a weekday that is told from today is a date: on a Sunday `el viernes que viene` is five days on.
 * @param today the date of the reference, in milliseconds as if it were UTC
 */
export function withWeekdaysAsDates(text: string, locale: string, today: number): string {
  const words = LANGUAGES[locale]
  if (!words) return text
  const ofLocale = rules.get(locale) ?? rulesOf(words)
  rules.set(locale, ofLocale)
  return ofLocale.reduce(
    (read, { pattern, days, kind }) =>
      read.replace(pattern, (_, day: string) => {
        const place = days.findIndex((name) => name.test(day))
        return isoOf(today + daysTo(place, kind, today) * DAY_MS)
      }),
    text.normalize('NFC'),
  )
}

function rulesOf({ days, ...phrases }: Weekdays): readonly Rule[] {
  const names = days.map((day) => new RegExp(`^(?:${day})$`, 'iu'))
  // What names a week comes before what could be a part of it.
  const kinds = ['nextWeek', 'lastWeek', 'thisWeek', 'inAWeek', 'inTwoWeeks', 'coming', 'past'] as const
  return kinds.flatMap((kind) =>
    (phrases[kind] ?? []).map((phrase) => {
      const named = phrase.replace('DAY', `(${days.join('|')})`)
      return {
        kind,
        days: names,
        pattern: new RegExp(`(?<![\\p{L}\\p{N}])${named}(?![\\p{L}\\p{N}])`, 'giu'),
      }
    }),
  )
}

/** Days from today to a weekday. @param place 0 for Monday */
function daysTo(place: number, kind: Rule['kind'], today: number): number {
  const ofToday = (new Date(today).getUTCDay() + 6) % 7
  const ahead = ((place - ofToday + 6) % 7) + 1
  switch (kind) {
    case 'coming':
      return ahead
    case 'past':
      return ahead - 7 === 0 ? -7 : ahead - 7
    case 'nextWeek':
      return place - ofToday + 7
    case 'lastWeek':
      return place - ofToday - 7
    case 'thisWeek':
      return place - ofToday
    case 'inAWeek':
      return ahead + 7
    case 'inTwoWeeks':
      return ahead + 14
  }
}
