import type { AuditEvent } from '../../accounts/audit-row.ts'
import type { RouteRequest } from '../route.ts'

/** Builds the audit event for this request: what was done, by whom and from which address. */
export function toAuditEvent(
  { exchange }: Pick<RouteRequest, 'exchange'>,
  what: Pick<AuditEvent, 'action' | 'target' | 'detail'>,
): AuditEvent {
  const { account, address, requestId } = exchange
  return { actor: account, address, requestId, ...what }
}
