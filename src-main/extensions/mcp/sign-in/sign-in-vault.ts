import type { SecretStore } from '../../../secrets/secret-store.ts'
import type { Engine } from '../../../storage/engine/engine.ts'
import type { SourceShelf } from '../../source-shelf.ts'
import type { SourceStore } from '../../source-store.ts'
import { secretIdOf, SIGN_IN } from '../../source.ts'

/** Where the sign-ins of sources are kept. */
export interface SignInVault {
  readonly has: (id: string) => boolean
  /** @returns null for none @throws SecretsUnavailable */
  readonly read: (id: string) => Promise<string | null>
  /** @throws SecretsUnavailable; Error for a source that was removed */
  readonly write: (id: string, value: string) => Promise<void>
  readonly remove: (id: string) => Promise<void>
}

/** What sign-ins are kept in. */
interface VaultParts {
  readonly store: SourceStore
  readonly engine: Engine
  readonly secrets: SecretStore
}

/** Keeps the sign-in of a source among its secrets, so that it goes with them. */
export function vaultOf({ store, engine, secrets }: VaultParts, shelf: () => SourceShelf): SignInVault {
  const placeOf = (id: string) =>
    shelf()
      .find(id)
      ?.secrets.find(({ name }) => name === SIGN_IN)?.place
  return {
    has: (id) => placeOf(id) !== undefined,
    read: async (id) => {
      const place = placeOf(id)
      return place === undefined ? null : await secrets.read(secretIdOf(id, SIGN_IN), place)
    },
    write: async (id, value) => {
      const entry = shelf().get(id)
      const { place } = await secrets.save(secretIdOf(id, SIGN_IN), value)
      await engine.write('sources', () => store.putSecrets(id, [{ name: SIGN_IN, place }]))
      entry.secrets = [...entry.secrets.filter(({ name }) => name !== SIGN_IN), { name: SIGN_IN, place }]
    },
    remove: async (id) => {
      const entry = shelf().find(id)
      const place = placeOf(id)
      if (!entry || place === undefined) return
      await engine.write('sources', () => store.removeSecret(id, SIGN_IN))
      entry.secrets = entry.secrets.filter(({ name }) => name !== SIGN_IN)
      await secrets.remove(secretIdOf(id, SIGN_IN), place)
    },
  }
}
