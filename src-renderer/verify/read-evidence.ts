import { hashFromHex } from '../../src-shared/hex.ts'
import { MAX_MERKLE_LEAVES } from '../../src-shared/merkle.ts'
import { readAnswers, type ReadAnswer, UnreadableAnswers } from '../../src-shared/read-answers.ts'
import { parseJson } from '../../src-shared/parse-json.ts'

/** What a pasted text or a file holds. */
export type Evidence =
  | { readonly kind: 'answers'; readonly answers: readonly ReadAnswer[] }
  | { readonly kind: 'hashes'; readonly hashes: readonly string[] }
  | { readonly kind: 'proof'; readonly text: string }

/**
 * Reads answers of a gateway, hashes (64 digits a line, a list, or `{"hashes": […]}`), or a proof to be checked.
 * @throws UnreadableAnswers
 */
export function readEvidence(text: string): Evidence {
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  if (trimmed === '') throw new UnreadableAnswers('There is nothing in it.')
  const hashes = hashesIn(trimmed)
  if (hashes) {
    if (hashes.length > MAX_MERKLE_LEAVES)
      throw new UnreadableAnswers(
        `A tree has at most ${MAX_MERKLE_LEAVES} leaves; these are ${hashes.length}.`,
      )
    return { kind: 'hashes', hashes }
  }
  const value = parsed(trimmed)
  if (isObject(value) && typeof value['root'] === 'string' && (isObject(value['proof']) || 'path' in value))
    return { kind: 'proof', text: trimmed }
  return { kind: 'answers', answers: readAnswers(trimmed) }
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
    return undefined // It may still be lines of hashes, or one answer a line.
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
