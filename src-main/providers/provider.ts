import type { ProviderKind } from './provider-kinds.ts'
import type { SecretPlace } from './secret-store.ts'

/** Where the key of a provider lies, and its last four characters, by which its owner knows it again. */
interface ProviderSecret {
  readonly place: SecretPlace | 'environment'
  readonly hint: string | null
}

/** A provider that was set up here, or that the environment names. */
export interface Provider {
  readonly id: string
  readonly kind: ProviderKind
  readonly name: string
  /** Without a trailing slash; null for one that answers inside this process. */
  readonly baseUrl: string | null
  /** Null for the default of its kind. */
  readonly model: string | null
  readonly enabled: boolean
  /** Null for one without a key. */
  readonly secret: ProviderSecret | null
  readonly from: 'settings' | 'environment'
}

const SHOWN_CHARS = 4
/** A shorter key would be half told by its end. */
const MIN_CHARS_TO_SHOW = 16

/** How a key is shown: its last four characters, and nothing of a short one. */
export function hintOf(secret: string): string | null {
  return secret.length < MIN_CHARS_TO_SHOW ? null : `…${secret.slice(-SHOWN_CHARS)}`
}
