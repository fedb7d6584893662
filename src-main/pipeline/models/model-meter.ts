import { GatewayError, type ErrorCode } from '../../../src-shared/errors.ts'
import type { ModelBudgets } from '../../accounts/model-budgets.ts'
import type { CountedQuestion, EndedQuestion } from '../../providers/counted-question.ts'
import type { Call } from '../call.ts'
import type { CallListener, EndedCall } from '../call-listener.ts'

type Report = (error: unknown, requestId: string) => void

/** What a call has asked so far. */
interface Asked {
  questions: number
  /** Questions that cost nobody anything, or that the provider failed. */
  excused: number
  /** Whether the last question to end was one that the provider failed. */
  failedByProvider: boolean
}

/** Failures of the gateway, which no caller brings about. */
const OURS = new Set<ErrorCode>(['internal_error', 'overloaded', 'storage_full', 'storage_unavailable'])

/** Counts the questions of each call against the budget of its key, and those that nobody has paid for. */
export class ModelMeter implements CallListener {
  readonly #budgets: ModelBudgets
  readonly #report: Report
  readonly #asked = new WeakMap<Call, Asked>()

  /** @param report is called when unpaid questions cannot be written */
  constructor(budgets: ModelBudgets, report: Report) {
    this.#budgets = budgets
    this.#report = report
  }

  /**
   * Counts a question of a call before it is asked.
   * @throws GatewayError rate_limited, storage_full
   */
  async count(call: Call): Promise<CountedQuestion> {
    const asked = this.#asked.get(call) ?? { questions: 0, excused: 0, failedByProvider: false }
    const isFirst = asked.questions === 0
    this.#asked.set(call, asked)
    // At once, because the parts of a text are asked together.
    asked.questions++
    const { ended } = await this.#budgets.count(call.account, isFirst).catch((refusal: unknown) => {
      asked.questions--
      throw refusal
    })
    return {
      ended: ({ tokens, failedByProvider }: EndedQuestion) => {
        ended(tokens)
        asked.failedByProvider = failedByProvider
        if (failedByProvider || tokens === 0) asked.excused++
      },
    }
  }

  answered(): void {
    // The call has paid for its questions.
  }

  failed({ call }: EndedCall, error: unknown, credits: number): void {
    const asked = this.#asked.get(call)
    if (!asked || asked.failedByProvider || credits > 0) return
    if (!(error instanceof GatewayError) || OURS.has(error.code)) return
    const unpaid = asked.questions - asked.excused
    if (unpaid > 0) void this.#add(call, unpaid)
  }

  async #add({ account, requestId }: Call, unpaid: number): Promise<void> {
    try {
      await this.#budgets.addUnpaid(account, unpaid)
    } catch (error) {
      this.#report(error, requestId)
    }
  }
}
