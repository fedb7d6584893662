/** Where the gateway tells of sources. */
export const PATH = '/app/sources'

/** Where it tells of one. */
export function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`
}
