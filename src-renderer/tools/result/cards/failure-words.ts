import type { CallError } from '../../../gateway/gateway-types.ts'
import { creditWords } from '../../../ui/marks/credit-words.ts'

export interface FailureWords {
  readonly title: string
  readonly text: string
  /** Whether money moved. */
  readonly money: string
}

const TITLES = new Map<string, string>([
  ['auth_required', 'This page was not signed in'],
  ['invalid_key', 'This key does not work'],
  ['validation_error', 'The input needs a fix'],
  ['invalid_request', 'The input needs a fix'],
  ['api_not_found', 'There is no such tool'],
  ['scope_denied', 'This key may not run this tool'],
  ['forbidden', 'This key may not run this tool'],
  ['payload_too_large', 'The input is too large'],
  ['handler_error', 'The tool could not finish'],
  ['storage_full', 'The disk is full'],
  ['overloaded', 'Toolgate is busy'],
  ['request_timeout', 'The request took too long'],
  ['unreachable', 'Toolgate does not answer'],
  ['stopped', 'Stopped'],
  ['unreadable_answer', 'The answer cannot be read'],
])

/** What happened, and whether it cost anything. */
export function failureWords(error: CallError, credits: number): FailureWords {
  const title =
    error.code === 'handler_error' && error.details.timed_out
      ? 'The tool ran out of time'
      : (TITLES.get(error.code) ?? 'The call failed')
  return { title, text: error.message, money: moneyWords(error, credits) }
}

function moneyWords(error: CallError, credits: number): string {
  switch (error.code) {
    case 'handler_error':
      return `Your ${creditWords(credits)} ${credits === 1 ? 'was' : 'were'} refunded.`
    case 'stopped':
      return 'A call that is stopped before its result is refunded; the balance shows it.'
    case 'unreachable':
    case 'unreadable_answer':
      return 'Whether the call was charged shows in the balance once Toolgate answers again.'
    default:
      return 'Nothing was charged.'
  }
}
