import type { ModelReply } from './ask-model.ts'
import type { FailureKind } from './provider-failure.ts'
import type { ProviderKind } from './provider-kinds.ts'

/** How a question to a model ended: answered, failed, or given up because nobody waited any more. */
export type AskedOutcome = Omit<ModelReply, 'text'> | FailureKind | 'cancelled'

/** One question to a model, as a trace tells it: who was asked, how long it took and how much it was, never what. */
export interface AskedModel {
  readonly provider: ProviderKind
  /** As it was asked for; the one that answered may name itself otherwise. */
  readonly model: string
  readonly json: boolean
  /** Milliseconds since 1970, by the machine's own clock. */
  readonly startedAt: number
  readonly durationMs: number
  readonly outcome: AskedOutcome
}

/**
 * Times a question.
 * @param tell is told how it ended
 * @returns to be called when it has ended
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
