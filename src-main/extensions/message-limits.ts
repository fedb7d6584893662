import { isDeeperThan } from '../../src-shared/json-depth.ts'
import { SOURCE_LIMITS } from './source.ts'

const DEPTH = 512
/** A longer message is read in several turns of the event loop. */
export const SHORT_CHARS = 64 * 1024

/**
 * Why a message is not read, as the end of a sentence; null for one that is. A text of a few MiB may have more values
 * than others should wait for.
 */
export function problemOf(text: string): string | null {
  if (text.length <= SHORT_CHARS)
    return isDeeperThan(text, DEPTH) ? `answered with more than ${DEPTH} levels` : null
  let values = 0
  for (const mark of [',', '[', '{'])
    for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1))
      if (++values > SOURCE_LIMITS.answerValues) break
  if (values > SOURCE_LIMITS.answerValues && marksOutside(text) > SOURCE_LIMITS.answerValues)
    return `answered with more than ${SOURCE_LIMITS.answerValues.toLocaleString('en')} values`
  return isDeeperThan(text, DEPTH) ? `answered with more than ${DEPTH} levels` : null
}

// Commas in texts count for nothing.
function marksOutside(text: string): number {
  let marks = 0
  let inText = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inText && code === 0x5c) at++
    else if (code === 0x22) inText = !inText
    else if (!inText && (code === 0x2c || code === 0x5b || code === 0x7b)) marks++
  }
  return marks
}

/** A value without halves of characters, which JSON can write and nobody can hash. @param text its JSON */
export function wellFormed(value: unknown, text: string): unknown {
  return /\\u[dD][89a-fA-F]/.test(text) ? mended(value) : value
}

function mended(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(mended)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name.toWellFormed(), mended(part)]),
  )
}
