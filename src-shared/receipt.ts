import type { Engine } from './engines.ts'
import type { Redacted } from './rules/redacted.ts'

/** How receipts are signed (RFC 8032). */
export const RECEIPT_ALGORITHM = 'ed25519'

/** The format of new statements. Those without `format` are of format 1, which had no epochs, and are in epoch 1. */
export const RECEIPT_FORMAT = 2

/**
 * An instance's statement about one charged call. Hashes are lower-case hex SHA-256: of the
 * canonical JSON of the tool's fields as they were sent, of the canonical JSON of `data`, and of
 * the canonical JSON of the previous statement.
 */
export interface ReceiptStatement {
  readonly request_id: string
  readonly slug: string
  readonly tool_version: number
  readonly input_hash: string
  readonly output_hash: string
  readonly credits: number
  readonly engine: Engine
  /** Who answered, for a tool that this build did not bring. */
  readonly source?: AnsweringSource
  /** Where guards of the key have redacted: the hashes are those of what the tool and the caller got. */
  readonly redacted?: Redacted
  /** When the call was charged, in ISO 8601. */
  readonly ts: string
  /** Counts the instance's receipts, from 1. */
  readonly seq: number
  /** The hash of the previous statement; null in the first. */
  readonly prev: string | null
  readonly format?: number
  /** Counts the restores of the instance, from 1. A restore goes on after the last receipt of its backup. */
  readonly epoch?: number
  /** 32 hex digits; differs between two restores of one backup. */
  readonly epoch_id?: string
}

/** Something outside of Toolgate that answered a call, and the tool as it was approved. */
export interface AnsweringSource {
  readonly id: string
  /** What it is, such as `mcp`. */
  readonly kind: string
  /** What it says its version is; null if it says nothing. */
  readonly version: string | null
  /** SHA-256 of the canonical JSON of the tool's definition, or of the file of a script, in lower-case hex. */
  readonly definition: string
}

/** A statement and the instance's signature over its canonical JSON. Keys and signatures are lower-case hex. */
export interface Receipt {
  readonly statement: ReceiptStatement
  readonly algorithm: typeof RECEIPT_ALGORITHM
  readonly key_id: string
  readonly public_key: string
  readonly signature: string
}
