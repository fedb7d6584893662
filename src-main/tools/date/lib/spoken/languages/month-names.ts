const MONTHS_OF_A_YEAR = 12
const ANY_YEAR = 2001

const known = new Map<string, readonly string[]>()

/**
 * The months of a language from January on, each with its names as alternatives of a pattern: within a date, alone and
 * short, by CLDR.
 */
export function monthNames(locale: string): readonly string[] {
  const names =
    known.get(locale) ?? Array.from({ length: MONTHS_OF_A_YEAR }, (_, at) => namesOf(locale, at))
  known.set(locale, names)
  return names
}

function namesOf(locale: string, month: number): string {
  const day = Date.UTC(ANY_YEAR, month, 1)
  const inDate = new Intl.DateTimeFormat(locale, { month: 'long', day: 'numeric', timeZone: 'UTC' })
  const alone = (['long', 'short'] as const).map((length) =>
    new Intl.DateTimeFormat(locale, { month: length, timeZone: 'UTC' }).format(day).replace(/\.$/, ''),
  )
  const within = inDate.formatToParts(day).find(({ type }) => type === 'month')!.value
  return [...new Set([within, ...alone])].join('|')
}
