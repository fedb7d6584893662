import type { CheckedAnswer } from '../../src-shared/check-answer.ts'
import type { Check } from '../../src-shared/check-words.ts'
import type { ReadAnswer } from '../../src-shared/read-answers.ts'

/** One thing to verify: an answer, or a hash alone. */
export interface VerifyItem {
  readonly answer: ReadAnswer | null
  /** The item's leaf in a tree; null until it is known, and for a receipt without its answer. */
  readonly hash: string | null
  readonly slug: string | null
  /** Null while the checks run. */
  readonly checks: readonly Check[] | null
  /** Whether the input was not in the file, and was found in Activity. */
  readonly fromActivity?: boolean
}

/** An answer whose checks have not run. */
export function uncheckedItem(answer: ReadAnswer): VerifyItem {
  return { answer, hash: null, slug: null, checks: null }
}

/** An answer and what its checks found. */
export function checkedItem(
  answer: ReadAnswer,
  { outputHash, receipt, slug, checks }: CheckedAnswer,
): VerifyItem {
  return { answer, hash: outputHash ?? receipt?.statement.output_hash ?? null, slug, checks }
}

/** A hash without its answer, which nothing can be checked against. */
export function hashItem(hash: string): VerifyItem {
  return { answer: null, hash, slug: null, checks: [] }
}

/** The state of an item: failed if one check failed, unknown if none said anything. */
export function stateOf({ checks, answer }: VerifyItem): 'checking' | 'failed' | 'passed' | 'unknown' {
  if (checks === null) return 'checking'
  if (checks.some(({ status }) => status === 'failed')) return 'failed'
  if (answer === null || checks.every(({ status }) => status === 'skipped')) return 'unknown'
  return 'passed'
}
