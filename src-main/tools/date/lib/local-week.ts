import type { DateTime } from 'luxon'

/**
 * Regions in which a year's first week has four of its days or more; in any other, one day is enough. CLDR 48,
 * supplemental data, weekData/minDays: Intl no longer tells it.
 */
const FOUR_DAYS: ReadonlySet<string> = new Set(
  (
    'AD AT AX BE BG CH CZ DE DK EE ES FI FJ FO FR GB GF GG GI GP GR HU IE IM IS IT JE LI LT LU MC MQ NL NO PL PT RE RU ' +
    'SE SJ SK SM VA'
  ).split(' '),
)

/** The week of a time, and the year that the week is counted in, as the region of its locale counts them. */
export function localWeekOf(time: DateTime): { readonly year: number; readonly week: number } {
  const fewest = isFourDays(time.locale) ? 4 : 1
  const first = time.startOf('day').minus({ days: time.localWeekday - 1 })
  const last = first.plus({ days: 6 })
  if (last.year !== first.year && last.day >= fewest) return { year: last.year, week: 1 }
  // Week 1 begins between 6 days before the day of the year that it must have and that day itself.
  return { year: first.year, week: Math.floor((first.ordinal - fewest + 6) / 7) + 1 }
}

function isFourDays(locale: string | null): boolean {
  return FOUR_DAYS.has(new Intl.Locale(locale ?? 'en-US').maximize().region ?? '')
}
