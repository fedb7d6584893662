import type { SecretStore } from '../secrets/secret-store.ts'
import type { Work } from '../storage/engine/work.ts'
import { withSecrets, type GivenSecrets } from './given-secrets.ts'
import type { Entry } from './source-entry.ts'
import { refuseSecrets } from './source-refusals.ts'
import type { SourceShelf } from './source-shelf.ts'
import { secretIdOf, SIGN_IN, type SourceSecret } from './source.ts'

/** Saves the secrets of a source by their names; all of them or none. @throws SecretsUnavailable */
export async function saveSecrets(
  store: SecretStore,
  id: string,
  secrets: Readonly<Record<string, string>>,
): Promise<readonly SourceSecret[]> {
  const saved: SourceSecret[] = []
  try {
    for (const [name, value] of Object.entries(secrets)) {
      const { place } = await store.save(secretIdOf(id, name), value)
      saved.push({ name, place })
    }
    return saved
  } catch (error) {
    for (const { name, place } of saved)
      await store.remove(secretIdOf(id, name), place).catch(() => undefined)
    throw error
  }
}

/** What the secrets of a source are changed with. */
interface SecretParts {
  readonly shelf: SourceShelf
  readonly secrets: SecretStore
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Hears of a secret that is of no use any more and cannot be removed. */
  readonly report: (error: unknown) => void
}

/**
 * Gives a source secrets, or takes some away.
 * @param record runs in the transaction
 * @throws GatewayError validation_error; SecretsUnavailable
 */
export async function giveSecrets(
  entry: Entry,
  given: GivenSecrets,
  record: () => Work<void>,
  { shelf, secrets: store, now, report }: SecretParts,
): Promise<void> {
  const { id, kind } = entry.source
  const fresh = Object.fromEntries(
    Object.entries(given.secrets).filter((pair): pair is [string, string] => pair[1] !== null),
  )
  refuseSecrets(kind, fresh)
  let left: readonly SourceSecret[] = []
  await shelf.write(entry, async () => {
    const { origin, names } = withSecrets(entry.source, given, now())
    const before = entry.secrets
    const saved = await replaceSecrets(store, id, fresh, before)
    const kept = before.filter(
      ({ name }) => !Object.hasOwn(fresh, name) && (name === SIGN_IN || names.includes(name)),
    )
    const secrets = [...kept, ...saved]
    left = before.filter(
      (one) => !secrets.some(({ name, place }) => name === one.name && place === one.place),
    )
    return { source: { ...entry.source, ...origin }, secrets, record }
  })
  for (const { name, place } of left) await store.remove(secretIdOf(id, name), place).catch(report)
}

// Of those that were there before, the one that was there is gone once another is saved.
async function replaceSecrets(
  store: SecretStore,
  id: string,
  secrets: Readonly<Record<string, string>>,
  before: readonly SourceSecret[],
): Promise<readonly SourceSecret[]> {
  const isNew = (name: string): boolean => !before.some((one) => one.name === name)
  const [added, replaced] = [true, false].map((wanted) =>
    Object.fromEntries(Object.entries(secrets).filter(([name]) => isNew(name) === wanted)),
  )
  const saved = [...(await saveSecrets(store, id, added ?? {}))]
  for (const [name, value] of Object.entries(replaced ?? {}))
    saved.push({ name, place: (await store.save(secretIdOf(id, name), value)).place })
  return saved
}

/** Removes the secrets of a source. @param parts where they are, and who hears of one that stays */
export async function removeSecrets(
  { source: { id }, secrets }: Entry,
  parts: { readonly secrets: SecretStore; readonly report: (error: unknown) => void },
): Promise<void> {
  for (const { name, place } of secrets)
    // What cannot be removed is of no use to anybody without its source.
    await parts.secrets.remove(secretIdOf(id, name), place).catch(parts.report)
}
