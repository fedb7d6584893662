import type { Provider } from './provider.ts'
import type { SecretPlace, SecretStore } from '../secrets/secret-store.ts'

/** Where the keys of the providers are stored, as a code and as a sentence for the owner. */
export interface SecretState {
  readonly kind: 'keychain' | 'file' | 'environment' | 'none'
  readonly message: string
}

/** Built from what is already known, without asking the keychain or the file. */
export function secretStateOf(providers: readonly Provider[], secrets: SecretStore): SecretState {
  const places = new Set(providers.flatMap(({ secret }) => secret?.place ?? []))
  const stored = (['file', 'keychain', 'memory'] as const).filter((place) => places.has(place))
  if (stored.length > 0) {
    const message = stored
      .map((place) => `${subjectOf(place, stored)} ${whereOf(place, secrets)}.`)
      .join(' ')
    const [weakest] = stored
    return { kind: weakest === 'memory' || weakest === undefined ? 'none' : weakest, message }
  }
  if (places.has('environment'))
    return {
      kind: 'environment',
      message: 'The keys come from the environment that Toolgate was started with and are not stored.',
    }
  return { kind: 'none', message: `No key is stored yet. ${secrets.plan()}` }
}

function subjectOf(place: SecretPlace, stored: readonly SecretPlace[]): string {
  if (stored.length === 1) return 'The keys are'
  return place === stored[0] ? 'Some keys are' : 'Others are'
}

function whereOf(place: SecretPlace, secrets: SecretStore): string {
  return secrets.describe(place) ?? 'where this start of Toolgate cannot read them'
}
