import type { ActivityDetail } from '../../src-shared/activity.ts'
import type { Data } from '../../src-shared/envelope.ts'
import { formatJson } from '../gateway/format-json.ts'
import { type MainOutput, type OutputText, outputTextOf } from '../gateway/output-text.ts'
import { parseJson } from '../../src-shared/parse-json.ts'

/** Formats a body for reading; a cut body is not valid JSON, so it stays as it is. */
export function bodyText(text: string | null, isCut: boolean): string {
  if (text === null) return ''
  const value = isCut ? undefined : readJson(text)
  return value === undefined ? text : formatJson(value)
}

/** The main output of an answer; errors are shown in full. */
export function answerText(call: ActivityDetail, main: MainOutput): OutputText {
  const value = call.output_cut || call.output === null ? undefined : readJson(call.output)
  if (!call.ok || !isObject(value))
    return { text: bodyText(call.output, call.output_cut), language: 'json' }
  // A successful call's output is the data of its envelope.
  return outputTextOf(value as Data, main)
}

/** Whether it is a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value of a text that may be JSON; undefined when it is not. */
export function readJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined // The body need not be JSON; it is shown as it is.
  }
}
