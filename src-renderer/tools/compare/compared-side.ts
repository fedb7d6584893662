import type { ActivityDetail, ActivityEntry } from '../../../src-shared/activity.ts'
import { answerText, readJson } from '../../activity/recorded-answer.ts'
import { formatJson } from '../../gateway/format-json.ts'
import { type Header, headerOf } from '../../gateway/gateway-types.ts'
import type { MainOutput, OutputText } from '../../gateway/output-text.ts'

/** What is compared of a result; its text is null if it was not kept. */
export interface ComparedSide {
  readonly text: string | null
  readonly hash: string | null
  readonly headers: readonly Header[]
  /** The text was longer than what was kept. */
  readonly cut: boolean
}

/** The members of longer texts stay in their order. */
const MAX_SORTED_CHARS = 200_000
/** Differs between any two answers. */
const OWN_HEADER = 'X-Request-Id'

/** One side of a comparison: a result that this page holds. */
export function sideOf(output: OutputText, headers: readonly Header[]): ComparedSide {
  const hash = headerOf(headers, 'X-Output-Hash')
  return { text: comparableText(output), hash, headers, cut: false }
}

/** One side of a comparison: a call from the gateway's record. */
export function recordedSide(call: ActivityDetail, main: MainOutput): ComparedSide {
  const text = call.output === null ? null : comparableText(answerText(call, main))
  return { text, hash: call.output_hash, headers: headersOf(call), cut: call.output_cut }
}

/** JSON with its members sorted, since their order means nothing; any other text as it is. */
export function comparableText({ text, language }: OutputText): string {
  if (language !== 'json' || text.length > MAX_SORTED_CHARS) return text
  const value = readJson(text)
  return value === undefined ? text : formatJson(sorted(value))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [name, sorted(member)] as const)
  return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Those headers of an answer that the record of calls keeps. */
function headersOf(call: ActivityEntry): readonly Header[] {
  return [
    { name: 'X-Request-Id', value: call.request_id },
    { name: 'X-Credits-Used', value: String(call.credits) },
    { name: 'X-Latency-Ms', value: String(Math.round(call.ms)) },
    { name: 'X-Engine', value: call.engine },
    ...(call.output_hash === null ? [] : [{ name: 'X-Output-Hash', value: call.output_hash }]),
    { name: 'X-Cache', value: call.cache },
  ]
}

/** The headers that both answers carry, with different values. */
export function differingHeaders(
  left: readonly Header[],
  right: readonly Header[],
): readonly { readonly name: string; readonly left: string; readonly right: string }[] {
  return left.flatMap(({ name, value }) => {
    const other = headerOf(right, name)
    return other === null || other === value || name === OWN_HEADER
      ? []
      : [{ name, left: value, right: other }]
  })
}
