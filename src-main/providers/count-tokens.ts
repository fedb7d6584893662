import { setImmediate as nextTurn } from 'node:timers/promises'
import { bytePairsOf } from '../tokens/byte-pairs.ts'

/** The tokenizer's time grows with the square of an unbroken run of characters, so it gets short ones only. */
const SLICE_CHARS = 256
/** About how long a count may block other work, in milliseconds. */
const TURN_MS = 5

/**
 * About how many tokens a text has, by the tokenizer of OpenAI's newer models. Others count differently by 10 to 20
 * percent, and a cut between slices may add one.
 */
export async function countTokens(text: string): Promise<number> {
  const { count: countSlice } = await bytePairsOf('o200k_base')
  let count = 0
  let turnEndsAt = performance.now() + TURN_MS
  for (let start = 0; start < text.length;) {
    const end = sliceEnd(text, start)
    count += countSlice(text.slice(start, end))
    start = end
    if (performance.now() > turnEndsAt) {
      await nextTurn()
      turnEndsAt = performance.now() + TURN_MS
    }
  }
  return count
}

/** The sum of what `countTokens` returns for each text. */
export async function countAllTokens(texts: readonly string[]): Promise<number> {
  return (await Promise.all(texts.map(countTokens))).reduce((sum, count) => sum + count, 0)
}

// A token often begins with a space, so a slice ends before a space if there is one.
function sliceEnd(text: string, start: number): number {
  const limit = start + SLICE_CHARS
  if (limit >= text.length) return text.length
  const space = text.lastIndexOf(' ', limit)
  return space > start ? space : limit
}
