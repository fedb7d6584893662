import type { DatabaseSeal } from './secrets-in-database.ts'
import type { Engine } from '../../storage/engine/engine.ts'
import { one, run, statement, type Work } from '../../storage/engine/work.ts'
import type { Epoch, EpochCause } from '../../receipts/epochs.ts'
import { InstanceKey } from '../../receipts/instance-key.ts'

type Key = { name: string; key_id: string; public_key: string; sealed: string }

const FIND = statement<{ name: string }, { readonly sealed: string }>(
  'SELECT sealed FROM signing_key WHERE name = :name',
)
const KEEP = statement<Key>(
  `INSERT INTO signing_key (name, key_id, public_key, sealed) VALUES (:name, :key_id, :public_key, :sealed)
   ON CONFLICT DO NOTHING`,
)
const EPOCH = statement<
  Record<never, never>,
  {
    number: number
    id: string
    begun_at: number
    cause: EpochCause
    detail: string | null
    has_head: number
  }
>('SELECT number, id, begun_at, cause, detail, has_head FROM epoch ORDER BY number DESC LIMIT 1')

/** The key that the gateway of this name signs with, which is made at its first start and sealed in the database. */
export async function storedKey(engine: Engine, seal: DatabaseSeal, name: string): Promise<InstanceKey> {
  const id = `signing key ${name}`
  const known = await engine.read(() => one(FIND, { name }))
  if (known) return InstanceKey.of(seal.unseal(id, known.sealed))
  const pem = InstanceKey.generate()
  const { keyId: key_id, hex: public_key } = InstanceKey.of(pem).publicKey
  const row = { name, key_id, public_key, sealed: seal.seal(id, pem) }
  const kept = await engine.write('signing', () => keptKey(row))
  return InstanceKey.of(seal.unseal(id, kept.sealed))
}

/** The epoch that the database of an engine is in. */
export function* storedEpoch(): Work<Epoch> {
  const { begun_at, has_head, ...row } = (yield* one(EPOCH, {}))!
  return { ...row, begunAt: begun_at, hasHead: has_head === 1 }
}

function* keptKey(row: Key): Work<{ readonly sealed: string }> {
  yield* run(KEEP, row)
  return (yield* one(FIND, { name: row.name }))!
}
