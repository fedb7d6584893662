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

/** A day in words. @param date `2026-11-01` */
export function dayWords(date: string): string {
  return DAY.format(new Date(date))
}
