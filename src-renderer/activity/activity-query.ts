const HOUR_MS = 60 * 60 * 1_000

/** Which calls the list shows; an empty text does not filter. */
export interface ActivityQuery {
  slug: string
  key_id: string
  ok: '' | 'true' | 'false'
  code: string
  q: string
  /** How many hours back from now, as a text. */
  hours: string
}

/** Shows every call. */
export const EVERY_CALL: ActivityQuery = { slug: '', key_id: '', ok: '', code: '', q: '', hours: '' }

/** The query string that asks the gateway for the newest `limit` of these calls. */
export function searchParamsOf(
  { hours, ...rest }: ActivityQuery,
  limit: number,
  nowMs: number,
): URLSearchParams {
  const wanted = Object.entries(rest).filter(([, value]) => value.trim() !== '')
  if (hours !== '') wanted.push(['since', String(nowMs - Number(hours) * HOUR_MS)])
  return new URLSearchParams([['limit', String(limit)], ...wanted])
}
