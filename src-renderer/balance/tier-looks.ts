const LOOKS: Readonly<Record<string, { readonly label: string; readonly variable: string }>> = {
  compute: { label: 'Compute', variable: '--ch-1' },
  llm: { label: 'LLM', variable: '--ch-2' },
  network: { label: 'Network', variable: '--ch-3' },
}
const DAY = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})

/** A tier's name as the page writes it. */
export function tierLabelOf(tier: string): string {
  return LOOKS[tier]?.label ?? 'Other'
}

/** The CSS variable of a tier's colour in charts. */
export function colourVariableOf(tier: string): string {
  return LOOKS[tier]?.variable ?? '--ink-3'
}

/** A day or an hour in words. @param date `2026-11-01`, or `2026-11-01T18:00` */
export function dayWords(date: string): string {
  const time = date.slice(11)
  return time === '' ? DAY.format(new Date(date)) : `${time}, ${DAY.format(new Date(date.slice(0, 10)))}`
}
