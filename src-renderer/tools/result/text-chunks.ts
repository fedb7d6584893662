/** The most characters of a long output that are rendered at first. */
export const PREVIEW_CHARS = 200_000
/** A browser lays out only the visible blocks of a text, so a block is a few screens long. */
const CHUNK_CHARS = 16_000

/** Splits a text into blocks at line ends; a line longer than a block is split inside. */
export function toChunks(text: string): readonly string[] {
  const chunks: string[] = []
  let start = 0
  while (start < text.length) {
    const limit = start + CHUNK_CHARS
    const lineEnd = limit < text.length ? text.lastIndexOf('\n', limit) + 1 : text.length
    const end = lineEnd > start ? lineEnd : limit
    chunks.push(text.slice(start, end))
    start = end
  }
  return chunks
}
