import { isDeeperThan } from '../../src-shared/json-depth.ts'
import { MAX_BODY_DEPTH } from '../../src-shared/limits.ts'
import { findRoundedNumber } from '../../src-shared/numbers/rounded-number.ts'
import { parseJson } from '../../src-shared/parse-json.ts'
import { jsonProblemOf } from '../tools/lib/sound-json.ts'

const MAX_REASON_CHARS = 200

/** What a JSON text says, or why it is not taken. */
export type JsonTextRead = { readonly value: unknown } | { readonly problem: string }

/** Reads the input of a call that was sent as JSON text, by the rules of a body that is sent as such. */
export function readJsonText(text: string): JsonTextRead {
  if (isDeeperThan(text, MAX_BODY_DEPTH)) return { problem: `It has more than ${MAX_BODY_DEPTH} levels` }
  let value: unknown
  try {
    value = parseJson(text)
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : String(error)
    return { problem: `Not JSON: ${reason.slice(0, MAX_REASON_CHARS)}` }
  }
  const problem = jsonProblemOf(value)
  if (problem !== null) return { problem: `The JSON text cannot be sent on: ${problem}` }
  const rounded = findRoundedNumber(text)
  return rounded === null ? { value } : { problem: rounded.message }
}
