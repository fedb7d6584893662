import { hashFromHex } from '../../src-shared/hex.ts'
import { MAX_MERKLE_LEAVES } from '../../src-shared/merkle.ts'
import { readAnswerFile, type ReadAnswer, UnreadableAnswers } from '../../src-shared/read-answers.ts'
import { parseJson } from '../../src-shared/parse-json.ts'

/** The content of pasted text or a file. */
export type Evidence =
  | {
      readonly kind: 'answers'
      readonly answers: readonly ReadAnswer[]
      /** Documents and results without an answer, which nothing can check. */
      readonly others: number
    }
  | { readonly kind: 'hashes'; readonly hashes: readonly string[] }
  | { readonly kind: 'proof'; readonly text: string }

/**
 * Reads answers of a gateway, hashes (one per line, a list, or `{"hashes": […]}`), or a proof.
 * @throws UnreadableAnswers
 */
export function readEvidence(text: string): Evidence {
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  if (trimmed === '') throw new UnreadableAnswers('There is nothing to check in it.')
  const hashes = hashesIn(trimmed)
  if (hashes) {
    if (hashes.length > MAX_MERKLE_LEAVES)
      throw new UnreadableAnswers(
        `A tree can have at most ${MAX_MERKLE_LEAVES} leaves, but there are ${hashes.length} hashes.`,
      )
    return { kind: 'hashes', hashes }
  }
  const value = parsed(trimmed)
  if (isObject(value) && typeof value['root'] === 'string' && (isObject(value['proof']) || 'path' in value))
    return { kind: 'proof', text: trimmed }
  return { kind: 'answers', ...readAnswerFile(trimmed) }
}

function hashesIn(text: string): readonly string[] | null {
  const value = parsed(text)
  const list = isObject(value) ? value['hashes'] : value
  const words: readonly unknown[] = Array.isArray(list)
    ? list
    : value === undefined
      ? text.split(/\s+/)
      : []
  if (words.length === 0 || !words.every((word) => hashFromHex(word) !== null)) return null
  return words.map((word) => String(word).toLowerCase())
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined // It may still be lines of hashes, or one answer per line.
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
