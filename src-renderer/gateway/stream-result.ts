import type { Data, Meta } from '../../src-shared/envelope.ts'
import { ERROR_STATUS, type ErrorObject } from '../../src-shared/errors.ts'
import { cacheStateOf, CallError, type CallResult, type Header, type StreamEvent } from './gateway-types.ts'

interface DoneEvent {
  readonly latency_ms?: number
  readonly credits_used?: number
  readonly balance?: number
}

/**
 * The result of a finished stream: its `result` event, completed with the fields of `done`.
 *
 * @throws CallError for an `error` event, or unreadable_answer if the stream ended before a result
 */
export function toStreamResult(
  status: number,
  headers: readonly Header[],
  events: readonly StreamEvent[],
): CallResult {
  const failed = dataOf<ErrorObject>(events, 'error')
  if (failed) throw toError(failed, headers)
  const result = dataOf<Data & { meta?: Partial<Meta> }>(events, 'result')
  if (!result)
    throw new CallError('unreadable_answer', status, 'The stream ended before a result.', { headers })

  // `result` is the data, with the meta block as one more member.
  const { meta: sentMeta, ...rest } = result
  const data: Data = rest
  const done = dataOf<DoneEvent>(events, 'done') ?? {}
  const meta = { ...done, ...sentMeta }
  return { status, headers, body: { data, meta, done }, data, meta, cache: cacheStateOf(headers) }
}

function dataOf<T>(events: readonly StreamEvent[], name: string): T | null {
  const event = events.findLast((each) => each.name === name)
  // The specification fixes the type of each event; only that it is an object can be checked here.
  return typeof event?.data === 'object' ? (event.data as T | null) : null
}

function toError(error: ErrorObject, headers: readonly Header[]): CallError {
  const { code, message, ...details } = error
  const status = Object.hasOwn(ERROR_STATUS, code) ? ERROR_STATUS[code] : 500
  return new CallError(code, status, message, { ...details, headers, body: { error } })
}
