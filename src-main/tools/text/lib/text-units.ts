import { InvalidInput } from '../../../tool-kit/tool-context.ts'

/** A piece of text that is never split, with its UTF-16 offsets and its size. */
export interface Unit {
  readonly start: number
  readonly end: number
  readonly size: number
}

const SINGLE_BREAK = /(?<![\r\n])(?:\r\n|\n|\r)(?![\r\n])/g
const GRAPHEMES = new Intl.Segmenter('en')

/**
 * Words of a text, each with the white space before it, measured by `sizeOf`. A word that is longer
 * than `limit` is split between characters (UAX #29 grapheme clusters).
 * @throws InvalidInput for `size` when a single character is longer
 */
export function wordUnits(
  text: string,
  locale: string,
  limit: number,
  sizeOf: (part: string) => number,
): Unit[] {
  const units: Unit[] = []
  let start = 0
  const push = (end: number) => {
    const size = sizeOf(text.slice(start, end))
    if (size <= limit) units.push({ start, end, size })
    else units.push(...characterUnits(text, start, end, limit, sizeOf))
    start = end
  }
  for (const { segment, index } of new Intl.Segmenter(locale, { granularity: 'word' }).segment(text)) {
    if (segment.trim() !== '') push(index + segment.length)
  }
  if (start < text.length) push(text.length)
  return units
}

/**
 * Sentences of a text, each counting as one. A single line break is treated as a space, a blank
 * line as an end.
 */
export function sentenceUnits(text: string, locale: string): Unit[] {
  const flowing = text.replace(SINGLE_BREAK, (lineBreak) => ' '.repeat(lineBreak.length))
  const sentences = new Intl.Segmenter(locale, { granularity: 'sentence' }).segment(flowing)
  return Array.from(sentences, ({ segment, index }) => ({
    start: index,
    end: index + segment.length,
    size: 1,
  }))
}

/**
 * Packs units into chunks of at most `limit`, each of which starts with up to `overlap` of the
 * previous one.
 * @returns where chunks start and end, as indexes in `units`, the end exclusive
 */
export function packUnits(
  units: readonly Unit[],
  limit: number,
  overlap: number,
): { readonly from: number; readonly to: number }[] {
  const chunks: { from: number; to: number }[] = []
  const sizeAt = (at: number) => units[at]?.size ?? 0
  let from = 0
  while (from < units.length) {
    let to = from
    for (let size = sizeAt(to); to < units.length && size <= limit; size += sizeAt(to)) to++
    chunks.push({ from, to })
    if (to === units.length) break
    let repeated = 0
    from = to
    // The first new unit has to fit beside the repeated ones.
    const room = Math.min(overlap, limit - sizeAt(to))
    while (repeated + sizeAt(from - 1) <= room && from - 1 > chunks.at(-1)!.from) repeated += sizeAt(--from)
  }
  return chunks
}

function characterUnits(
  text: string,
  from: number,
  to: number,
  limit: number,
  sizeOf: (part: string) => number,
): Unit[] {
  return Array.from(GRAPHEMES.segment(text.slice(from, to)), ({ segment, index }) => {
    const size = sizeOf(segment)
    if (size > limit)
      throw new InvalidInput(
        'size',
        `A single character of the text has a size of ${size}; raise size to that`,
      )
    return { start: from + index, end: from + index + segment.length, size }
  })
}
