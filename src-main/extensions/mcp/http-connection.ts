import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { setTimeout as pause } from 'node:timers/promises'
import { wasNeverSent, type ChannelAnswer, type OriginChannel } from '../../outbound/origin-channel.ts'
import { codeOf } from '../../outbound/send-failure.ts'
import { SOURCE_LIMITS } from '../source.ts'
import { failureOf } from './http-failure.ts'
import type { Delivery, Transport, TransportEvents } from '../processes/transport.ts'
import { SignInFailed } from './sign-in/sign-in-failed.ts'

const NO_RESPONSE = 202
/** How often a stream that ended before its answer is taken up again. */
const RESUMES = 3
const RESUME_MS = 1_000
/** The stream that tells of changes is opened again after so long, in milliseconds. */
const LISTEN_AGAIN_MS = 5_000
const LISTEN_LONGEST_MS = 60_000
const GOODBYE_MS = 1_000

/** A request that was refused for its token. */
export interface Refusal {
  readonly status: number
  /** What the answer says about signing in. */
  readonly header: string | undefined
  /** The token that it was sent with; null for none. */
  readonly sent: string | null
}

/** The sign-in that requests are sent with. */
export interface ConnectionAuth {
  /** @returns null without a sign-in @throws SignInFailed */
  readonly token: () => Promise<string | null>
  /** @returns whether to send it again; if not, why, as the end of a sentence */
  readonly refused: (
    refusal: Refusal,
  ) => Promise<{ readonly again: true } | { readonly again: false; readonly why: string }>
}

/** What requests are sent with. */
export interface SentWith {
  /** Headers of the owner's, which are sent with every message. */
  readonly headers: ReadonlyMap<string, string>
  /** Null where a header of the owner's says who asks. */
  readonly auth: ConnectionAuth | null
}

/** How a stream of events has ended. */
interface StreamEnd {
  /** Whether an answer came, so that nobody waits any more. */
  readonly hasAnswered: boolean
  /** The id of its last event, from which it can be taken up again. */
  readonly lastId: string | null
  readonly retryMs: number
}

/** A server of MCP over Streamable HTTP: each message is a request, and each answer a document or a stream. */
export class HttpConnection implements Transport {
  readonly pid = null
  readonly stderr = ''
  readonly #channel: OriginChannel
  readonly #with: SentWith
  readonly #events: TransportEvents
  readonly #ending = new AbortController()
  #session: string | null = null
  #revision: string | null = null
  #isOver = false
  /** Its session is forgotten: nothing further is sent, and what was sent is answered. */
  #isForgotten = false
  #underWay = 0

  constructor(channel: OriginChannel, sentWith: SentWith, events: TransportEvents) {
    this.#channel = channel
    this.#with = sentWith
    this.#events = events
  }

  get isOver(): boolean {
    return this.#isOver || this.#isForgotten
  }

  memory(): Promise<number> {
    return Promise.resolve(0)
  }

  write(message: string, delivery: Delivery): () => void {
    const leaving = new AbortController()
    if (this.isOver) delivery.refused()
    else void this.#post(message, delivery, AbortSignal.any([leaving.signal, this.#ending.signal]))
    return () => leaving.abort()
  }

  greeted(revision: string): void {
    this.#revision = revision
    void this.#listen()
  }

  async close(why: string): Promise<void> {
    if (this.#isOver) return
    if (this.#session !== null) {
      const signal = AbortSignal.timeout(GOODBYE_MS)
      await this.#token()
        .then((token) => this.#send('DELETE', null, signal, token))
        .then((answer) => answer.drop())
        // A server that does not hear of it forgets the session by itself.
        .catch(() => undefined)
    }
    this.#over(why)
  }

  async #post(message: string, delivery: Delivery, signal: AbortSignal): Promise<void> {
    this.#underWay++
    await this.#exchange(message, delivery, signal)
    this.#underWay--
    if (this.#isForgotten && this.#underWay === 0) this.#over('has forgotten the session')
  }

  async #exchange(message: string, delivery: Delivery, signal: AbortSignal): Promise<void> {
    try {
      const answer = await this.#signedIn('POST', message, signal)
      if ('why' in answer) return delivery.failed(answer.why, { wasSent: false })
      this.#session ??= answer.headers['mcp-session-id'] ?? null
      if (answer.status === NO_RESPONSE) return await answer.drop()
      const failure = failureOf(answer, this.#session !== null)
      if (failure !== null) {
        await answer.drop()
        // It was refused for its session alone, so it is sent again in a new one; others may still be answered.
        if (failure.isForgotten) this.#isForgotten = true
        delivery.failed(failure.why, failure)
        return
      }
      if (isStream(answer)) await this.#readStreams(answer, signal)
      else await this.#readDocument(answer)
      delivery.failed('ended its answer', { wasSent: true })
    } catch (error) {
      // Whoever has stopped waiting is told elsewhere.
      if (signal.aborted) return
      const code = codeOf(error) || 'closed'
      if (error instanceof TooLong) delivery.failed(error.message, { wasSent: true })
      else if (wasNeverSent(code)) delivery.failed(`could not be reached (${code})`, { wasSent: false })
      else delivery.failed(`lost the line (${code})`, { wasSent: true })
    }
  }

  // A server that refuses a token has not looked at what it came with.
  async #signedIn(
    method: 'GET' | 'POST',
    body: string | null,
    signal: AbortSignal,
  ): Promise<ChannelAnswer | { readonly why: string }> {
    const { auth } = this.#with
    for (let attempt = 1; ; attempt++) {
      const sent = await this.#token().catch((error: unknown) => {
        if (error instanceof SignInFailed) return error
        throw error
      })
      if (sent instanceof SignInFailed) return { why: `could not renew its sign-in: ${sent.message}` }
      const answer = await this.#send(method, body, signal, sent)
      if (!auth || (answer.status !== 401 && answer.status !== 403)) return answer
      await answer.drop()
      const { status } = answer
      const verdict = await auth.refused({ status, header: answer.headers['www-authenticate'], sent })
      if (!verdict.again) return { why: verdict.why }
      if (attempt > 1) return { why: `refuses a token that it has just given (HTTP ${status})` }
    }
  }

  async #token(): Promise<string | null> {
    return (await this.#with.auth?.token()) ?? null
  }

  async #send(
    method: 'GET' | 'POST' | 'DELETE',
    body: string | null,
    signal: AbortSignal,
    token: string | null,
    lastId: string | null = null,
  ): Promise<ChannelAnswer> {
    const headers = new Map(this.#with.headers)
    if (token !== null) headers.set('authorization', `Bearer ${token}`)
    headers.set('accept', method === 'GET' ? 'text/event-stream' : 'application/json, text/event-stream')
    headers.set('accept-encoding', 'identity')
    if (body !== null) headers.set('content-type', 'application/json')
    if (this.#session !== null) headers.set('mcp-session-id', this.#session)
    if (this.#revision !== null) headers.set('mcp-protocol-version', this.#revision)
    if (lastId !== null) headers.set('last-event-id', lastId)
    return await this.#channel.request({ method, headers, body, signal })
  }

  async #readDocument({ body }: ChannelAnswer): Promise<void> {
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of body) {
      bytes += chunk.length
      if (bytes > SOURCE_LIMITS.answerBytes) throw new TooLong()
      chunks.push(chunk)
    }
    this.#events.line(Buffer.concat(chunks))
  }

  // A stream may end before its answer; what it has given an id to can be asked for again.
  async #readStreams(first: ChannelAnswer, signal: AbortSignal): Promise<void> {
    let end = await this.#readStream(first)
    for (let count = 0; count < RESUMES && !end.hasAnswered && end.lastId !== null; count++) {
      await pause(end.retryMs, undefined, { signal })
      const answer = await this.#send('GET', null, signal, await this.#token(), end.lastId)
      if (failureOf(answer, false) !== null || !isStream(answer)) return await answer.drop()
      end = await this.#readStream(answer)
    }
  }

  async #readStream({ body }: ChannelAnswer): Promise<StreamEnd> {
    let hasAnswered = false
    let lastId: string | null = null
    let retryMs = RESUME_MS
    // Of the event that is being read.
    let bytes = 0
    const parser = createParser({
      onEvent: ({ id, event, data }: EventSourceMessage) => {
        bytes = 0
        if (id !== undefined && id !== '') lastId = id
        if (data === '' || (event !== undefined && event !== 'message')) return
        hasAnswered ||= /^\s*\{(?=[\s\S]*"(?:result|error)"\s*:)/.test(data)
        this.#events.line(Buffer.from(data))
      },
      onRetry: (ms) => (retryMs = Math.min(ms, LISTEN_AGAIN_MS)),
    })
    const decoder = new TextDecoder()
    try {
      for await (const chunk of body) {
        bytes += chunk.length
        if (bytes > SOURCE_LIMITS.answerBytes) throw new TooLong()
        parser.feed(decoder.decode(chunk, { stream: true }))
      }
    } catch (error) {
      // A line that broke can be taken up again like one that ended.
      if (error instanceof TooLong || this.#ending.signal.aborted || (lastId === null && !hasAnswered))
        throw error
    }
    return { hasAnswered, lastId, retryMs }
  }

  // Many servers have nothing to tell by themselves, and answer 405.
  async #listen(): Promise<void> {
    const { signal } = this.#ending
    let lastId: string | null = null
    for (let waitMs = LISTEN_AGAIN_MS; !this.#isOver; waitMs = Math.min(waitMs * 2, LISTEN_LONGEST_MS)) {
      try {
        const answer = await this.#send('GET', null, signal, await this.#token(), lastId)
        if (!isStream(answer)) return await answer.drop()
        waitMs = LISTEN_AGAIN_MS
        ;({ lastId } = await this.#readStream(answer))
      } catch {
        // The line broke; calls find out for themselves whether the server is there.
      }
      await pause(waitMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  #over(why: string): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#ending.abort()
    void this.#channel.close()
    this.#events.ended(why)
  }
}

class TooLong extends Error {
  constructor() {
    super(
      `answered with more than ${SOURCE_LIMITS.answerBytes / 1024 / 1024} MiB, which is more than is read`,
    )
  }
}

function isStream({ status, headers }: ChannelAnswer): boolean {
  return status === 200 && (headers['content-type'] ?? '').toLowerCase().startsWith('text/event-stream')
}
