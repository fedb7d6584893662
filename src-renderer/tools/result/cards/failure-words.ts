import type { CallError } from '../../../gateway/gateway-types.ts'
import { creditWords } from '../../../ui/marks/credit-words.ts'

export interface FailureWords {
  readonly title: string
  readonly text: string
  /** Whether the call cost anything. */
  readonly money: string
}

const TITLES = new Map<string, string>([
  ['auth_required', 'This page is not signed in'],
  ['invalid_key', 'This key does not work'],
  ['validation_error', 'The input is not valid'],
  ['invalid_request', 'The input is not valid'],
  ['api_not_found', 'Tool not found'],
  ['scope_denied', 'This key cannot run this tool'],
  ['guard_refused', 'A guard of this key refused it'],
  ['forbidden', 'This key cannot run this tool'],
  ['payload_too_large', 'The input is too large'],
  ['handler_error', 'The tool could not finish'],
  ['out_of_time', 'The tool took too long'],
  ['storage_full', 'The disk is full'],
  ['overloaded', 'Toolgate is busy'],
  ['storage_unavailable', 'The database is away'],
  ['request_timeout', 'The request took too long'],
  ['unreachable', 'Toolgate is not responding'],
  ['stopped', 'Stopped'],
  ['unreadable_answer', 'The answer cannot be read'],
])

/** The texts for a failed call: what happened, and whether it cost anything. */
export function failureWords(error: CallError, credits: number): FailureWords {
  const title =
    error.code === 'handler_error' && error.details.timed_out
      ? 'The tool took too long'
      : (TITLES.get(error.code) ?? 'The call failed')
  // The page lists the issues in place of the message.
  const isTold = !error.details.issues?.length && error.message.includes('Nothing was charged.')
  return { title, text: error.message, money: isTold ? '' : moneyWords(error, credits) }
}

function moneyWords(error: CallError, credits: number): string {
  switch (error.code) {
    case 'handler_error':
      return `Your ${creditWords(credits)} ${credits === 1 ? 'was' : 'were'} refunded.`
    case 'stopped':
      return 'A stopped call is charged only if it had sent a request or a model had begun to answer. Check the balance.'
    case 'out_of_time':
      return `Your ${creditWords(credits)} ${credits === 1 ? 'was' : 'were'} charged, since a model had begun to answer.`
    case 'unreachable':
    case 'unreadable_answer':
      return 'Check the balance once Toolgate responds again to see whether the call was charged.'
    case 'guard_refused':
      return error.details.credits_used ? 'The call was charged.' : 'Nothing was charged.'
    default:
      return 'Nothing was charged.'
  }
}
