import type { Credential } from './credentials.ts'

/** Where an API is, and how it is called. */
export interface ApiSettings {
  /** The SHA-256 of the document that was read last. */
  readonly document: string
  /** Where the document is read again; null for one that was sent. */
  readonly url: string | null
  /**
   * The address before the paths of its operations. It is private only where the owner has written its origin, as the
   * server or as that of the document.
   */
  readonly server: string
  /** The origins that calls may go to. */
  readonly origins: readonly string[]
  readonly credentials: readonly Credential[]
  /** Those that its document knows and that were not given; absent where that was not kept. */
  readonly missing?: readonly Credential[]
}
