import type { LanguageModel } from '../../../tool-kit/tool-context.ts'

type Models = Pick<LanguageModel, 'countTokens'>

/** Where a text may be split, best first: between paragraphs, lines, sentences, words. */
const CUTS = [/(?=\S)(?<=\n\s*\n)/, /(?<=\n)/, /(?<=[.!?。！？]\s)/, /(?<=\s)/]
const MIN_PIECE_CHARS = 256
/** Text without any such boundary is split anywhere except within a character. */
const HARD_CUT = /.{1,400}/gsu

/**
 * Splits a text into parts of at most this many tokens, at the best boundaries. Joined, they are
 * the whole text.
 */
export async function partsOf(text: string, maxTokens: number, models: Models): Promise<string[]> {
  // A token is at least one byte, so a short text need not be counted.
  if (Buffer.byteLength(text) <= maxTokens) return [text]
  return await cut(text, maxTokens, models, 0)
}

async function cut(text: string, maxTokens: number, models: Models, level: number): Promise<string[]> {
  if ((await models.countTokens(text)) <= maxTokens) return [text]
  const parts: string[] = []
  let part = ''
  let tokens = 0
  for (const piece of piecesOf(text, level)) {
    const count = await models.countTokens(piece)
    if (part !== '' && tokens + count > maxTokens) {
      parts.push(part)
      part = ''
      tokens = 0
    }
    if (count > maxTokens && level < CUTS.length) {
      parts.push(...(await cut(piece, maxTokens, models, level + 1)))
      continue
    }
    part += piece
    tokens += count
  }
  return part === '' ? parts : [...parts, part]
}

function piecesOf(text: string, level: number): string[] {
  const place = CUTS[level]
  return place ? merged(text.split(place)) : (text.match(HARD_CUT) ?? [])
}

// Counting each of hundreds of thousands of short lines would take too long.
function merged(pieces: readonly string[]): string[] {
  const blocks: string[] = []
  let block = ''
  for (const piece of pieces) {
    block += piece
    if (block.length < MIN_PIECE_CHARS) continue
    blocks.push(block)
    block = ''
  }
  return block === '' ? blocks : [...blocks, block]
}
