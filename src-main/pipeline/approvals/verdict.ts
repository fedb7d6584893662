import type { GatewayError } from '../../../src-shared/errors.ts'

/** What came of asking the owner: null for a call that may run, else the error that it gets. */
export type Verdict = GatewayError | null
