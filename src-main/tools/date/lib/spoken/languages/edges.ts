import { dayMeant, isoOf, type Reference } from '../year-meant.ts'
import { monthNames } from './month-names.ts'
import { alone } from './word-patterns.ts'

/** How a language names the first and the last day of a week, a month or a year. */
interface EdgeWords {
  readonly first: string
  readonly last: string
  /** Words between the edge and its unit, with their spaces. */
  readonly link: string
  readonly week: string
  readonly month: string
  readonly year: string
  /** Words for the next and the last one, before or after the unit. */
  readonly next: string
  readonly previous: string
  /** The middle of a month, with its space. */
  readonly middle: string
  /** The last day in one word. */
  readonly ofMonth?: string
  readonly ofYear?: string
}

const DAY_MS = 86_400_000

const LANGUAGES: Readonly<Record<string, EdgeWords>> = {
  de: {
    middle: 'Mitte ',
    ...{
      first: '(?:am |zu )?(?:Anfang|Beginn)',
      last: '(?:am |zum )?Ende',
      link: '(?:des |der |dieses |dieser )?',
    },
    ...{ week: 'Woche', month: 'Monats', year: 'Jahres' },
    ...{ next: '(?:nächste|kommende)[rns]', previous: '(?:letzte|vorige|vergangene)[rns]' },
    ...{ ofMonth: '(?:(?:am|zum) )?Monatsende', ofYear: '(?:(?:am|zum) )?Jahresende' },
  },
  nl: {
    middle: '(?:half|medio|midden) ',
    ...{
      first: '(?:(?:aan )?het )?begin',
      last: '(?:(?:aan )?het )?einde?',
      link: '(?:van )?(?:de |het |deze |dit )?',
    },
    ...{ week: 'week', month: 'maand', year: 'jaar', next: 'volgende?', previous: '(?:vorige?|afgelopen)' },
  },
  ru: {
    ...{
      middle: '(?:в )?середин[аеу] ',
      first: '(?:в )?начал[ео]',
      last: '(?:в )?кон(?:ец|це)',
      link: '(?:этого |этой )?',
    },
    ...{
      week: 'недели',
      month: 'месяца',
      year: 'года',
      next: 'следующ(?:его|ей)',
      previous: 'прошл(?:ого|ой)',
    },
  },
  sv: {
    middle: '(?:i )?mitten av ',
    ...{ first: '(?:i )?början', last: '(?:i )?slutet', link: '(?:av |på )(?:den här |det här )?' },
    ...{ week: 'veckan?', month: 'månad(?:en)?', year: 'år(?:et)?', next: 'nästa', previous: 'förra' },
  },
  es: {
    middle: '(?:a )?mediados (?:de |del )',
    ...{
      first: '(?:a |el )?(?:principios?|inicios?|comienzos?)',
      last: '(?:a |el )?(?:fin(?:es|al(?:es)?)?)',
    },
    ...{ link: '(?:del? )(?:la |este |esta )?', week: 'semana', month: 'mes', year: 'año' },
    ...{ next: '(?:próxim[oa]|que viene)', previous: 'pasad[oa]' },
  },
  fr: {
    middle: '(?:à la )?mi[- ]',
    ...{
      first: '(?:(?:au|le) )?début',
      last: '(?:(?:à la|la) )?fin',
      link: "(?:du |de (?:ce |cette )|de l[’']|de la )",
    },
    ...{
      week: 'semaine',
      month: 'mois',
      year: 'ann[ée]e',
      next: 'prochaine?',
      previous: '(?:dernière?|passée?)',
    },
  },
  it: {
    middle: '(?:a )?metà (?:di )?',
    ...{
      first: "(?:all['’])?inizio",
      last: '(?:alla |la )?fine',
      link: "(?:del(?:la |l['’]| )|di )?(?:questo |questa )?",
    },
    ...{ week: 'settimana', month: 'mese', year: 'anno', next: 'prossim[oa]', previous: 'scors[oa]' },
  },
  pt: {
    middle: '(?:em )?meados d[eo] ',
    ...{
      first: '(?:no )?(?:início|começo)',
      last: '(?:no )?(?:fim|final)',
      link: '(?:d[oae](?:ste|sta)? )',
    },
    ...{
      week: 'semana',
      month: 'm[êe]s',
      year: 'ano',
      next: '(?:próxim[oa]|que vem)',
      previous: 'passad[oa]',
    },
  },
}

interface Patterns {
  readonly near: RegExp
  readonly ofNamedMonth: RegExp
  readonly months: readonly RegExp[]
}

const patterns = new Map<string, Patterns>()

/**
 * A text in which the first or last day of a week, a month or a year, or the middle of a month, is a date:
 * `Ende des Monats` is `2026-03-31`. Weeks start on Monday.
 */
export function withEdgesAsDates(text: string, locale: string, reference: Reference): string {
  const words = LANGUAGES[locale]
  if (!words) return text
  const { near, ofNamedMonth, months } = patterns.get(locale) ?? patternsOf(words, locale)
  patterns.set(locale, { near, ofNamedMonth, months })
  return text
    .replace(near, (phrase: string, ...found) => {
      const named = groupsOf(found)
      const shift = (named.next ?? named.nextAfter) ? 1 : (named.previous ?? named.previousAfter) ? -1 : 0
      const unit = named.week ? 'week' : (named.month ?? named.ofMonth) ? 'month' : 'year'
      const [start, end] = edgesOf(unit, shift, reference.today)
      return isoOf(named.isFirst ? start : end)
    })
    .replace(ofNamedMonth, (phrase: string, ...found) => {
      const named = groupsOf(found)
      const month = months.findIndex((name) => name.test(named.name!))
      const dayIn = (year: number) =>
        Date.UTC(year, named.isLast ? month + 1 : month, named.isLast ? 0 : named.isFirst ? 1 : 15)
      return isoOf(named.year === undefined ? dayMeant(dayIn, reference)! : dayIn(Number(named.year)))
    })
}

function groupsOf(found: readonly unknown[]): Readonly<Record<string, string | undefined>> {
  // The groups of a pattern that has names come last.
  return found.at(-1) as Readonly<Record<string, string | undefined>>
}

function patternsOf(words: EdgeWords, locale: string): Patterns {
  const { first, last, middle, link, week, month, year, next, previous } = words
  const { ofMonth = '(?!)', ofYear = '(?!)' } = words
  const names = monthNames(locale)
  const unit = `(?:(?<week>${week})|(?<month>${month})|${year})`
  const near = `(?:(?<isFirst>${first})|${last}) ${link}(?:(?:(?<next>${next})|(?<previous>${previous})) )?${unit}`
  const after = `(?: (?:(?<nextAfter>${next})|(?<previousAfter>${previous})))?`
  const edge = `(?:(?:(?<isFirst>${first})|(?<isLast>${last})) (?:${link})?|${middle})`
  return {
    near: alone(`${near}${after}|(?<ofMonth>${ofMonth})|${ofYear}`),
    ofNamedMonth: alone(`${edge}(?<name>${names.join('|')})(?: (?:de |del )?(?<year>\\d{4}))?`),
    months: names.map((name) => new RegExp(`^(?:${name})$`, 'iu')),
  }
}

function edgesOf(
  unit: 'week' | 'month' | 'year',
  shift: number,
  today: number,
): readonly [first: number, last: number] {
  const now = new Date(today)
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const startOf = (count: number) => {
    if (unit === 'week') return Date.UTC(year, month, day - ((now.getUTCDay() + 6) % 7) + count * 7)
    return unit === 'month' ? Date.UTC(year, month + count) : Date.UTC(year + count, 0)
  }
  return [startOf(shift), startOf(shift + 1) - DAY_MS]
}
