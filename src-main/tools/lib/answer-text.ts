import { jsonProblemOf } from './sound-json.ts'
import type { OutboundAnswer } from '../../tool-kit/tool-context.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

/** The body of a response as text, in the encoding that its headers name; UTF-8 by default. */
export function textOfAnswer({ headers, body, truncated }: OutboundAnswer): string {
  const charset = charsetOf(headers['content-type'] ?? '') ?? 'utf-8'
  // With `stream`, a character cut in two by the limit is dropped instead of shown as U+FFFD.
  return decoderFor(charset).decode(body, { stream: truncated })
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
 * A page as text: in the encoding of its headers, else the one that its first 1,024 bytes name
 * (HTML, 13.2.3.2).
 */
export function textOfPage(answer: OutboundAnswer): string {
  if (charsetOf(answer.headers['content-type'] ?? '') !== null) return textOfAnswer(answer)
  const { body } = answer
  const start = body.subarray(0, 1_024).toString('latin1')
  const named = /<meta[^>]+charset=["']?\s*([\w-]+)/i.exec(start)?.[1]
  const fromXml = /^<\?xml[^>]+encoding=["']([\w-]+)/i.exec(start)?.[1]
  return decoderFor(named ?? fromXml ?? 'utf-8').decode(body, { stream: answer.truncated })
}

function charsetOf(type: string): string | null {
  return /charset="?([\w-]+)/i.exec(type)?.[1] ?? null
}
