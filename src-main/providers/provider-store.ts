import type { Database, Statement } from 'better-sqlite3'
import { isProviderKind } from './provider-kinds.ts'
import type { Provider } from './provider.ts'
import type { SecretPlace } from '../secrets/secret-store.ts'

/** A provider that is stored in the database; its key is stored elsewhere. */
export type StoredProvider = Provider & { readonly secret: { readonly place: SecretPlace } | null }

interface Row {
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

const PLACES: readonly SecretPlace[] = ['keychain', 'file', 'memory']

/** The rows of the providers that were set up here. Its methods run inside the caller's transaction. */
export class ProviderStore {
  readonly #all: Statement<[], Row>
  readonly #save: Statement<[Row]>
  readonly #remove: Statement<[string]>
  readonly #move: Statement<[number, string]>
  readonly #next: Statement<[], number>

  constructor(db: Database) {
    this.#all = db.prepare('SELECT * FROM provider ORDER BY position, id')
    this.#save = db.prepare(
      `INSERT INTO provider (id, kind, name, base_url, model, enabled, position, secret_place, secret_hint)
       VALUES (@id, @kind, @name, @base_url, @model, @enabled, @position, @secret_place, @secret_hint)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, base_url = excluded.base_url,
         model = excluded.model, enabled = excluded.enabled, secret_place = excluded.secret_place,
         secret_hint = excluded.secret_hint`,
    )
    this.#remove = db.prepare('DELETE FROM provider WHERE id = ?')
    this.#move = db.prepare('UPDATE provider SET position = ? WHERE id = ?')
    this.#next = db.prepare<[], number>('SELECT coalesce(max(position), -1) + 1 FROM provider').pluck()
  }

  /** In order of preference. */
  list(): StoredProvider[] {
    return this.#all.all().flatMap((row) => toProvider(row) ?? [])
  }

  /** Adds a provider at the end, or changes one in place. */
  save(provider: StoredProvider): void {
    const { id, kind, name, baseUrl, model, enabled, secret } = provider
    this.#save.run({
      id,
      kind,
      name,
      base_url: baseUrl,
      model,
      enabled: Number(enabled),
      position: this.#next.get() ?? 0,
      secret_place: secret?.place ?? null,
      secret_hint: secret?.hint ?? null,
    })
  }

  remove(id: string): void {
    this.#remove.run(id)
  }

  /** @param ids every provider, first choice first */
  reorder(ids: readonly string[]): void {
    for (const [position, id] of ids.entries()) this.#move.run(position, id)
  }
}

// A kind that only a newer Toolgate knows is left alone and not offered.
function toProvider(row: Row): StoredProvider | null {
  const { id, kind, name, model } = row
  if (!isProviderKind(kind)) return null
  const place = PLACES.find((known) => known === row.secret_place)
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
