import { postgresCodeOf } from '../../storage/postgres/connection.ts'

/** A gateway that was taken for dead, or a lease that is smaller than thought. */
const ENDED = new Set(['TG001', 'TG002'])

/** The database does not know this gateway any more. */
export class LeaseEnded extends Error {}

/** Whether the database does not know a lease any more that a gateway counts on. */
export function hasEnded(error: unknown): boolean {
  return error instanceof LeaseEnded || ENDED.has(postgresCodeOf(error) ?? '')
}
