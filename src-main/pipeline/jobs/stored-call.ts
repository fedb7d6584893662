import type { Call } from '../call.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { LARGE_CALL_CHARS } from '../../../src-shared/limits.ts'
import { parseInTurns } from '../turns/parse-in-turns.ts'
import { writeInTurns } from '../turns/write-in-turns.ts'

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

/** Writes the caller's request as JSON, in turns if it is long. */
export async function toStoredCall(call: Call): Promise<string> {
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
  return await writeInTurns(stored)
}

/** Parses the JSON that `toStoredCall` wrote, in turns if it is long. */
export async function readStoredCall(json: string): Promise<StoredCall> {
  const isLong = json.length > LARGE_CALL_CHARS
  // Only toStoredCall writes this column.
  return (isLong ? await parseInTurns(json) : parseJson(json)) as StoredCall
}
