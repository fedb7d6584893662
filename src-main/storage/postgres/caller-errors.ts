import { GatewayError } from '../../../src-shared/errors.ts'
import { postgresCodeOf } from './connection.ts'

const DISK_FULL = '53100'

/** The error for callers while the database cannot be reached. */
export function awayError(cause?: unknown): GatewayError {
  return new GatewayError(
    'storage_unavailable',
    'The database of this gateway cannot be reached now. Nothing is charged for this. Call again in a moment.',
    { retry_after: 1 },
    { cause },
  )
}

/** The error for callers while too much waits for the database. */
export function fullError(): GatewayError {
  return new GatewayError(
    'overloaded',
    'Too much waits for the database of this gateway. Nothing is charged for this. Try again in a second.',
    { retry_after: 1 },
  )
}

/** Turns a refused write into the error for callers; any other error passes unchanged. */
export function toCallerError(error: unknown): unknown {
  if (postgresCodeOf(error) !== DISK_FULL) return error
  return new GatewayError(
    'storage_full',
    'The disk of the database is full. Nothing was charged. Free some space, then call again.',
    {},
    { cause: error },
  )
}
