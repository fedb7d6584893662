import { GatewayError } from '../../../src-shared/errors.ts'
import type { Lending } from '../lease-book.ts'

/** For gateways on PostgreSQL, which lend no credits to machines with ledgers of their own. */
export const NO_LENDING: Lending = {
  isLending: false,
  holders: () => [],
  give: async () => {
    throw new GatewayError(
      'forbidden',
      'A gateway on PostgreSQL lends no credits. Connect to one that keeps its data in a folder.',
    )
  },
  take: async () => unknownHolder(),
  end: async () => unknownHolder(),
}

function unknownHolder(): never {
  throw new GatewayError('not_found', 'No gateway with this instance id holds credits of this key.')
}
