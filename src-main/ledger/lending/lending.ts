import type { Engine } from '../../../src-shared/engines.ts'
import type { Work } from '../../storage/engine/work.ts'
import type { Unanswered } from '../unanswered.ts'

/** Another gateway that holds, or held, a part of a key's credits. Times are milliseconds since 1970. */
export interface LeaseHolder {
  /** It chooses its id itself, at random, and another one whenever it starts afresh. */
  readonly id: string
  readonly keyId: string
  readonly name: string
  /** Of the last lease, with its credits. */
  readonly number: number
  readonly lastGiven: number
  readonly given: number
  readonly spent: number
  /** What was left when its leases ended. */
  readonly freed: number
  readonly lateCharges: number
  readonly lateCredits: number
  readonly firstAt: number
  readonly seenAt: number
  readonly endedAt: number | null
}

/** A lease to be written. */
export interface NewLease {
  readonly instance: string
  readonly keyId: string
  readonly name: string
  readonly number: number
  readonly credits: number
}

/** A charge that another gateway sends, with what it knows of the call. */
export interface SentCharge {
  readonly id: string
  readonly credits: number
  readonly slug: string
  readonly requestId: string
  readonly engine?: Engine | undefined
  readonly unanswered?: Unanswered | undefined
}

/** What became of charges that another gateway sent. */
export interface Taken {
  /** Charged now, or known already. */
  readonly charged: number
  /** Of these, known already. */
  readonly known: number
  /** Kept and charged to nobody. */
  readonly late: number
  /** Whether its leases have ended, so that it has to start afresh. */
  readonly ended: boolean
  /** Credits that it may still spend. */
  readonly left: number
}

/**
 * The credits that other gateways hold of keys here, and spend without asking. What they hold is reserved: nothing else
 * can spend it. A lease does not end by time, since a gateway that is away may be spending it; only its holder or the
 * owner ends it.
 */
export interface Lending {
  /** Every gateway that ever had a lease, the first one first. */
  holders(): readonly LeaseHolder[] | Promise<readonly LeaseHolder[]>
  /**
   * Gives a gateway a further part of a key's credits. The request with the number of the last lease is a repetition
   * and gets the same again.
   * @param wanted the most it wants; it gets less where little is left
   * @param withinTransaction runs in the transaction that gives them
   * @returns the credits; 0 when the key has none left, and then the number stays free
   * @throws GatewayError not_found, lease_ended, lease_out_of_step, forbidden
   */
  give(wanted: NewLease, withinTransaction?: (given: number) => Work<void>): Promise<number>
  /**
   * Charges what a gateway has spent of its leases, each id once, in the given order. What comes after its leases have
   * ended, or exceeds them, is kept and charged to nobody.
   * @throws GatewayError not_found, lease_ended, validation_error
   */
  take(keyId: string, instance: string, charges: readonly SentCharge[]): Promise<Taken>
  /**
   * Ends the leases of a gateway: what it is not known to have spent can be spent here again. One that has ended stays
   * as it is.
   * @param keyId the key that holds them; null for any, when the owner ends them
   * @returns the credits that were freed
   * @throws GatewayError not_found
   */
  end(
    instance: string,
    keyId: string | null,
    withinTransaction?: (holder: LeaseHolder, freed: number) => Work<void>,
  ): Promise<number>
}

/** Credits that a gateway holds. */
export function leftOf({ given, spent, freed }: LeaseHolder): number {
  return given - spent - freed
}

/**
 * The id under which a charge of a gateway is written. Its own ids must not meet those of other gateways or of calls
 * here.
 */
export function entryIdOf(instance: string, id: string): string {
  return `${instance}:${id}`
}
