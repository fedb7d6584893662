import type { ModelReply } from './ask-model.ts'
import type { FailureKind } from './provider-failure.ts'
import type { ProviderKind } from './provider-kinds.ts'

/** How a question to a model ended: answered, failed, or cancelled because nobody was waiting any more. */
export type AskedOutcome = Omit<ModelReply, 'text'> | FailureKind | 'cancelled'

/** One question to a model, as a trace shows it: the provider, duration and token counts, never the text. */
export interface AskedModel {
  readonly provider: ProviderKind
  /** As requested; the answering model may give another name. */
  readonly model: string
  readonly json: boolean
  /** Milliseconds since 1970, by the machine's own clock. */
  readonly startedAt: number
  readonly durationMs: number
  readonly outcome: AskedOutcome
}

/**
 * Times a question.
 * @param tell is called with how it ended
 * @returns a function to call when it has ended
 */
export function timeQuestion(
  about: Pick<AskedModel, 'provider' | 'model' | 'json'>,
  tell: (asked: AskedModel) => void,
): (outcome: AskedOutcome) => void {
  const since = performance.now()
  return (outcome) =>
    tell({
      ...about,
      startedAt: performance.timeOrigin + since,
      durationMs: performance.now() - since,
      outcome,
    })
}
