import { GatewayError } from '../../src-shared/errors.ts'
import type { ProviderKind } from './provider-kinds.ts'
import type { Provider } from './provider.ts'

/** The owner's settings for a new provider. */
export interface NewProvider {
  readonly kind: ProviderKind
  readonly name?: string | undefined
  readonly baseUrl?: string | undefined
  readonly apiKey?: string | undefined
  readonly model?: string | undefined
}

/** The owner's changes to a provider; omitted fields stay as they are. */
export interface ProviderChange {
  readonly name?: string | undefined
  readonly baseUrl?: string | undefined
  readonly apiKey?: string | undefined
  /** Null for the default of its kind. */
  readonly model?: string | null | undefined
  readonly enabled?: boolean | undefined
}

/** A provider's current state and, when a key has just been stored, a sentence that says where. */
export interface KeptProvider {
  readonly provider: Provider
  readonly message: string | null
}

/** The refusal of a provider, or of a change of one. @param path the field that is wrong */
export function refused(path: string, message: string): GatewayError {
  return new GatewayError('validation_error', `${message}.`, {
    issues: [{ path, message }],
    missing_fields: [],
  })
}
