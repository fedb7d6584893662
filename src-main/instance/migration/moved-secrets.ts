import type { Database } from 'better-sqlite3'
import { secretIdOf } from '../../extensions/source.ts'
import { SecretsUnavailable, type SecretPlace, type SecretStore } from '../../secrets/secret-store.ts'

/** A secret, and where its row says that it is kept. */
interface KeptSecret {
  readonly id: string
  readonly place: SecretPlace
  /** Whose it is, for people. */
  readonly of: string
}

/** What was read of secrets, and what could not be. */
export interface MovedSecrets {
  readonly secrets: ReadonlyMap<string, string>
  /** Whose they are. Their owner must enter them again. */
  readonly lost: readonly string[]
}

/** Reads the secrets that the rows of a database name: keys of providers and sources. */
export async function secretsOf(db: Database, store: SecretStore): Promise<MovedSecrets> {
  const secrets = new Map<string, string>()
  const lost: string[] = []
  for (const { id, place, of } of namedIn(db)) {
    try {
      secrets.set(id, await store.read(id, place))
    } catch (error) {
      if (!(error instanceof SecretsUnavailable)) throw error
      lost.push(of)
    }
  }
  return { secrets, lost }
}

function namedIn(db: Database): readonly KeptSecret[] {
  const ofProviders = db
    .prepare<[], { id: string; place: SecretPlace }>(
      "SELECT id, secret_place AS place FROM provider WHERE secret_place IS NOT NULL AND secret_place <> 'environment'",
    )
    .all()
  const ofSources = db
    .prepare<[], { source: string; name: string; place: SecretPlace }>(
      'SELECT source, name, place FROM source_secret',
    )
    .all()
  return [
    ...ofProviders.map((row) => ({ ...row, of: `provider ${row.id}` })),
    ...ofSources.map(({ source, name, place }) => ({
      id: secretIdOf(source, name),
      place,
      of: `${name} of source ${source}`,
    })),
  ]
}
