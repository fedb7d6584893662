import { GatewayError } from '../../../src-shared/errors.ts'
import type { LeaseHolder, NewLease } from './lending.ts'

/** The least that is given, so that the last credits are not handed out one by one. */
const SMALLEST_LEASE = 100
/** More than that is given at most a quarter at a time, so that one gateway does not take what others need. */
const PART_OF_FREE = 4
/** Gateways that may hold leases of a key at once. */
const MAX_HOLDERS = 50

/**
 * The holder, if it is of this key.
 * @throws GatewayError not_found
 */
export function ownedBy(keyId: string, holder: LeaseHolder | undefined): LeaseHolder {
  if (holder?.keyId === keyId) return holder
  throw noHolder()
}

/** The error for an instance id of which nothing is known, or nothing of this key. */
export function noHolder(): GatewayError {
  return new GatewayError('not_found', 'No gateway with this instance id holds credits of this key.')
}

/**
 * Whether a request is the last one of its gateway once more.
 * @param known the gateway; undefined for one that never had a lease
 * @throws GatewayError not_found, lease_ended; lease_out_of_step when the number is neither the last nor the next
 */
export function isRepetition(wanted: NewLease, known: LeaseHolder | undefined): boolean {
  if (known && ownedBy(wanted.keyId, known).endedAt !== null)
    throw new GatewayError(
      'lease_ended',
      'The leases of this gateway have ended. Start afresh under another instance id.',
    )
  const last = known?.number ?? 0
  if (known && wanted.number === last) return true
  if (wanted.number === last + 1) return false
  throw new GatewayError(
    'lease_out_of_step',
    `The next lease of this gateway has the number ${last + 1}. One of the two was restored from a backup: ` +
      'start afresh under another instance id.',
  )
}

/**
 * Refuses a further gateway where many hold leases of a key.
 * @param open how many do
 * @throws GatewayError forbidden
 */
export function assertHolderFits(open: number): void {
  if (open < MAX_HOLDERS) return
  throw new GatewayError(
    'forbidden',
    `${MAX_HOLDERS} gateways hold credits of this key. End one with toolgate instances forget, or use another key.`,
  )
}

/** The credits of a lease. @param free what the key could spend now */
export function partOf({ credits }: NewLease, free: number): number {
  return Math.max(0, Math.min(credits, free, Math.max(SMALLEST_LEASE, Math.ceil(free / PART_OF_FREE))))
}
