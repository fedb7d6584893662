import { ACCESS } from './access.ts'
import { CALLS } from './calls.ts'
import { EVIDENCE } from './evidence.ts'
import { MONEY } from './money.ts'
import type { Mutation } from './mutation.ts'
import { OUTBOUND } from './outbound.ts'
import { PROOFS } from './proofs.ts'

/** Every change that `npm run mutate` tries: small ones, to the files where a fault costs most. */
export const MUTATIONS: readonly Mutation[] = [
  ...MONEY,
  ...CALLS,
  ...ACCESS,
  ...EVIDENCE,
  ...OUTBOUND,
  ...PROOFS,
]
