import type { CallClient, CallForm } from '../../src-shared/activity.ts'

/** A call that was refused before it could run, so that neither its body nor its tool is known for certain. */
export interface RefusedCall {
  /** Null when it had no key, or none that is known. */
  readonly keyId: string | null
  /** Whom it counts against: the key, or else the address. */
  readonly caller: string
  readonly requestId: string
  readonly slug: string
  readonly client: CallClient
  /** What it calls itself, and its session; empty where it did not say. */
  readonly agent: string
  readonly session: string
  readonly form: CallForm
  readonly ms: number
}
