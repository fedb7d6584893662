import { GatewayError } from '../../src-shared/errors.ts'
import type { FairShare, ShareOptions } from '../shares/fair-share.ts'
import type { Sharer } from '../shares/place.ts'
import {
  CallFailed,
  NeedsKey,
  type LanguageModel,
  type ModelAnswer,
  type ModelRequest,
} from '../tool-kit/tool-context.ts'
import type { ModelQuestion } from './ask-model.ts'
import { timeQuestion, type AskedModel } from './asked-model.ts'
import { countAllTokens, countTokens } from './count-tokens.ts'
import { askCounted, type CountedQuestion, type CountedReply } from './counted-question.ts'
import type { ProviderAccess } from './provider-access.ts'
import { ProviderFailure } from './provider-failure.ts'
import { QuestionEnd } from './question-end.ts'
import { factsOf, REAL_PROVIDERS } from './provider-kinds.ts'
import type { Provider } from './provider.ts'
import { ThoughtFilter, withoutThoughts } from './thoughts.ts'

/** Questions to providers that run at once. */
export const MODELS: ShareOptions = {
  name: 'models',
  what: 'a question to a model to end',
  limit: 64,
  perKey: 24,
  reserve: 8,
  waiting: 256,
  waitingPerKey: 64,
  waitMs: 30_000,
}
/** Marks and instructions surround a part, and local servers read somewhat more than a part. */
const PART_TOLERANCE = 1.2

/** The call on whose behalf models are asked. */
export interface ModelCall {
  readonly who: Sharer
  readonly signal: AbortSignal
  readonly token: (field: string, piece: string) => void
  /**
   * The providers that it may ask, first choice first; none where none is set up.
   * @throws GatewayError scope_denied when there are some, but none for its key
   */
  readonly providers: () => readonly Provider[]
  /**
   * Counts a question before it is asked.
   * @throws GatewayError rate_limited, storage_full
   */
  readonly count: () => Promise<CountedQuestion>
  /** Awaited before a question leaves. It does not leave when this throws, and the call fails with what it throws. */
  readonly leaving: () => Promise<void>
  /** Called when a model has begun to answer. */
  readonly answered: () => void
  /** Called when another provider than the first answers. */
  readonly fellBack: () => void
  /** Called with how each question to a model ended, when traces are exported. */
  readonly asked?: (question: AskedModel) => void
}

/** Asks the owner's providers on behalf of tool calls. */
export class LanguageModels {
  readonly #access: ProviderAccess
  readonly #share: FairShare

  constructor(access: ProviderAccess, share: FairShare) {
    this.#access = access
    this.#share = share
  }

  /** The models for the tool of one call. */
  forCall(call: ModelCall): LanguageModel {
    return new CallModels(this.#access, this.#share, call)
  }
}

class CallModels implements LanguageModel {
  readonly #access: ProviderAccess
  readonly #share: FairShare
  readonly #call: ModelCall
  /** How many of the first providers this call has given up on, so that later parts do not wait for them again. */
  #passedOver = 0

  constructor(access: ProviderAccess, share: FairShare, call: ModelCall) {
    this.#access = access
    this.#share = share
    this.#call = call
  }

  readonly countTokens = countTokens

  partTokens(): number {
    return factsOf(this.#usable()[0]!.kind).partTokens
  }

  async generate(request: ModelRequest): Promise<ModelAnswer> {
    const failures: ProviderFailure[] = []
    for (const provider of this.#usable()) {
      const said = new StreamedText(request.field, this.#call)
      try {
        const { who, signal } = this.#call
        const answer = await this.#share.run(who, signal, () => this.#ask(provider, request, said))
        if (this.#passedOver > 0) this.#call.fellBack()
        return answer
      } catch (error) {
        this.#call.signal.throwIfAborted()
        if (error instanceof GatewayError) throw error
        failures.push(this.#access.failureOf(error, provider))
        // Text that was streamed cannot be taken back, and after one model declines, others are not tried.
        if (said.anything || failures.at(-1)?.kind === 'declined') break
        this.#passedOver++
      }
    }
    this.#passedOver = 0
    throw toCallFailed(failures)
  }

  #usable(): readonly Provider[] {
    const usable = this.#call.providers()
    if (usable.length === 0)
      throw new NeedsKey(
        'No language-model provider is set up. Add one in the settings or with `toolgate providers add`, then ' +
          'call again; this call was free.',
        REAL_PROVIDERS,
      )
    return usable.slice(Math.min(this.#passedOver, usable.length - 1))
  }

  async #ask(provider: Provider, request: ModelRequest, said: StreamedText): Promise<ModelAnswer> {
    const { kind, name } = provider
    const { signal } = this.#call
    if (this.#passedOver > 0) await assertFits(request, provider)
    const access = await this.#access.of(provider)
    const model = await this.#access.modelNameOf(provider, access, signal)
    const at = await this.#access.modelAt(provider, access, model)
    const counted = await this.#counted()
    const end = new QuestionEnd(signal)
    const question: ModelQuestion = {
      system: request.system,
      messages: request.messages,
      jsonMode: request.json === true && factsOf(kind).jsonMode,
      end,
      onAnswer: this.#call.answered,
      onText: said.onText,
    }
    const counting = {
      signal,
      counted,
      failureOf: (error: unknown) => this.#access.failureOf(error, provider),
    }
    const ask = () => askCounted(at, question, name, counting).finally(() => end.close())
    const { reply, tokens } = await this.#traced(provider, model, ask, request.json)
    said.end()
    return {
      text: withoutThoughts(reply.text),
      model: reply.model ?? model,
      provider: kind,
      tokens,
      tokensEstimated: reply.usage === null,
    }
  }

  /** Counts a question and marks its call, in one commit, before the question leaves. */
  async #counted(): Promise<CountedQuestion> {
    const { signal, count, leaving } = this.#call
    const [counted, left] = await Promise.allSettled([count(), leaving()])
    if (counted.status === 'rejected') throw counted.reason
    if (left.status === 'fulfilled' && !signal.aborted) return counted.value
    counted.value.ended({ tokens: 0, failedByProvider: false })
    throw left.status === 'rejected' ? left.reason : signal.reason
  }

  async #traced(
    provider: Provider,
    model: string,
    ask: () => Promise<CountedReply>,
    json = false,
  ): Promise<CountedReply> {
    const { asked, signal } = this.#call
    if (!asked) return await ask()
    const ended = timeQuestion({ provider: provider.kind, model, json }, asked)
    try {
      const answered = await ask()
      const { text: _never, ...told } = answered.reply
      ended(told)
      return answered
    } catch (error) {
      ended(signal.aborted ? 'cancelled' : this.#access.failureOf(error, provider).kind)
      throw error
    }
  }
}

/** The text that one attempt has streamed to the caller. */
class StreamedText {
  readonly #field: string | undefined
  readonly #call: ModelCall
  readonly #thoughts = new ThoughtFilter()
  anything = false

  constructor(field: string | undefined, call: ModelCall) {
    this.#field = field
    this.#call = call
  }

  onText = (piece: string): void => this.#show(this.#thoughts.push(piece))

  /** Shows what was held back because it might have been the beginning of a thought. */
  end(): void {
    this.#show(this.#thoughts.rest())
  }

  #show(text: string): void {
    if (text === '' || this.#field === undefined || this.#call.signal.aborted) return
    this.anything = true
    this.#call.token(this.#field, text)
  }
}

// The text was cut for another provider; one with a smaller window would silently drop the rest.
async function assertFits(request: ModelRequest, { kind, name }: Provider): Promise<void> {
  const { partTokens } = factsOf(kind)
  const texts = request.messages.map(({ text }) => text)
  if (Buffer.byteLength(texts.join('')) <= partTokens) return
  const tokens = await countAllTokens(texts)
  if (tokens > partTokens * PART_TOLERANCE)
    throw new ProviderFailure(
      'refused',
      `The context window of ${name} is too small for a text of ${tokens} tokens.`,
    )
}

function toCallFailed(failures: readonly ProviderFailure[]): CallFailed {
  const sentences = failures.map(({ message }) => message).join(' ')
  const waits = failures.flatMap(({ retryAfterSeconds }) => retryAfterSeconds ?? [])
  return new CallFailed(failures.length > 1 ? `No provider answered. ${sentences}` : sentences, {
    timedOut: failures.at(-1)?.kind === 'timed_out',
    retryAfterSeconds: waits.length > 0 ? Math.min(...waits) : undefined,
    cause: failures.at(-1),
  })
}
