/** The start of the addresses of memory, as resources of MCP. */
export const MEMORY_URI = 'toolgate://memory/'
/** The start of the addresses of kept results. */
export const RESULT_URI = 'toolgate://result/'

/** The parts of an address behind its start, decoded; null for an address with another start or an empty part. */
export function partsOfUri(uri: string, start: string): readonly string[] | null {
  if (!uri.startsWith(start)) return null
  const parts = uri.slice(start.length).split('/').map(decoded)
  return parts.includes('') ? null : parts
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // A broken escape cannot be the name of anything stored.
    return ''
  }
}
