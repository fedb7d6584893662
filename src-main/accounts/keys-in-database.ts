import type { Engine } from '../storage/engine/engine.ts'
import { one, run, statement } from '../storage/engine/work.ts'
import type { KeptKeys } from './kept-keys.ts'

const KEPT = statement<Record<never, never>, { readonly key: string }>('SELECT key FROM demo_key')
const KEEP = statement<{ key: string }>(
  'INSERT INTO demo_key (only_row, key) VALUES (1, :key) ON CONFLICT (only_row) DO UPDATE SET key = excluded.key',
)

/** Keeps the demo key in the database. The owner key is given at each start, so that no file has it. */
export function keysInDatabase(engine: Engine): KeptKeys {
  return {
    demoKey: async () => (await engine.read(() => one(KEPT, {})))?.key ?? null,
    keepDemoKey: async (key) => void (await engine.write('keys', () => run(KEEP, { key }))),
    ownerKey: () => null,
    keepOwnerKey: () => {
      throw new Error('The owner key of a gateway on PostgreSQL is given at its start')
    },
  }
}
