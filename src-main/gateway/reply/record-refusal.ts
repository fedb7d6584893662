import type { ErrorCode, GatewayError } from '../../../src-shared/errors.ts'
import type { Services } from '../../pipeline/services.ts'
import type { Exchange } from '../request/exchange.ts'

// `scope_denied` is missing here: the call path records it where it happens.
const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'invalid_key',
  'forbidden',
  'forbidden_host',
  'forbidden_origin',
])
const KEY_IN_PATH = /sk-[\w-]+/gi
const MAX_PATH_CHARS = 200

/** Puts a refused access into the audit trail: a bad key, a missing permission, another site's page. */
export function recordRefusal({ code }: GatewayError, exchange: Exchange, services: Services): void {
  if (!REFUSALS.has(code)) return
  const { account, refusedAs, address, requestId, method, target } = exchange
  services.refusals.note({
    actor: account ?? refusedAs,
    address,
    requestId,
    detail: { code, method: method.slice(0, 20), path: pathOf(target) },
  })
}

// A key that somebody pasted into an address must not be recorded.
function pathOf(target: string): string {
  const path = target.replace(/[?#].*$/s, '').replaceAll(KEY_IN_PATH, 'sk-…')
  return path.slice(0, MAX_PATH_CHARS).toWellFormed()
}
