/** Zones that feeds name besides those of RFC 822, where one name has one meaning. */
const ZONES: ReadonlyMap<string, string> = new Map([
  ['WET', '+0000'],
  ['WEST', '+0100'],
  ['BST', '+0100'],
  ['CET', '+0100'],
  ['MET', '+0100'],
  ['CEST', '+0200'],
  ['MEST', '+0200'],
  ['EET', '+0200'],
  ['EEST', '+0300'],
  ['MSK', '+0300'],
  ['HKT', '+0800'],
  ['SGT', '+0800'],
  ['JST', '+0900'],
  ['KST', '+0900'],
  ['AEST', '+1000'],
  ['AEDT', '+1100'],
  ['NZST', '+1200'],
  ['NZDT', '+1300'],
])
const CLOCK = /\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?/
/** What says where the clock hangs, behind the time. */
const IN_A_ZONE = /(?:\bZ|\bUTC?|\bGMT|\b[ECMP][SD]T|[+-]\d\d:?\d\d|[+-]\d\d?)\b/i

/**
 * A date of a feed as ISO 8601 in UTC, if it can be parsed: feeds use the dates of RFC 822 and RFC 3339, and some
 * neither. A time without a zone is taken for UTC, as most readers do; the text stays as it is if it is not a date.
 */
export function feedDate(text: string): string {
  const zoned = text.replace(/\b[A-Z]{3,4}$/, (zone) => ZONES.get(zone) ?? zone)
  const clock = CLOCK.exec(zoned)
  const after = clock === null ? '' : zoned.slice(clock.index + clock[0].length)
  const needsZone = clock === null ? !/^\d{4}-\d\d-\d\d$/.test(zoned) : !IN_A_ZONE.test(after)
  const isIso = /^\d{4}-\d\d-\d\dT/.test(zoned)
  const instant = Date.parse(needsZone ? `${zoned}${isIso ? 'Z' : ' UTC'}` : zoned)
  return Number.isNaN(instant) ? text : new Date(instant).toISOString()
}
