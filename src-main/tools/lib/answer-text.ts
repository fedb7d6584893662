import { jsonProblemOf } from './sound-json.ts'
import type { OutboundAnswer } from '../../tool-kit/tool-context.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

/**
 * The body of a response as text, in the encoding of its byte order mark, else the one that its headers name; UTF-8 by
 * default (Encoding, 6: decode).
 */
export function textOfAnswer(answer: OutboundAnswer): string {
  return decoded(answer, markOf(answer.body) ?? charsetOf(answer.headers['content-type'] ?? '') ?? 'utf-8')
}

// With `stream`, a character cut in two by the limit is dropped instead of shown as U+FFFD.
function decoded({ body, truncated }: OutboundAnswer, charset: string): string {
  return decoderFor(charset).decode(body, { stream: truncated })
}

function markOf(body: Buffer): string | null {
  const mark = body.toString('latin1', 0, 3)
  if (mark === '\u00ef\u00bb\u00bf') return 'utf-8'
  if (mark.startsWith('\u00fe\u00ff')) return 'utf-16be'
  return mark.startsWith('\u00ff\u00fe') ? 'utf-16le' : null
}

function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch {
    // A label that is not in WHATWG's list; UTF-8 is the most common encoding.
    return new TextDecoder()
  }
}

/**
 * The body as `json`, if it is a JSON value. Values that cannot be serialized again (1e999, half of
 * a surrogate pair) are only in the body.
 */
export function jsonOfBody(body: string, truncated: boolean): { json?: unknown } {
  if (truncated || body === '') return {}
  try {
    const json: unknown = parseJson(body)
    return jsonProblemOf(json) === null ? { json } : {}
  } catch {
    // Not JSON, so there is no `json`.
    return {}
  }
}

/**
 * A page as text: in the encoding of its byte order mark or its headers, else the one that its first 1,024 bytes name,
 * else UTF-8, or windows-1252 where it is not UTF-8 (HTML, 13.2.3.2).
 */
export function textOfPage(answer: OutboundAnswer): string {
  const { body, headers, truncated } = answer
  if (markOf(body) !== null || charsetOf(headers['content-type'] ?? '') !== null)
    return textOfAnswer(answer)
  const start = body.subarray(0, 1_024).toString('latin1')
  const named = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(start)?.[1]
  const fromXml = /^<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/i.exec(start)?.[1]
  const charset = named ?? fromXml
  // Bytes in which a name can be read are not UTF-16, whatever they say.
  if (charset !== undefined) return decoded(answer, /^utf-?16/i.test(charset) ? 'utf-8' : charset)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body, { stream: truncated })
  } catch {
    return decoded(answer, 'windows-1252')
  }
}

function charsetOf(type: string): string | null {
  return /charset="?([\w-]+)/i.exec(type)?.[1] ?? null
}
