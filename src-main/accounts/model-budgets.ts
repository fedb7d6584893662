import { counted } from '../../src-shared/counted.ts'
import { GatewayError } from '../../src-shared/errors.ts'
import type { Settings } from '../../src-shared/settings.ts'
import type { Account } from './account.ts'
import type { CountedUse, ModelUse, Unpaid } from './model-use.ts'

/** So many unpaid questions slow a key down. */
const MAX_UNPAID = 20
const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 60 * 60_000
/** How soon a slowed key may try again while its one question is being answered. */
const BUSY_RETRY_SECONDS = 5
const SECOND_MS = 1_000
const NAMED = { questions: 'questions to language models', tokens: 'tokens of language models' }

/** One part of a budget: what was used today, and how much may be. */
interface BudgetPart {
  readonly used: number
  /** Null for no limit. */
  readonly limit: number | null
  /** Whether the limit was set for this key. */
  readonly own: boolean
}

/** What a key may ask of language models in a day (UTC), and what it has asked. */
export interface ModelBudget {
  readonly questions: BudgetPart
  readonly tokens: BudgetPart
  /** Milliseconds since 1970. */
  readonly resetsAt: number
}

export interface BudgetRules {
  readonly settings: () => Pick<Settings, 'model_questions_per_day' | 'model_tokens_per_day'>
  /** The owner's key spends the owner's money and has no limit but its own. */
  readonly isOwner: (account: Account) => boolean
  /** The keys whose budgets a key uses besides its own, its maker first. */
  readonly makersOf: (account: Account) => readonly Account[]
  readonly now: () => number
}

/**
 * Limits what each key costs the owner at providers of language models, whatever its calls cost in credits. What a key
 * asks counts for its makers too: no key has more than its own budget because it makes keys.
 */
export class ModelBudgets {
  readonly #use: ModelUse
  readonly #rules: BudgetRules

  constructor(use: ModelUse, rules: BudgetRules) {
    this.#use = use
    this.#rules = rules
  }

  of(account: Account): ModelBudget {
    const { questions, tokens } = this.#use.today(account.id)
    const { model_questions_per_day, model_tokens_per_day } = this.#rules.settings()
    const own = account.modelBudget
    const usual = this.#rules.isOwner(account)
      ? { questions: null, tokens: null }
      : { questions: model_questions_per_day, tokens: model_tokens_per_day }
    return {
      questions: {
        used: questions,
        limit: own.questions ?? usual.questions,
        own: own.questions !== null,
      },
      tokens: { used: tokens, limit: own.tokens ?? usual.tokens, own: own.tokens !== null },
      resetsAt: this.#use.nextDay(),
    }
  }

  /**
   * Refuses a key that may not begin to ask now: its budget of the day is used up, or it waits because of unpaid
   * questions, or one of these holds for one of its makers.
   * @throws GatewayError rate_limited with the true wait
   */
  refuseToBegin(account: Account): void {
    this.#refuseOverBudget(account)
    for (const one of this.#withMakers(account))
      if (!this.#rules.isOwner(one)) this.#refuseUnpaid(one, whoIs(one, account))
  }

  /**
   * Counts a question before it is asked.
   * @param isFirst of its call; the others of a call that has begun are not slowed down
   * @throws GatewayError rate_limited; storage_full
   */
  async count(account: Account, isFirst: boolean): Promise<CountedUse> {
    if (isFirst) this.refuseToBegin(account)
    else this.#refuseOverBudget(account)
    // Counted in the same turn as it was checked, so that no other question can take the last place.
    return await this.#use.count(...this.#withMakers(account).map(({ id }) => id))
  }

  /** Adds questions whose call failed and cost its key nothing. @throws GatewayError storage_full */
  async addUnpaid(account: Account, questions: number): Promise<void> {
    await Promise.all(this.#withMakers(account).map(({ id }) => this.#use.addUnpaid(id, questions)))
  }

  #withMakers(account: Account): readonly Account[] {
    return [account, ...this.#rules.makersOf(account)]
  }

  #refuseOverBudget(account: Account): void {
    for (const one of this.#withMakers(account)) {
      const budget = this.of(one)
      for (const what of ['questions', 'tokens'] as const) {
        const { used, limit } = budget[what]
        if (limit !== null && used >= limit) throw this.#overBudget(what, one, whoIs(one, account))
      }
    }
  }

  #overBudget(what: 'questions' | 'tokens', account: Account, who: string): GatewayError {
    const budget = this.of(account)
    const { used, limit, own } = budget[what]
    const forAll = own ? '' : ', or for all keys in Settings under Limits'
    return new GatewayError(
      'rate_limited',
      `${capital(who)} has used ${used.toLocaleString('en')} of its ${Number(limit).toLocaleString('en')} ${NAMED[what]} for ` +
        'today. The count starts again at 00:00 UTC. The owner can raise the ' +
        `budget of ${who} under Balance, or with \`toolgate keys budget ${account.id} --${what} N\`${forAll}.`,
      { retry_after: this.#secondsUntil(budget.resetsAt) },
    )
  }

  #refuseUnpaid({ id }: Account, who: string): void {
    const unpaid = this.#use.unpaidOf(id)
    if (unpaid === null || unpaid.count < MAX_UNPAID) return
    const endsAt = unpaid.at + waitOf(unpaid)
    const wait = endsAt > this.#rules.now() ? this.#secondsUntil(endsAt) : 0
    // Until time has forgiven enough, its calls are tried one at a time.
    if (wait === 0 && (unpaid.left < MAX_UNPAID || this.#use.open(id) === 0)) return
    throw new GatewayError(
      'rate_limited',
      `${counted(unpaid.count, 'question')} of ${who} to language models ended in calls that failed and cost it ` +
        'nothing, so it has to wait before the next one, longer after each. Change what makes its calls fail, such ' +
        'as a schema that no model can satisfy.',
      { retry_after: wait === 0 ? BUSY_RETRY_SECONDS : wait },
    )
  }

  #secondsUntil(time: number): number {
    return Math.max(1, Math.ceil((time - this.#rules.now()) / SECOND_MS))
  }
}

function waitOf({ count }: Unpaid): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (count - MAX_UNPAID))
}

// Its id, because the name of a maker is not for the keys that it made.
function whoIs({ id }: Account, caller: Account): string {
  return id === caller.id ? 'this key' : `the key ${id}, from which this one comes,`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
