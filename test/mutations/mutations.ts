import { ACCESS } from './access.ts'
import { ANSWERS } from './answers.ts'
import { APIS } from './apis.ts'
import { COMMANDS } from './commands.ts'
import { SCRIPTS } from './scripts.ts'
import { CALLS } from './calls.ts'
import { COST } from './cost.ts'
import { SOURCES } from './sources.ts'
import { DEPARTURES } from './departures.ts'
import { EVIDENCE } from './evidence.ts'
import { FILES } from './files.ts'
import { JOBS } from './jobs.ts'
import { LEDGER } from './ledger.ts'
import { LEASES } from './leases.ts'
import { LEFT_CALLS } from './left-calls.ts'
import { LIMITS } from './limits.ts'
import type { Mutation } from './mutation.ts'
import { OUTBOUND } from './outbound.ts'
import { POLICIES } from './policies.ts'
import { POSTGRES } from './postgres.ts'
import { PROOFS } from './proofs.ts'
import { QUOTAS } from './quotas.ts'
import { RECIPES } from './recipes.ts'
import { REPETITIONS } from './repetitions.ts'
import { SHARES } from './shares.ts'

/** Every change that `npm run mutate` tries: small ones, to the files where a fault costs most. */
export const MUTATIONS: readonly Mutation[] = [
  ...LEDGER,
  ...LEASES,
  ...DEPARTURES,
  ...SOURCES,
  ...RECIPES,
  ...APIS,
  ...COMMANDS,
  ...SCRIPTS,
  ...REPETITIONS,
  ...QUOTAS,
  ...CALLS,
  ...JOBS,
  ...FILES,
  ...LEFT_CALLS,
  ...ACCESS,
  ...LIMITS,
  ...COST,
  ...EVIDENCE,
  ...OUTBOUND,
  ...POLICIES,
  ...POSTGRES,
  ...PROOFS,
  ...SHARES,
  ...ANSWERS,
]
