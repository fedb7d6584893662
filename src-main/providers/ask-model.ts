import type { ModelMessage } from '../tool-kit/tool-context.ts'
import { brokenOff, ProviderFailure } from './provider-failure.ts'
import type { Model } from './provider-model.ts'
import type { QuestionEnd } from './question-end.ts'

/** Enough for the longest answer of any tool and for thinking before it; a model that never stops is stopped here. */
export const MAX_OUTPUT_TOKENS = 16_384

export interface ModelQuestion {
  readonly system: string
  readonly messages: readonly ModelMessage[]
  /** Whether the provider must answer with JSON. */
  readonly jsonMode: boolean
  /** Ends the question, and is told of the model's first token. */
  readonly end: QuestionEnd
  /** Called with the first token of any kind, also of what a model only thinks. */
  readonly onAnswer: () => void
  /** Called with each piece of text as it arrives. */
  readonly onText: (piece: string) => void
  /** Called with the tokens that the provider reports, also for an answer that is not whole. */
  readonly onUsage?: (usage: NonNullable<ModelReply['usage']>) => void
}

export interface ModelReply {
  readonly text: string
  /** The model that answered, when the provider says so. */
  readonly model: string | null
  /** Null when the provider does not say. */
  readonly usage: { readonly read: number; readonly written: number } | null
  /** Why it stopped, in terms common to all providers, such as `stop`. */
  readonly finishReason: string
}

type Part = Awaited<ReturnType<Model['doStream']>>['stream'] extends ReadableStream<infer P> ? P : never
type Finish = Extract<Part, { type: 'finish' }>

/**
 * Asks a model and reads its answer to the end.
 * @param name of the provider, for its failures
 * @throws ProviderFailure for an incomplete answer, and whatever the network or the protocol throws
 */
export async function askModel(model: Model, question: ModelQuestion, name: string): Promise<ModelReply> {
  const { stream } = await model.doStream({
    prompt: toPrompt(question),
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    ...(question.jsonMode ? { responseFormat: { type: 'json' } } : {}),
    abortSignal: question.end.signal,
  })
  let text = ''
  let modelId: string | null = null
  let finish: Finish | null = null
  let answered = false
  for await (const part of stream) {
    if (!answered && isAnswer(part)) {
      answered = true
      question.onAnswer()
      question.end.answered()
    }
    if (part.type === 'text-delta') {
      text += part.delta
      question.onText(part.delta)
    } else if (part.type === 'response-metadata') modelId = part.modelId ?? modelId
    else if (part.type === 'finish') finish = part
    else if (part.type === 'error') throw toError(part.error, name)
  }
  const usage = finish && usageOf(finish)
  if (usage) question.onUsage?.(usage)
  assertWhole(finish, text, name)
  const finishReason = finish.finishReason.unified
  return { text: text.toWellFormed(), model: modelId, usage, finishReason }
}

// Some models think unheard; then only the count at the end tells of it.
function isAnswer(part: Part): boolean {
  if (part.type === 'text-delta' || part.type === 'reasoning-delta') return part.delta !== ''
  return part.type === 'finish' && (part.usage.outputTokens.total ?? 0) > 0
}

function toPrompt({ system, messages }: ModelQuestion): Parameters<Model['doStream']>[0]['prompt'] {
  return [
    { role: 'system', content: system },
    ...messages.map(({ role, text }) => ({ role, content: [{ type: 'text' as const, text }] })),
  ]
}

function assertWhole(finish: Finish | null, text: string, name: string): asserts finish is Finish {
  const { unified, raw } = finish?.finishReason ?? { unified: 'interrupted', raw: undefined }
  if (unified === 'length')
    throw new ProviderFailure(
      'refused',
      `The model of ${name} reached its limit of ${MAX_OUTPUT_TOKENS} tokens before it finished. Send a shorter text.`,
    )
  if (unified === 'content-filter')
    throw new ProviderFailure('declined', `${name} declined to answer this.`)
  // An unknown reason is still a reason; no reason at all means that the stream broke off.
  if (unified !== 'stop' && !(unified === 'other' && raw !== undefined)) throw brokenOff(name)
  if (text.trim() === '') throw new ProviderFailure('broken', `${name} returned an empty answer.`)
}

function usageOf({ usage }: Finish): ModelReply['usage'] {
  const { total: read } = usage.inputTokens
  const { total: written } = usage.outputTokens
  return isCount(read) && isCount(written) ? { read, written } : null
}

function isCount(value: number | undefined): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function toError(error: unknown, name: string): Error {
  // The AI SDK's error for a stream of OpenAI's protocol that closed early but cleanly.
  if (error instanceof Error && /without a finish reason/.test(error.message)) return brokenOff(name, error)
  if (error instanceof Error) return error
  const said =
    typeof error === 'object' && error !== null && 'message' in error
      ? String(error.message)
      : String(error)
  return new Error(said)
}
