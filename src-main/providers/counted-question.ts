import { askModel, type ModelQuestion, type ModelReply } from './ask-model.ts'
import { countAllTokens } from './count-tokens.ts'
import type { FailureKind, ProviderFailure } from './provider-failure.ts'
import type { Model } from './provider-model.ts'

/** How a question ended, for the budget of its key. */
export interface EndedQuestion {
  /** Read and written; counted here where the provider did not report them, and 0 where it did no work. */
  readonly tokens: number
  /** Whether there is no answer, for a reason that is the provider's and not the question's. */
  readonly failedByProvider: boolean
}

/** A question that is counted and may be asked now. */
export interface CountedQuestion {
  readonly ended: (end: EndedQuestion) => void
}

/** A counted question, and how to tell why it failed. */
interface Counting {
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
  readonly counted: CountedQuestion
  readonly failureOf: (error: unknown) => ProviderFailure
}

/** A whole answer, and the tokens of its question and of itself. */
export interface CountedReply {
  readonly reply: ModelReply
  readonly tokens: number
}

/** Failures that no other question would have avoided. */
const OF_THE_PROVIDER = new Set<FailureKind>([
  'refused_key',
  'rate_limited',
  'timed_out',
  'unavailable',
  'broken',
])
/** Failures before which a provider does no work, unless it has sent something. */
const BEFORE_WORK = new Set<FailureKind>(['refused_key', 'rate_limited', 'unavailable', 'refused'])

/** What has come of an answer. */
type Heard = Pick<ModelReply, 'text' | 'usage'>

/**
 * Asks a counted question, and reports how it ended, also when it failed or was cut off.
 * @param name of the provider, for its failures
 * @throws whatever `askModel` throws
 */
export async function askCounted(
  model: Model,
  question: ModelQuestion,
  name: string,
  { signal, counted, failureOf }: Counting,
): Promise<CountedReply> {
  let heard: Heard = { text: '', usage: null }
  const listening: ModelQuestion = {
    ...question,
    onText: (piece) => {
      heard = { ...heard, text: heard.text + piece }
      question.onText(piece)
    },
    onUsage: (usage) => {
      heard = { ...heard, usage }
    },
  }
  try {
    const reply = await askModel(model, listening, name)
    const tokens = await tokensOf(question, heard)
    counted.ended({ tokens, failedByProvider: false })
    return { reply, tokens }
  } catch (error) {
    // A question that was cancelled may have been read.
    const kind = signal.aborted ? null : failureOf(error).kind
    counted.ended({
      tokens: isBeforeWork(kind, heard) ? 0 : await tokensOf(question, heard),
      failedByProvider: kind !== null && OF_THE_PROVIDER.has(kind),
    })
    throw error
  }
}

function isBeforeWork(kind: FailureKind | null, { text, usage }: Heard): boolean {
  return kind !== null && BEFORE_WORK.has(kind) && text === '' && usage === null
}

async function tokensOf({ system, messages }: ModelQuestion, { text, usage }: Heard): Promise<number> {
  if (usage) return usage.read + usage.written
  return await countAllTokens([system, ...messages.map((message) => message.text), text])
}
