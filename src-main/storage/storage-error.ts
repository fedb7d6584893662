import Sqlite from 'better-sqlite3'
import { GatewayError } from '../../src-shared/errors.ts'

/** The result code of an SQLite failure, such as `SQLITE_FULL`; null for any other thrown value. */
export function sqliteCodeOf(error: unknown): string | null {
  return error instanceof Sqlite.SqliteError ? error.code : null
}

/**
 * Whether the disk refused a write. A full disk shows as SQLITE_FULL or, under a quota, as SQLITE_IOERR_*.
 */
export function isStorageFailure(error: unknown): boolean {
  const code = sqliteCodeOf(error)
  return code === 'SQLITE_FULL' || (code?.startsWith('SQLITE_IOERR') ?? false)
}

/** Turns a refused write into the error for callers; any other error passes unchanged. */
export function toCallerError(error: unknown): unknown {
  if (!isStorageFailure(error)) return error
  return new GatewayError(
    'storage_full',
    'The disk that holds the gateway data is full or refuses writes. Nothing was charged. Free some space, ' +
      'then call again.',
    {},
    { cause: error },
  )
}

/** The error when the disk did not confirm a write; nothing is written after that. */
export function diskFailed(cause: Error): GatewayError {
  return new GatewayError(
    'storage_full',
    'The disk that holds the gateway data did not confirm a write. Nothing more is charged until the gateway ' +
      'is restarted; then the history shows whether this call was charged. Check the disk, then restart the gateway.',
    {},
    { cause },
  )
}

/**
 * Does work that writes to the disk.
 * @throws GatewayError storage_full when the disk refuses it
 */
export function writing<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw toCallerError(error)
  }
}
