import type { RuledKey } from '../../accounts/rules/rules-of.ts'
import type { Guard, GuardSide } from '../../../src-shared/rules/guard.ts'

const NONE: readonly Guard[] = []

/**
 * The guards that look at the arguments or at the results of a call.
 * @param ruled the rules that hold for its key; without any, nothing is allocated
 */
export function guardsOn(side: GuardSide, ruled: readonly RuledKey[]): readonly Guard[] {
  if (ruled.length === 0) return NONE
  return ruled.flatMap(({ rules: { guards = NONE } }) => guards.filter(({ on }) => on === side))
}
