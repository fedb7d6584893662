import type { Credential } from './credentials.ts'

/** Where an API is, and how it is called. */
export interface ApiSettings {
  /** The SHA-256 of the document that was read last. */
  readonly document: string
  /** Where the document is read again; null for one that was sent. */
  readonly url: string | null
  /** The address before the paths of its operations. */
  readonly server: string
  /** Whether the owner has written that address, which may then be private. */
  readonly isTyped: boolean
  /** The origins that calls may go to. */
  readonly origins: readonly string[]
  readonly credentials: readonly Credential[]
}
