import type { Call } from '../call.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

/** The part of a call that a job stores: the caller's request. The rest belongs to one run of it. */
export type StoredCall = Omit<
  Call,
  | 'slug'
  | 'account'
  | 'requestId'
  | 'chargeId'
  | 'caller'
  | 'observer'
  | 'authenticateMs'
  | 'withinTransaction'
  | 'withinUnanswered'
  | 'bodyText'
>

/** Writes the caller's request as JSON. */
export function toStoredCall(call: Call): string {
  const {
    slug: _slug,
    account: _account,
    requestId: _requestId,
    chargeId: _chargeId,
    caller: _caller,
    observer: _observer,
    authenticateMs: _authenticateMs,
    withinTransaction: _withinTransaction,
    withinUnanswered: _withinUnanswered,
    bodyText: _bodyText,
    ...asked
  } = call
  const stored: StoredCall = asked
  return JSON.stringify(stored)
}

/** Parses the JSON that `toStoredCall` wrote. */
export function readStoredCall(json: string): StoredCall {
  // Only toStoredCall writes this column.
  return parseJson(json) as StoredCall
}
