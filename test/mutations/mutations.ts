import { ACCESS } from './access.ts'
import { ANSWERS } from './answers.ts'
import { CALLS } from './calls.ts'
import { COST } from './cost.ts'
import { EVIDENCE } from './evidence.ts'
import { MONEY } from './money.ts'
import type { Mutation } from './mutation.ts'
import { OUTBOUND } from './outbound.ts'
import { PROOFS } from './proofs.ts'
import { SHARES } from './shares.ts'

/** Every change that `npm run mutate` tries: small ones, to the files where a fault costs most. */
export const MUTATIONS: readonly Mutation[] = [
  ...MONEY,
  ...CALLS,
  ...ACCESS,
  ...COST,
  ...EVIDENCE,
  ...OUTBOUND,
  ...PROOFS,
  ...SHARES,
  ...ANSWERS,
]
