import { easterOf } from '../../moving-days.ts'
import { dayMeant, isoOf, type Reference } from '../year-meant.ts'

/** A feast with its month and day, or with its distance from Easter in days. */
type Feast = readonly [name: string, date: string | number]

const DAY_MS = 86_400_000

// Feasts of the same day wherever the language is spoken.
const FEASTS: Readonly<Record<string, readonly Feast[]>> = {
  de: [
    ['Karfreitag', -2],
    ['Ostermontag', 1],
    ['Oster(?:n|sonntag)', 0],
    ['Christi Himmelfahrt', 39],
    ['Pfingstmontag', 50],
    ['Pfingst(?:en|sonntag)', 49],
    ['Fronleichnam', 60],
    ['Rosenmontag', -48],
    ['Aschermittwoch', -46],
    ['Heiligabend|Heilige[rn] Abend', '12-24'],
    ['(?:2\\.|zweite[rn]?) Weihnachts(?:feier)?tag', '12-26'],
    ['Weihnachten|(?:1\\.|erste[rn]?) Weihnachts(?:feier)?tag', '12-25'],
    ['Silvester', '12-31'],
    ['Neujahr(?:stag)?', '01-01'],
    ['Heilige Drei Könige|Dreikönigstag', '01-06'],
    ['Palmsonntag', -7],
    ['Gründonnerstag', -3],
    ['Karsamstag', -1],
    ['Valentinstag', '02-14'],
    ['Tag der (?:Deutschen )?Einheit', '10-03'],
    ['Tag der Arbeit|Maifeiertag', '05-01'],
    ['Reformationstag', '10-31'],
    ['Allerheiligen', '11-01'],
    ['Nikolaus(?:tag)?', '12-06'],
    ['Halloween', '10-31'],
  ],
  es: [
    ['Viernes Santo', -2],
    ['(?:Domingo de )?(?:Pascua|Resurrección)', 0],
    ['Jueves Santo', -3],
    ['Nochebuena', '12-24'],
    ['Navidad', '12-25'],
    ['Nochevieja', '12-31'],
    ['Año Nuevo', '01-01'],
    ['(?:Día de )?(?:los )?Reyes(?: Magos)?', '01-06'],
    ['(?:Día de )?San Valent[ií]n', '02-14'],
    ['Domingo de Ramos', -7],
    ['Miércoles de Ceniza', -46],
    ['(?:Día de )?Todos los Santos', '11-01'],
    ['Día del Trabaj(?:o|ador)', '05-01'],
  ],
  fr: [
    ['Vendredi saint', -2],
    ['lundi de Pâques', 1],
    ['Pâques', 0],
    ['Ascension', 39],
    ['lundi de Pentecôte', 50],
    ['Pentecôte', 49],
    ['(?:veille|réveillon) de No[ëe]l', '12-24'],
    ['fête du travail', '05-01'],
    ['fête nationale', '07-14'],
    ['Saint[- ]Valentin', '02-14'],
    ['mardi gras', -47],
    ['mercredi des Cendres', -46],
    ['(?:dimanche des )?Rameaux', -7],
    ['Jeudi saint', -3],
    ['Armistice', '11-11'],
    ['Assomption', '08-15'],
    ['(?:jour de )?No[ëe]l', '12-25'],
    ['Saint[- ]Sylvestre', '12-31'],
    ["jour de l['’]an|nouvel an", '01-01'],
    ['Toussaint', '11-01'],
  ],
  it: [
    ['Venerdì santo', -2],
    ["Pasquetta|lunedì dell[’']Angelo", 1],
    ['Pasqua', 0],
    ['vigilia di Natale', '12-24'],
    ['Natale', '12-25'],
    ['Santo Stefano', '12-26'],
    ['San Silvestro', '12-31'],
    ['Capodanno', '01-01'],
    ['Epifania', '01-06'],
    ['Ferragosto', '08-15'],
    ['Ognissanti', '11-01'],
    ['San Valentino', '02-14'],
    ['martedì grasso', -47],
    ['(?:festa della )?Repubblica', '06-02'],
    ['(?:festa della )?Liberazione', '04-25'],
    ['festa del lavoro', '05-01'],
    ['Immacolata(?: Concezione)?', '12-08'],
    ['domenica delle Palme', -7],
  ],
  nl: [
    ['Goede Vrijdag', -2],
    ['(?:tweede|2e) paasdag', 1],
    ['Pasen|(?:eerste|1e) paasdag', 0],
    ['Hemelvaart(?:sdag)?', 39],
    ['(?:tweede|2e) pinksterdag', 50],
    ['Pinksteren|(?:eerste|1e) pinksterdag', 49],
    ['kerstavond', '12-24'],
    ['(?:tweede|2e) kerstdag', '12-26'],
    ['(?:eerste |1e )?kerst(?:mis|dag)?', '12-25'],
    ['oudejaars(?:avond|dag)', '12-31'],
    ['nieuwjaar(?:sdag)?', '01-01'],
    ['bevrijdingsdag', '05-05'],
    ['valentijnsdag', '02-14'],
    ['palmzondag', -7],
    ['witte donderdag', -3],
    ['aswoensdag', -46],
  ],
  pt: [
    ['Sexta-feira Santa', -2],
    ['Páscoa', 0],
    ['Corpus Christi', 60],
    ['véspera de Natal', '12-24'],
    ['Natal', '12-25'],
    ['véspera de Ano[- ]Novo', '12-31'],
    ['Ano[- ]Novo', '01-01'],
    ['(?:dia de )?Tiradentes', '04-21'],
    ['dia do trabalh(?:o|ador)', '05-01'],
    ['(?:dia de )?Finados', '11-02'],
    ['Quarta-feira de Cinzas', -46],
    ['Domingo de Ramos', -7],
  ],
  sv: [
    ['långfredagen', -2],
    ['annandag påsk', 1],
    ['påskdagen', 0],
    ['påskafton(?:en)?', -1],
    ['Kristi himmelsfärdsdag', 39],
    ['pingstdagen', 49],
    ['julafton(?:en)?', '12-24'],
    ['juldagen', '12-25'],
    ['annandag jul', '12-26'],
    ['nyårsafton(?:en)?', '12-31'],
    ['nyårsdagen', '01-01'],
  ],
  ja: [
    ['クリスマス・?イ[ブヴ]', '12-24'],
    ['クリスマス', '12-25'],
    ['大晦日|大みそか', '12-31'],
    ['元[日旦]', '01-01'],
  ],
  zh: [
    ['平安夜', '12-24'],
    ['[圣聖][诞誕][节節]?', '12-25'],
    ['元旦', '01-01'],
  ],
}

/**
 * A text in which feasts are dates: `Heiligabend` is `2026-12-24`. Without a year that of the reference
 * is meant, or the next one where that is nearer.
 */
export function withFeastsAsDates(text: string, locale: string, reference: Reference): string {
  const composed = text.normalize('NFC')
  for (const [name, date] of FEASTS[locale] ?? []) {
    const isSpaced = locale !== 'ja' && locale !== 'zh'
    const pattern = isSpaced
      ? new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${name})(?:,? (\d{4}))?(?![\p{L}\p{N}])`, 'iu')
      : new RegExp(`(?:(\\d{4})年の?)?(?:${name})`, 'u')
    if (!pattern.test(composed)) continue
    return composed.replace(pattern, (_, named?: string) => {
      const dayIn = (year: number) =>
        typeof date === 'number' ? easterOf(year) + date * DAY_MS : Date.parse(`${year}-${date}T00:00:00Z`)
      const day = isoOf(named === undefined ? dayMeant(dayIn, reference)! : dayIn(Number(named)))
      return isSpaced ? day : ` ${day} `
    })
  }
  return text
}
