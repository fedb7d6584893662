import type { OutboundAnswer } from '../../tool-kit/tool-context.ts'
import { problemOfLong, problemOfShort, SHORT_CHARS, wellFormed } from '../message-limits.ts'
import { masked, maskedBytes, maskedInTurns, type Mask } from '../secret-masks.ts'

/** What becomes of an answer. */
export type ApiOutcome =
  | { readonly kind: 'data'; readonly data: Readonly<Record<string, unknown>> }
  /** The server says that it has failed. */
  | { readonly kind: 'failed'; readonly words: string; readonly retryAfterSeconds: number | undefined }
  /** It has answered with something that is not passed on. @param why the end of a sentence */
  | { readonly kind: 'unread'; readonly why: string }

/** Where an answer's reading is done, and what is not to be told. */
export interface AnswerParts {
  readonly parse: (text: string) => Promise<unknown>
  /** What secrets look like. */
  readonly masks: readonly Mask[]
}

const WORDS = 2_000
const TOLD_HEADERS =
  /^(?:content-type|content-range|etag|last-modified|link|location|retry-after|(?:x-)?request-id|(?:x-)?ratelimit-[\w-]+|x-(?:total(?:-count|-pages)?|next-page|page|per-page|cursor|next-cursor))$/
const JSON_TYPE = /^[\w.-]+\/(?:[\w.+-]+\+)?json\b/i
const TEXT_TYPE =
  /^text\/|^[\w.-]+\/(?:[\w.+-]+\+)?(?:xml|yaml|x-yaml|javascript|x-www-form-urlencoded|x-ndjson|sdp)\b/i

/** Reads an answer of an API: JSON as a value, texts as texts, and all else as a block of MCP. */
export async function toApiOutcome(answer: OutboundAnswer, parts: AnswerParts): Promise<ApiOutcome> {
  const { status, body, truncated } = answer
  const headers = toldHeaders(answer.headers, parts.masks)
  if (status >= 400) {
    const text = masked(body.toString('utf8'), parts.masks).trim().slice(0, WORDS).toWellFormed()
    return {
      kind: 'failed',
      words: `status ${status}${text === '' ? '' : `: ${text}`}`,
      retryAfterSeconds: secondsOf(answer.headers['retry-after']),
    }
  }
  if (truncated) return { kind: 'unread', why: 'answered with more than 8 MiB' }
  const said = { status, headers }
  if (body.length === 0) return { kind: 'data', data: { ...said, body: null } }
  const type = answer.headers['content-type'] ?? ''
  if (!JSON_TYPE.test(type) && !TEXT_TYPE.test(type) && type !== '')
    return {
      kind: 'data',
      data: { ...said, content: [toBlock(type, await maskedBytes(body, parts.masks))] },
    }
  const text = await maskedInTurns(body.toString('utf8').toWellFormed(), parts.masks)
  if (TEXT_TYPE.test(type)) return { kind: 'data', data: { ...said, body: text } }
  const why = text.length > SHORT_CHARS ? await problemOfLong(text) : problemOfShort(text)
  if (why !== null) return { kind: 'unread', why }
  try {
    return { kind: 'data', data: { ...said, body: wellFormed(await parts.parse(text), text) } }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    // Its type says JSON, and it is not.
    return { kind: 'data', data: { ...said, body: text } }
  }
}

function toldHeaders(headers: OutboundAnswer['headers'], masks: readonly Mask[]): Record<string, string> {
  const told = Object.entries(headers).filter(([name]) => TOLD_HEADERS.test(name))
  return Object.fromEntries(
    told.map(([name, value]) => [name, masked(value, masks).slice(0, WORDS).toWellFormed()]),
  )
}

function toBlock(type: string, body: Buffer): Readonly<Record<string, unknown>> {
  const [mimeType = ''] = type.split(';')
  const data = body.toString('base64')
  if (mimeType.startsWith('image/')) return { type: 'image', data, mimeType }
  if (mimeType.startsWith('audio/')) return { type: 'audio', data, mimeType }
  return { type: 'resource', resource: { uri: 'answer:body', mimeType: mimeType.trim(), blob: data } }
}

function secondsOf(header: string | undefined): number | undefined {
  if (header === undefined || !/^\d{1,6}$/.test(header)) return undefined
  return Number(header)
}
