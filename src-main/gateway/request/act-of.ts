import type { Act } from '../../accounts/audit-row.ts'
import type { RouteRequest } from '../route.ts'

/** An act as the audit trail records it: what was done, by whom and from where this request tells. */
export function actOf(
  { exchange }: Pick<RouteRequest, 'exchange'>,
  what: Pick<Act, 'action' | 'target' | 'detail'>,
): Act {
  const { account, address, requestId } = exchange
  return { actor: account, address, requestId, ...what }
}
