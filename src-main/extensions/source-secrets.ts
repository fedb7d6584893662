import type { SecretStore } from '../secrets/secret-store.ts'
import type { Entry } from './source-entry.ts'
import { secretIdOf, type SourceSecret } from './source.ts'

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

/** Removes the secrets of a source. @param parts where they are, and who hears of one that stays */
export async function removeSecrets(
  { source: { id }, secrets }: Entry,
  parts: { readonly secrets: SecretStore; readonly report: (error: unknown) => void },
): Promise<void> {
  for (const { name, place } of secrets)
    // What cannot be removed is of no use to anybody without its source.
    await parts.secrets.remove(secretIdOf(id, name), place).catch(parts.report)
}
