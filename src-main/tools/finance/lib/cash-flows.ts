import { z } from 'zod'

/** Larger amounts have no exact cents in a double. */
const MAX_AMOUNT = 1e13

/** A field for amounts at regular intervals; outgoing payments are negative, incoming ones positive. */
export const CASH_FLOWS = z.array(z.number().min(-MAX_AMOUNT).max(MAX_AMOUNT)).min(1).max(1_000)

/** Net present value in floating point, for the search for a rate; v is 1 / (1 + rate). */
export function presentValueAt(flows: readonly number[], v: number): number {
  let value = 0
  for (let at = flows.length - 1; at >= 0; at--) value = value * v + flows[at]!
  return value
}
