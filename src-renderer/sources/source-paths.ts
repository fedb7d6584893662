/** The address of all sources. */
export const PATH = '/app/sources'

/** The address of the servers of other programs. */
export const FOUND = '/app/found-sources'

/** The address of a source. */
export function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`
}
