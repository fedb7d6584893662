import { setTimeout as pause } from 'node:timers/promises'
import { ON_POSTGRES } from './test-gateway.ts'

/** What a PostgreSQL may take for what follows a charge. */
const ANSWERS_MS = 500

/** Waits for what a gateway does behind its answers. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate)
  if (ON_POSTGRES) await pause(ANSWERS_MS)
}
