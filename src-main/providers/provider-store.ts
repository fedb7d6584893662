import { all, one, run, statement, type Work } from '../storage/engine/work.ts'
import { isProviderKind } from './provider-kinds.ts'
import type { Provider } from './provider.ts'
import { SECRET_PLACES, type SecretPlace } from '../secrets/secret-store.ts'

/** A provider that is stored in the database; its key is stored elsewhere. */
export type StoredProvider = Provider & { readonly secret: { readonly place: SecretPlace } | null }

type Row = {
  readonly id: string
  readonly kind: string
  readonly name: string
  readonly base_url: string | null
  readonly model: string | null
  readonly enabled: number
  readonly position: number
  readonly secret_place: string | null
  readonly secret_hint: string | null
}

const ALL = statement<Record<never, never>, Row>('SELECT * FROM provider ORDER BY position, id')
const SAVE = statement<Row>(
  `INSERT INTO provider (id, kind, name, base_url, model, enabled, position, secret_place, secret_hint)
   VALUES (:id, :kind, :name, :base_url, :model, :enabled, :position, :secret_place, :secret_hint)
   ON CONFLICT (id) DO UPDATE SET name = excluded.name, base_url = excluded.base_url,
     model = excluded.model, enabled = excluded.enabled, secret_place = excluded.secret_place,
     secret_hint = excluded.secret_hint`,
)
const REMOVE = statement<{ id: string }>('DELETE FROM provider WHERE id = :id')
const MOVE = statement<{ position: number; id: string }>(
  'UPDATE provider SET position = :position WHERE id = :id',
)
const NEXT = statement<Record<never, never>, { position: number }>(
  'SELECT coalesce(max(position), -1) + 1 AS position FROM provider',
)

/** The providers that were set up here, in order of preference. */
export function* storedProviders(): Work<readonly StoredProvider[]> {
  return (yield* all(ALL, {})).flatMap((row) => toProvider(row) ?? [])
}

/** Adds a provider at the end, or changes one in place. */
export function* saveProvider(provider: StoredProvider): Work<void> {
  const { id, kind, name, baseUrl, model, enabled, secret } = provider
  yield* run(SAVE, {
    id,
    kind,
    name,
    base_url: baseUrl,
    model,
    enabled: Number(enabled),
    position: (yield* one(NEXT, {}))?.position ?? 0,
    secret_place: secret?.place ?? null,
    secret_hint: secret?.hint ?? null,
  })
}

/** Removes a provider, if there is one. */
export function* removeProvider(id: string): Work<void> {
  yield* run(REMOVE, { id })
}

/** Sets the order of preference. @param ids every provider, first choice first */
export function* orderProviders(ids: readonly string[]): Work<void> {
  for (const [position, id] of ids.entries()) yield* run(MOVE, { position, id })
}

// A kind that only a newer Toolgate knows is left alone and not offered.
function toProvider(row: Row): StoredProvider | null {
  const { id, kind, name, model } = row
  if (!isProviderKind(kind)) return null
  const place = SECRET_PLACES.find((known) => known === row.secret_place)
  return {
    id,
    kind,
    name,
    baseUrl: row.base_url,
    model,
    enabled: row.enabled === 1,
    secret: place ? { place, hint: row.secret_hint } : null,
    from: 'settings',
  }
}
