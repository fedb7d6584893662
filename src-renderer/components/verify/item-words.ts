import { Check, CircleHelp, LoaderCircle, X } from '@lucide/vue'
import type { Component } from 'vue'
import type { CheckName, Check as AnswerCheck } from '../../../src-shared/check-words.ts'
import { stateOf, type VerifyItem } from '../../stores/verify.ts'

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

/** An item's checks in a few words, such as `hash matches, recomputed the same`. */
export function itemWords({ checks, answer }: VerifyItem): string {
  if (answer === null) return 'a hash alone: nothing to check it against'
  if (checks === null) return 'being checked'
  const by = new Map<CheckName, AnswerCheck>(checks.map((check) => [check.name, check]))
  const words: string[] = []
  const hash = by.get('output_hash')?.status
  if (hash === 'failed') words.push('hash does not match')
  if (hash === 'passed') words.push('hash matches')
  const signature = by.get('signature')?.status
  if (signature === 'failed') words.push('signature is wrong')
  if (signature === 'passed') words.push('signed')
  if (by.get('statement')?.status === 'failed') words.push('receipt is for another answer')
  if (by.get('input_hash')?.status === 'failed') words.push('receipt is for another input')
  const again = by.get('recompute')?.status
  if (again === 'failed') words.push('recomputed otherwise')
  if (again === 'passed') words.push('recomputed the same')
  return words.join(', ') || 'nothing could be checked'
}

/** The first digits of a hash. */
export function shortHash(hash: string | null, digits = 8): string {
  return hash?.slice(0, digits) ?? ''
}
