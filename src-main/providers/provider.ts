import type { ProviderKind } from './provider-kinds.ts'
import type { SecretPlace } from '../secrets/secret-store.ts'

/** Where the key of a provider is stored, and its last four characters, for its owner to recognise. */
interface ProviderSecret {
  readonly place: SecretPlace | 'environment'
  readonly hint: string | null
}

/** A provider that was set up here, or that the environment names. */
export interface Provider {
  readonly id: string
  readonly kind: ProviderKind
  readonly name: string
  /** Without a trailing slash; null when it answers inside this process. */
  readonly baseUrl: string | null
  /** Null for the default of its kind. */
  readonly model: string | null
  readonly enabled: boolean
  /** Null when it has no key. */
  readonly secret: ProviderSecret | null
  readonly from: 'settings' | 'environment'
}

const SHOWN_CHARS = 4
/** The end of a shorter key would reveal too much of it. */
const MIN_CHARS_TO_SHOW = 16

/** How to show a key: its last four characters, or nothing of a short key. */
export function hintOf(secret: string): string | null {
  return secret.length < MIN_CHARS_TO_SHOW ? null : `…${secret.slice(-SHOWN_CHARS)}`
}
