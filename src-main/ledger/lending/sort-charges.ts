import { GatewayError } from '../../../src-shared/errors.ts'
import { leftOf, type LeaseHolder, type SentCharge, type Taken } from './lending.ts'

/** Late charges that are kept of a gateway. */
const MAX_LATE = 10_000

/** What was written of charges before, by their ids at the gateway; credits of undefined for nothing. */
export interface WrittenBefore {
  charged(id: string): number | undefined
  late(id: string): number | undefined
}

/** Charges, by what is to be done with them. */
export interface SortedCharges {
  /** To be charged now. */
  readonly due: readonly SentCharge[]
  /** What they come to. */
  readonly spent: number
  /** To be kept, and charged to nobody. */
  readonly late: readonly SentCharge[]
  readonly lateCredits: number
  readonly taken: Taken
}

/**
 * Sorts what a gateway sends of its calls, in the order in which they were made.
 * @throws GatewayError validation_error for an id that was sent before with other credits; lease_ended when too many
 *   late charges of it are kept
 */
export function sortCharges(
  holder: LeaseHolder,
  charges: readonly SentCharge[],
  before: WrittenBefore,
): SortedCharges {
  const [due, late] = [new Map<string, SentCharge>(), new Map<string, SentCharge>()]
  let [spent, lateCredits, known, knownLate] = [0, 0, 0, 0]
  for (const charge of charges) {
    const { id, credits } = charge
    const charged = before.charged(id) ?? due.get(id)?.credits
    const kept = before.late(id) ?? late.get(id)?.credits
    if ((charged ?? kept ?? credits) !== credits) throw anotherCharge(id)
    if (charged !== undefined) known++
    else if (kept !== undefined) knownLate++
    else if (holder.endedAt !== null || credits > leftOf(holder) - spent) {
      if (holder.lateCharges + late.size >= MAX_LATE) throw tooLate()
      late.set(id, charge)
      lateCredits += credits
    } else {
      due.set(id, charge)
      spent += credits
    }
  }
  const allLate = late.size + knownLate
  const taken = {
    charged: charges.length - allLate,
    known,
    late: allLate,
    ended: holder.endedAt !== null,
    left: leftOf(holder) - spent,
  }
  return { due: [...due.values()], spent, late: [...late.values()], lateCredits, taken }
}

function tooLate(): GatewayError {
  return new GatewayError(
    'lease_ended',
    `The leases of this gateway have ended, and ${MAX_LATE} late charges of it are kept. No more are.`,
  )
}

function anotherCharge(id: string): GatewayError {
  const message = `${JSON.stringify(id)} was sent before with other credits`
  return new GatewayError('validation_error', `${message}.`, {
    issues: [{ path: 'entries', message }],
    missing_fields: [],
  })
}
