import { timeAgo } from './time-ago.ts'

const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const WHOLE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

/** The time of day, such as `14:02:11`, with the date if it is not today. @param ts ISO 8601 */
export function clockWords(ts: string, now = Date.now()): string {
  const at = new Date(ts)
  const isToday = at.toDateString() === new Date(now).toDateString()
  return isToday ? CLOCK.format(at) : `${DAY.format(at)}, ${CLOCK.format(at).slice(0, 5)}`
}

/** Full date and time, for tooltips. */
export function wholeTime(ts: string): string {
  return WHOLE.format(new Date(ts))
}

/** How long ago, such as `5 min. ago`. @param ts ISO 8601 */
export function agoWords(ts: string, now = Date.now()): string {
  return timeAgo(Date.parse(ts), now)
}

/** A duration, such as `3 h 12 min`. */
export function spanWords(seconds: number): string {
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
  ]
  if (days > 0) return `${days} d ${hours} h`
  if (hours > 0) return `${hours} h ${minutes} min`
  return minutes > 0 ? `${minutes} min` : `${Math.floor(seconds)} s`
}

/** The duration of a call: `<1 ms`, milliseconds, or seconds from one second on. */
export function tookWords(ms: number): string {
  if (ms < 1) return '<1 ms'
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
}

/** Bytes in the most readable unit. */
export function byteWords(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`
  const [kib, mib] = [bytes / 1_024, bytes / 1_024 / 1_024]
  if (mib < 1) return `${kib.toFixed(kib < 10 ? 1 : 0)} KB`
  return mib < 1_024 ? `${mib.toFixed(mib < 10 ? 1 : 0)} MB` : `${(mib / 1_024).toFixed(1)} GB`
}
