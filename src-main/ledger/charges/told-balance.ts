import { GatewayError } from '../../../src-shared/errors.ts'
import type { LedgerStore } from '../ledger-store.ts'

/**
 * What an account has, to be told with an answer that was charged: as far as this process knows, when the database
 * cannot be asked any more. The answer itself must not be lost for it.
 */
export async function toldBalance(
  ledger: Pick<LedgerStore, 'balanceOf' | 'lastKnown'>,
  account: string,
): Promise<number> {
  try {
    return (await ledger.balanceOf(account)).balance
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return ledger.lastKnown(account).balance
  }
}
