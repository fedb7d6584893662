import { weekdayOfMonth } from '../../moving-days.ts'
import { existing, isoOf } from '../year-meant.ts'
import { MONTH_WORDS } from './month-vocabulary.ts'
import { DAY_ARTICLES } from './numbered-days.ts'
import { WEEKDAY_NAMES } from './weekdays.ts'
import { alone, placeIn } from './word-patterns.ts'

const LAST = 5
/** From this month to each of the three. */
const SHIFTS = [0, 1, -1]

/** How a language names this month, the next and the last one after a day of it. */
interface NearMonths {
  readonly now: string
  readonly next: string
  readonly last: string
}

const LANGUAGES: Readonly<Record<string, NearMonths>> = {
  de: {
    now: 'dieses Monats|diesen Monat|in diesem Monat',
    next: '(?:(?:des|im) )?(?:nächste|kommende)[ns] Monats?',
    last: '(?:(?:des|im) )?(?:letzte|vorige|vergangene)[ns] Monats?',
  },
  es: {
    now: 'de este mes|del mes actual',
    next: 'del mes (?:que viene|próximo|siguiente)|del (?:próximo|siguiente) mes',
    last: 'del mes pasado|del pasado mes',
  },
  fr: {
    now: 'de ce mois(?:-ci)?|du mois courant',
    next: 'du (?:mois prochain|prochain mois)',
    last: 'du mois (?:dernier|passé)',
  },
  it: {
    now: 'di questo mese|del mese corrente',
    next: 'del (?:mese prossimo|prossimo mese|mese che viene)',
    last: 'del mese scorso|dello scorso mese',
  },
  nl: {
    now: '(?:(?:van|in) )?deze maand',
    next: '(?:(?:van|in) )?(?:de )?(?:volgende|komende) maand',
    last: '(?:(?:van|in) )?(?:de )?(?:vorige|afgelopen) maand',
  },
  pt: {
    now: 'd?es[ts]e m[êe]s',
    next: 'do (?:próximo m[êe]s|m[êe]s que vem|m[êe]s próximo)',
    last: 'do m[êe]s passado',
  },
  ru: { now: 'этого месяца', next: 'следующего месяца', last: 'прошлого месяца' },
  sv: {
    now: '(?:i )?(?:denna månad|den här månaden)',
    next: '(?:i )?nästa månad',
    last: '(?:i )?förra månaden',
  },
  uk: { now: 'цього місяця', next: 'наступного місяця', last: 'минулого місяця' },
}
const SLAVIC_END = '(?:-?го)?(?: числ[ао])?'

/** The days of one of the three months. */
interface Rule {
  /** Of the month, in months from this one. */
  readonly shift: number
  readonly numbered: RegExp
  readonly named: RegExp
}

const rules = new Map<string, readonly Rule[]>()

/**
 * A text in which a day of this month, the next or the last one is a date: `le 20 du mois prochain`, `der erste Freitag
 * im nächsten Monat`. The reader of dates takes the month alone.
 * @param today the date of the reference, in milliseconds as if it were UTC
 */
export function withDaysOfNearMonths(text: string, locale: string, today: number): string {
  const months = LANGUAGES[locale]
  if (!months) return text
  const now = new Date(today)
  const { places = [] } = MONTH_WORDS[locale] ?? {}
  const weekdays = WEEKDAY_NAMES[locale] ?? []
  const ofLocale = rules.get(locale) ?? rulesOf(months, locale)
  rules.set(locale, ofLocale)
  return ofLocale.reduce((read, { shift, numbered, named }) => {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + shift))
    const [year, month] = [first.getUTCFullYear(), first.getUTCMonth()]
    const shown = (phrase: string, day: number | null) => (day === null ? phrase : isoOf(day))
    return read
      .replace(numbered, (phrase, day: string) => shown(phrase, existing(year, month + 1, Number(day))))
      .replace(named, (phrase, place: string, weekday: string) => {
        const which = placeIn(place, places)
        const ofWeek = (placeIn(weekday, weekdays) + 1) % 7
        return shown(phrase, weekdayOfMonth(year, month, ofWeek, which === LAST ? -1 : which + 1))
      })
  }, text.normalize('NFC'))
}

function rulesOf({ now, next, last }: NearMonths, locale: string): readonly Rule[] {
  const { places = ['(?!)'], end = '' } = MONTH_WORDS[locale] ?? {}
  const article = DAY_ARTICLES[locale]
  const before = article === undefined ? '' : `(?:(?:${article}|der|den|de|el|la|il|o) )?`
  const ending = end === '' ? SLAVIC_END : `(?:${end})?`
  const weekday = (WEEKDAY_NAMES[locale] ?? []).join('|')
  return [now, next, last].map((month, at) => ({
    shift: SHIFTS[at] ?? 0,
    numbered: alone(`${before}(\\d{1,2})${ending} (?:${month})`),
    named: alone(`${before}(${places.join('|')}) (${weekday}) (?:${month})`),
  }))
}
