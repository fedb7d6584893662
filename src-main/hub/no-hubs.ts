import { GatewayError } from '../../src-shared/errors.ts'
import type { HubBudget } from './hub-budget.ts'

/** For gateways on PostgreSQL, which spend no credits of a hub. */
export const NO_HUBS: HubBudget = {
  begin: async () => undefined,
  status: async () => [],
  connect: async () => {
    throw new GatewayError(
      'forbidden',
      'A gateway on PostgreSQL spends its own credits, and none of a hub.',
    )
  },
  disconnect: async () => notConnected(),
  contact: async () => notConnected(),
  isSpentBy: () => false,
  refillFor: async (_key, refusal) => {
    throw refusal
  },
  close: async () => undefined,
}

function notConnected(): never {
  throw new GatewayError('not_found', 'This gateway spends its own credits, and none of a hub.')
}
