import { bytePairsOf, type TokenEncoding } from '../../../tokens/byte-pairs.ts'

/**
 * The number of tokens of a text in a prompt; an estimate if words of over 1,000 characters had to
 * be split.
 */
export async function countTokens(
  text: string,
  encoding: TokenEncoding,
): Promise<{ tokens: number; isExact: boolean }> {
  const { count } = await bytePairsOf(encoding)
  const parts = partsOf(text)
  const tokens = parts.reduce((sum, part) => sum + count(part), 0)
  return { tokens, isExact: parts.length <= 1 }
}

// The tokenizer takes quadratic time per word, so very long ones are split; each split may add a
// token.
function partsOf(text: string): string[] {
  const parts: string[] = []
  let from = 0
  for (const { 0: run, index } of text.matchAll(/\S{1001,}|\s{1001,}/gu)) {
    if (index > from) parts.push(text.slice(from, index))
    parts.push(...(run.match(/[^]{1,1000}/gu) ?? []))
    from = index + run.length
  }
  if (from < text.length) parts.push(text.slice(from))
  return parts
}
