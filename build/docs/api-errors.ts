import { ERROR_STATUS, type ErrorCode } from '../../src-shared/errors.ts'
import type { OperationParts } from './api-operation.ts'

type Test = (parts: OperationParts) => boolean

const isCall: Test = ({ operation: { operationId } }) => CALLS.has(operationId)
const CALLS: ReadonlySet<string> = new Set(['stream', 'submitJob', 'batch'])
const namesTool: Test = (parts) => parts.path.includes('{slug}')
const isLease: Test = ({ path }) => path.startsWith('/v1/leases')
const takesKey: Test = ({ operation }) =>
  operation.parameters.some(
    (parameter) => '$ref' in parameter && parameter.$ref.endsWith('/IdempotencyKey'),
  )

/** Codes that share a status with others and belong to some requests only. */
const ONLY: Partial<Record<ErrorCode, Test>> = {
  invalid_batch: ({ operation }) => operation.operationId === 'batch',
  scope_denied: (parts) => isCall(parts) || namesTool(parts),
  api_not_found: namesTool,
  not_found: (parts) => !namesTool(parts),
  email_exists: ({ operation }) => operation.operationId === 'signUp',
  idempotency_in_progress: takesKey,
  lease_out_of_step: isLease,
  handler_error: isCall,
}
/** Codes that each request can meet before it reaches its route, and one that nobody is there to be told. */
const EARLY: ReadonlySet<ErrorCode> = new Set([
  'method_not_allowed',
  'request_timeout',
  'uri_too_long',
  'headers_too_large',
  'caller_left',
])

/** The error codes with which a request can be refused, by their status. */
export function codesOf(parts: OperationParts): [status: number, codes: ErrorCode[]][] {
  const statuses = new Set(Object.keys(parts.operation.responses))
  const byStatus = new Map<number, ErrorCode[]>()
  // The keys of the table are its codes.
  for (const code of Object.keys(ERROR_STATUS) as ErrorCode[]) {
    const status = ERROR_STATUS[code]
    if (EARLY.has(code) || !statuses.has(String(status)) || ONLY[code]?.(parts) === false) continue
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return [...byStatus].toSorted(([one], [other]) => one - other)
}
