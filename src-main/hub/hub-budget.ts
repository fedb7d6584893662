import type { TeamBudget } from './team-budget.ts'

export type { BudgetParts } from './budget-parts.ts'

/** The credits of a hub that a gateway spends, as calls and routes use them. */
export type HubBudget = Pick<
  TeamBudget,
  'begin' | 'status' | 'connect' | 'disconnect' | 'contact' | 'isSpentBy' | 'refillFor' | 'close'
>
