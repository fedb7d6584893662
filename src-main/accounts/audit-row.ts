import { hash } from 'node:crypto'
import { canonicalJson } from '../../src-shared/canonical-json.ts'

/** What the trail records: every administrative action, and refused access. */
export const AUDIT_ACTIONS = [
  'key.created',
  'key.revoked',
  'key.confirmed',
  'key.adopted',
  'key.rate_limit_set',
  'key.model_budget_set',
  'key.rules_set',
  'key.credit_limit_raised',
  'key.tool_added',
  'key.source_granted',
  'key.source_taken',
  'key.folders_set',
  'key.signed_up',
  'lease.given',
  'lease.ended',
  'hub.connected',
  'hub.disconnected',
  'call.approved',
  'call.refused',
  'purchase.approved',
  'purchase.declined',
  'auto_reload.set',
  'provider.added',
  'provider.changed',
  'provider.removed',
  'provider.order_set',
  'settings.changed',
  'toolset.saved',
  'toolset.removed',
  'source.added',
  'source.changed',
  'source.removed',
  'source.approved',
  'source.broken',
  'source.signed_in',
  'source.signed_out',
  'client.written',
  'tool.changed',
  'recipe.saved',
  'recipe.removed',
  'instance.restored',
  'instance.backed_up',
  'instance.exported',
  'outbound.allowed',
  'outbound.removed',
  'activity.cleared',
  'activity.removed',
  'session.code_issued',
  'session.opened',
  'access.refused',
  'access.refused_more',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** Details of an event; never a key, and never a tool's input. */
export type AuditDetail = Readonly<Record<string, string | number | boolean | null | readonly string[]>>

/** Something that was done or refused. */
export interface AuditEvent {
  readonly action: AuditAction
  /** Who did it; null when the caller has no known key. */
  readonly actor: { readonly id: string; readonly last4: string } | null
  /** The id of the key or purchase that it was done to. */
  readonly target?: string | undefined
  /** The network address it came from. */
  readonly address: string | null
  readonly requestId: string | null
  readonly detail?: AuditDetail | undefined
}

/** A row as it is shown and exported. Its hash is that of its canonical JSON without the member `hash`. */
interface AuditEntry {
  readonly seq: number
  readonly ts: string
  readonly action: AuditAction
  readonly actor: { readonly key_id: string; readonly last4: string } | null
  readonly target: string | null
  readonly address: string | null
  readonly request_id: string | null
  readonly detail: AuditDetail
  /** The hash of the row before; 64 zeros in the first. */
  readonly prev: string
  readonly hash: string
}

/** A row as it is stored. */
export type AuditRow = {
  readonly seq: number
  readonly body: string
  readonly hash: string
}

export const FIRST_PREV = '0'.repeat(64)

/** The row that follows another. @param at milliseconds since 1970 */
export function toAuditRow(
  event: AuditEvent,
  last: Pick<AuditRow, 'seq' | 'hash'> | undefined,
  at: number,
): AuditRow {
  const { action, actor, target = null, address, requestId, detail = {} } = event
  const entry: Omit<AuditEntry, 'hash'> = {
    seq: (last?.seq ?? 0) + 1,
    ts: new Date(at).toISOString(),
    action,
    actor: actor && { key_id: actor.id, last4: actor.last4 },
    target,
    address,
    request_id: requestId,
    detail,
    prev: last?.hash ?? FIRST_PREV,
  }
  const body = canonicalJson(entry)
  return { seq: entry.seq, body, hash: hash('sha256', body) }
}

/** A stored row as one line of JSON. */
export function auditJson({ body, hash }: AuditRow): string {
  return `${body.slice(0, -1)},"hash":"${hash}"}`
}
