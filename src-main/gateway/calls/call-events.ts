import { GatewayError, type ErrorObject } from '../../../src-shared/errors.ts'
import { extrasOf } from '../../pipeline/answer-extras.ts'
import type { Answer, CallObserver } from '../../pipeline/call.ts'
import type { JsonSchema } from '../../registry/registry.ts'
import { metaOf } from './envelope-json.ts'
import { CALL_BODY } from '../openapi/operation-document.ts'

/** How finely generated text is sent: one event a grapheme, as specified, or the provider's own pieces. */
export type TokenGranularity = 'character' | 'chunk'

/** The events, for the description of the API. */
export const EVENTS_DESCRIPTION = `Each event has a name and one line of JSON:

| Event | Data |
|---|---|
| start | slug, credits, ts |
| progress | status, slug, percent: 0, 50 or 100, or as reported by the tool |
| token | field, text, index: generated text, as it arrives |
| result | the output of the tool with \`_engine\`, and \`meta\`, \`agent\`, \`trace\` and \`receipt\` as in the answer of POST /v1/{slug} |
| error | code, message and other fields of an error; nothing was charged, unless it says \`credits_used\` |
| done | ok, latency_ms, credits_used, balance |

An error with an HTTP status is sent before the first event. Closing the stream cancels the call. It is
charged if a model had begun to answer or a request had been sent by then, and free otherwise.`

/** The body of a stream: that of a call, and how finely its text is split. */
export const STREAM_BODY: JsonSchema = {
  ...CALL_BODY,
  properties: {
    token_granularity: {
      type: 'string',
      enum: ['character', 'chunk'],
      default: 'character',
      description: "What a token event holds: one character, or a piece as the model's provider sends it",
    },
  },
}

/** Of a call whose tool has begun, before the tool itself reports anything. */
const RUNNING_PERCENT = 50

let segmenter: Intl.Segmenter | undefined

// Made with the first token: the data that it reads takes longer than the rest of this file.
function graphemesIn(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return segmenter.segment(text)
}

/** Sends the progress of one call as events (spec, "Events"). Nothing is sent before the call has started. */
export class CallEvents implements CallObserver {
  readonly #slug: string
  readonly #granularity: TokenGranularity
  readonly #now: () => number
  readonly #send: (text: string) => void
  readonly #half: number
  #nextToken = 0
  #percent = 0

  /** @param tellsHalf whether a call that runs is at 50 percent before its tool reports anything */
  constructor(
    slug: string,
    granularity: TokenGranularity,
    now: () => number,
    send: (text: string) => void,
    tellsHalf = true,
  ) {
    this.#half = tellsHalf ? RUNNING_PERCENT : 0
    this.#slug = slug
    this.#granularity = granularity
    this.#now = now
    this.#send = send
  }

  started(credits: number): void {
    this.#send(this.#beginning(credits))
    this.#percent = this.#half
  }

  progress(percent: number, status: string): void {
    // What a tool reports may be less than the half that every call begins with.
    this.#percent = Math.max(this.#percent, percent)
    this.#send(this.#progressText(this.#percent, status))
  }

  token(field: string, text: string): void {
    if (this.#granularity === 'chunk') this.#token(field, text)
    else for (const { segment } of graphemesIn(text)) this.#token(field, segment)
  }

  finished(answer: Answer): void {
    this.#send(this.#endOf(answer))
  }

  /** The events of a call without its tokens, for a repetition of the call. */
  replayOf(answer: Answer): string {
    return this.#beginning(answer.creditsUsed) + this.#endOf(answer)
  }

  #endOf(answer: Answer): string {
    // The hashed bytes, with the meta block and what was asked for besides as further members.
    const more = JSON.stringify({ meta: metaOf(answer), ...extrasOf(answer) })
    const data = `${answer.dataJson.slice(0, -1)},${more.slice(1)}`
    const done = doneText(answer.ok, answer.latencyMs, answer.creditsUsed, answer.balance)
    return this.#progressText(100, 'completed') + textOf('result', data) + done
  }

  failed(error: ErrorObject, latencyMs: number, balance: number): void {
    this.#send(
      textOf('error', JSON.stringify(error)) + doneText(false, latencyMs, error.credits_used ?? 0, balance),
    )
  }

  #token(field: string, text: string): void {
    this.#send(textOf('token', JSON.stringify({ field, text, index: this.#nextToken++ })))
  }

  #beginning(credits: number): string {
    const start = { slug: this.#slug, credits, ts: new Date(this.#now()).toISOString() }
    const progress = this.#progressText(0, 'started') + this.#progressText(this.#half, 'running')
    return textOf('start', JSON.stringify(start)) + progress
  }

  #progressText(percent: number, status: string): string {
    return textOf('progress', JSON.stringify({ status, slug: this.#slug, percent }))
  }
}

function doneText(ok: boolean, latencyMs: number, creditsUsed: number, balance: number): string {
  return textOf('done', JSON.stringify({ ok, latency_ms: latencyMs, credits_used: creditsUsed, balance }))
}

/** @param data JSON, which contains no line breaks */
function textOf(event: string, data: string): string {
  return `event: ${event}\ndata: ${data}\n\n`
}

/**
 * Takes `token_granularity` out of a call's fields.
 * @param declared the names of the tool's fields; one of that name is the tool's
 * @throws GatewayError validation_error for any other value
 */
export function readGranularity(
  sent: Readonly<Record<string, unknown>>,
  declared: readonly string[] = [],
): {
  granularity: TokenGranularity
  fields: Readonly<Record<string, unknown>>
} {
  if (declared.includes('token_granularity')) return { granularity: 'character', fields: sent }
  const { token_granularity: granularity = 'character', ...fields } = sent
  if (granularity === 'character' || granularity === 'chunk') return { granularity, fields }
  const message = 'token_granularity must be "character" or "chunk"'
  throw new GatewayError('validation_error', message, {
    issues: [{ path: 'token_granularity', message }],
    missing_fields: [],
  })
}
