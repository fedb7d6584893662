import { Check, CircleHelp, LoaderCircle, X } from '@lucide/vue'
import type { Component } from 'vue'
import type { CheckName } from '../../src-shared/check-words.ts'
import { stateOf, type VerifyItem } from './verify-item.ts'

const LOOKS: Record<ReturnType<typeof stateOf>, { readonly icon: Component; readonly tone: string }> = {
  checking: { icon: LoaderCircle, tone: 'bg-hover text-ink-2' },
  failed: { icon: X, tone: 'bg-err-soft text-err' },
  passed: { icon: Check, tone: 'bg-real-soft text-real' },
  unknown: { icon: CircleHelp, tone: 'bg-llm-soft text-llm' },
}

/** The icon and colours of an item's state. */
export function lookOf(item: VerifyItem) {
  return LOOKS[stateOf(item)]
}

const FAULTS: Partial<Record<CheckName, string>> = {
  output_hash: 'hash does not match',
  signature: 'signature is wrong',
  statement: 'receipt is for another answer',
  input_hash: 'receipt is for another input',
  recompute: 'rerun gave another result',
}
const MATCHES: Partial<Record<CheckName, string>> = {
  output_hash: 'hash',
  signature: 'signature',
  recompute: 'rerun',
}
const LIST = new Intl.ListFormat('en-GB')

/** Sums up an item's checks in a few words: the failures, or else the matches. */
export function itemWords({ checks, answer }: VerifyItem): string {
  if (answer === null) return 'nothing to compare with'
  if (checks === null) return 'checking'
  const wordsOf = (status: string, words: Partial<Record<CheckName, string>>) =>
    checks.flatMap((check) => (check.status === status ? (words[check.name] ?? []) : []))
  const faults = wordsOf('failed', FAULTS)
  if (faults.length > 0) return faults.join(', ')
  const matches = wordsOf('passed', MATCHES)
  if (matches.length === 0) return 'nothing could be checked'
  return `${LIST.format(matches)} ${matches.length === 1 ? 'matches' : 'match'}`
}

/** The first digits of a hash. */
export function shortHash(hash: string | null, digits = 8): string {
  return hash?.slice(0, digits) ?? ''
}
