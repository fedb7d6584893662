import type { UsageScope } from '../../ledger/usage-log.ts'

/** A piece of a stream: its text, and the place in the log where it ends. */
export interface UsageText {
  readonly text: string
  readonly seq: number
}

/** Where a usage stream reads from. */
export interface UsageSource {
  /** Whether the key still works. */
  isOpen(keyId: string): boolean
  /** The first event of a stream: the balance of the key's account. Its id is the place where the stream starts. */
  opening(keyId: string, scope: UsageScope, seq: number): UsageText
  /** The next events after a place in the log; null when there are none yet. */
  read(scope: UsageScope, after: number): Promise<UsageText | null>
}
