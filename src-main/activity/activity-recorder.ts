import { MAX_ACTIVITY_BODY_CHARS, type ActivityMode } from '../../src-shared/activity.ts'
import { GatewayError } from '../../src-shared/errors.ts'
import { INPUT_CUT, OUTPUT_CUT, type ActivityRow } from './activity-row.ts'
import { ActivityStore } from './activity-store.ts'
import { agentName, MAX_NAME_CHARS } from './agent-name.ts'
import { RefusalQuota } from './refusal-quota.ts'
import type { RefusedCall } from './refused-call.ts'
import type { Answer, Call } from '../pipeline/call.ts'
import type { CallListener, EndedCall } from '../pipeline/call-listener.ts'

/** How long a finished call waits to be written, so that calls are written in groups. */
const FLUSH_MS = 100
/** Calls written in one go: few enough that no answer waits long. */
const MAX_WRITTEN = 100
/** The most calls that may wait; any beyond that are counted and not kept. */
const MAX_WAITING = 5_000
/** The most characters of bodies that may wait; beyond that only the facts of a call are kept. */
const MAX_WAITING_CHARS = 16 * 1024 * 1024
const GIST_CHARS = 160

/** The owner's settings for the record. */
interface ActivityRules {
  readonly activity: ActivityMode
  readonly activity_max_calls: number
}

export interface ActivityOptions {
  readonly dataDir: string
  /** Called for every call, so that a change takes effect at once. */
  readonly rules: () => ActivityRules
  /** Whether a key is the owner's. */
  readonly isOwner: (keyId: string) => boolean
  readonly now: () => number
  readonly report: (error: unknown) => void
}

/** A call that waits to be written; its input is turned into text only then. */
type Waiting = Omit<ActivityRow, 'seq' | 'bytes' | 'cut' | 'gist' | 'input'> & {
  readonly input: string | Readonly<Record<string, unknown>> | null
  readonly cut: number
}

/**
 * Keeps calls and their answers for the owner to look at. It never delays an answer and no charge depends on it;
 * when more calls end than it can write, it leaves some out and counts them.
 */
export class ActivityRecorder implements CallListener {
  readonly #options: ActivityOptions
  readonly #refusals: RefusalQuota
  #waiting: Waiting[] = []
  #waitingChars = 0
  #timer: NodeJS.Timeout | undefined
  #nextTurn: NodeJS.Immediate | undefined
  #store: ActivityStore | null = null
  /** The disk refused the last attempt; this is reported once, and every flush tries again. */
  #broken = false
  #closed = false
  #missed = 0

  constructor(options: ActivityOptions) {
    this.#options = options
    this.#refusals = new RefusalQuota(options.now)
  }

  /** Calls left out since the start. */
  get missed(): number {
    return this.#missed
  }

  answered({ call, ms }: EndedCall, answer: Answer): void {
    if (!this.#accepts()) return
    const { engine, cache, creditsUsed, outputHash, dataJson } = answer
    this.#keep(call, ms, { code: null, engine, cache, credits: creditsUsed, hash: outputHash }, dataJson)
  }

  failed({ call, tool, ms }: EndedCall, error: unknown, credits: number): void {
    if (!this.#accepts()) return
    const known = error instanceof GatewayError ? error : null
    const code = known?.code ?? 'internal_error'
    const output = known ? JSON.stringify(known.toErrorObject()) : null
    const engine = credits > 0 ? (tool?.engine ?? 'real') : 'error'
    this.#keep(call, ms, { code, engine, cache: 'MISS', credits, hash: null }, output)
  }

  /** Records a call that was refused before it ran; of a flood only the first in a minute, and the rest as missed. */
  refused(
    error: GatewayError,
    { keyId, caller, requestId, slug, client, agent, session, form, ms }: RefusedCall,
  ): void {
    if (!this.#accepts()) return
    if (!this.#refusals.take(caller)) return void this.#missed++
    const { activity } = this.#options.rules()
    this.#waiting.push({
      at: this.#options.now(),
      request_id: requestId,
      key_id: keyId ?? '',
      slug: slug.slice(0, 100),
      client,
      agent,
      session: session.slice(0, MAX_NAME_CHARS),
      form,
      code: error.code,
      engine: 'error',
      cache: 'MISS',
      credits: 0,
      ms,
      output_hash: null,
      input: null,
      output: activity === 'full' ? JSON.stringify(error.toErrorObject()) : null,
      cut: 0,
    })
    this.#schedule()
  }

  /** The record, with everything that ended so far. @throws GatewayError storage_full when the disk refuses it */
  read(): ActivityStore {
    return this.tryRead() ?? this.#openOrThrow()
  }

  /** The same; null when the disk refuses it. */
  tryRead(): ActivityStore | null {
    this.flush()
    return this.#open()
  }

  /** Forgets every call. @throws GatewayError storage_full when the disk refuses it */
  clear(): void {
    this.#drop()
    this.#openOrThrow().clear()
  }

  /** Writes the waiting calls. */
  flush(): void {
    clearTimeout(this.#timer)
    clearImmediate(this.#nextTurn)
    this.#timer = undefined
    this.#nextTurn = undefined
    this.#write(this.#drop())
  }

  /** Writes the oldest waiting calls; other work gets its turn before the rest. */
  #flushSome(): void {
    this.#nextTurn = undefined
    if (this.#waiting.length <= MAX_WRITTEN) return this.flush()
    const some = this.#waiting.splice(0, MAX_WRITTEN)
    this.#waitingChars -= some.reduce((sum, waiting) => sum + charsOf(waiting), 0)
    this.#write(some)
    this.#scheduleFlush()
  }

  #scheduleFlush(): void {
    this.#nextTurn ??= setImmediate(() => this.#flushSome()).unref()
  }

  #write(waiting: readonly Waiting[]): void {
    if (waiting.length === 0) return
    const store = this.#open()
    try {
      store?.add(waiting.map(toRow), this.#options.rules().activity_max_calls)
      if (store) this.#broken = false
      else this.#missed += waiting.length
    } catch (error) {
      this.#missed += waiting.length
      this.#refused(error)
    }
  }

  /** Writes the waiting calls and closes the file. */
  close(): void {
    this.flush()
    this.#closed = true
    this.#store?.close()
    this.#store = null
  }

  #accepts(): boolean {
    if (this.#closed || this.#options.rules().activity === 'off') return false
    if (this.#waiting.length < MAX_WAITING) return true
    this.#missed += 1
    return false
  }

  #keep(
    call: Call,
    ms: number,
    outcome: Pick<Waiting, 'code' | 'engine' | 'cache' | 'credits'> & { readonly hash: string | null },
    outputText: string | null,
  ): void {
    const { hash, ...rest } = outcome
    const { input, output, cut } = this.#bodiesOf(call, outputText)
    this.#waiting.push({
      at: this.#options.now(),
      request_id: call.requestId,
      key_id: call.account.id,
      slug: call.slug.slice(0, 100),
      client: call.origin?.client ?? 'api',
      agent: call.origin?.agent ?? '',
      session: call.origin?.session || (call.sessionId ?? ''),
      form: call.origin?.form ?? 'call',
      ms,
      output_hash: hash,
      input,
      output,
      cut,
      ...rest,
    })
    this.#schedule()
  }

  #schedule(): void {
    if (this.#waiting.length >= MAX_WRITTEN) this.#scheduleFlush()
    else this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref()
  }

  #bodiesOf(call: Call, outputText: string | null): Pick<Waiting, 'input' | 'output' | 'cut'> {
    if (this.#options.rules().activity !== 'full' || this.#waitingChars > MAX_WAITING_CHARS)
      return { input: null, output: null, cut: 0 }
    const sent = call.bodyText ?? call.fields
    const input = typeof sent === 'string' ? cutText(sent) : sent
    const output = outputText === null ? null : cutText(outputText)
    this.#waitingChars += charsOf({ input, output })
    const cut = (input === sent ? 0 : INPUT_CUT) | (output === outputText ? 0 : OUTPUT_CUT)
    return { input, output, cut }
  }

  #drop(): Waiting[] {
    const waiting = this.#waiting
    this.#waiting = []
    this.#waitingChars = 0
    return waiting
  }

  // Opened at its first use, so that a start does not wait for it.
  #open(): ActivityStore | null {
    if (this.#closed) return null
    try {
      this.#store ??= new ActivityStore(this.#options)
    } catch (error) {
      this.#refused(error)
    }
    return this.#store
  }

  #openOrThrow(): ActivityStore {
    const store = this.#open()
    if (store) return store
    throw new GatewayError(
      'storage_full',
      'The record of calls cannot be read: the disk refuses to write. Free some space.',
    )
  }

  #refused(error: unknown): void {
    if (!this.#broken) this.#options.report(error)
    this.#broken = true
  }
}

function charsOf({ input, output }: Pick<Waiting, 'input' | 'output'>): number {
  return (typeof input === 'string' ? input.length : 0) + (output?.length ?? 0)
}

// Field by field: copying with a spread would take longer than writing the row.
function toRow(waiting: Waiting): Omit<ActivityRow, 'seq'> {
  const { input, output } = waiting
  const whole = input === null || typeof input === 'string' ? input : JSON.stringify(input)
  const text = whole === null ? null : cutText(whole)
  return {
    at: waiting.at,
    request_id: waiting.request_id,
    key_id: waiting.key_id,
    slug: waiting.slug,
    client: waiting.client,
    form: waiting.form,
    code: waiting.code,
    engine: waiting.engine,
    cache: waiting.cache,
    credits: waiting.credits,
    ms: Math.round(waiting.ms * 100) / 100,
    output_hash: waiting.output_hash,
    bytes: (text?.length ?? 0) + (output?.length ?? 0),
    cut: text === whole ? waiting.cut : waiting.cut | INPUT_CUT,
    gist: text === null ? '' : text.slice(0, GIST_CHARS).toWellFormed(),
    agent: agentName(waiting.agent),
    session: waiting.session,
    input: text,
    output,
  }
}

// A copy and not a slice: a slice would keep the whole text alive while it waits.
function cutText(text: string): string {
  if (text.length <= MAX_ACTIVITY_BODY_CHARS) return text
  return Buffer.from(text.slice(0, MAX_ACTIVITY_BODY_CHARS)).toString()
}
