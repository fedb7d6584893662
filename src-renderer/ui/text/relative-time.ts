const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]
const FORMAT = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'narrow' })

/** A time relative to now, such as `2 min. ago` or `in 3 days`. */
export function relativeTime(time: string, nowMs: number): string {
  const ms = Date.parse(time) - nowMs
  for (const [unit, unitMs] of STEPS) {
    if (Math.abs(ms) >= unitMs) return FORMAT.format(Math.trunc(ms / unitMs), unit)
  }
  return ms > 0 ? 'in less than a minute' : 'just now'
}

/** The same for a past time; never in the future, even if this computer's clock is behind. */
export function timeAgo(time: string, nowMs: number): string {
  return relativeTime(time, Math.max(nowMs, Date.parse(time)))
}

/** A size in B, KB or MB. */
export function sizeWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
