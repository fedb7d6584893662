import type { z } from 'zod'
import type { Account } from '../../accounts/account.ts'
import type { Services } from '../../pipeline/services.ts'
import type { modelBudget } from './budget-fields.ts'

/** What a key may ask of language models today, and what it has asked. */
export function toBudgetWire(
  account: Account,
  { modelBudgets }: Pick<Services, 'modelBudgets'>,
): z.output<typeof modelBudget> {
  const { questions, tokens, resetsAt } = modelBudgets.of(account)
  return { questions, tokens, resets_at: new Date(resetsAt).toISOString() }
}
