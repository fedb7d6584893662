const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long ago a moment in epoch milliseconds is, such as `9 min. ago`. */
export function timeAgo(at: number, now = Date.now()): string {
  const elapsed = Math.max(0, now - at)
  const unit = UNITS.find(([, ms]) => elapsed >= ms)
  return unit ? format.format(-Math.round(elapsed / unit[1]), unit[0]) : 'just now'
}
