import type { Engine } from '../../src-shared/engines.ts'
import type { Data } from '../../src-shared/envelope.ts'
import { mainValueOf, plainTextOf } from '../../src-shared/kinds/main-value.ts'
import { remarksOf } from '../../src-shared/kinds/remarks.ts'
import { formatJson, jsonHead } from './format-json.ts'

export interface OutputText {
  readonly text: string
  readonly language: 'json' | 'code' | 'prose'
  /** The size of the answer in bytes, if it is large. */
  readonly bytes?: number
  /** What the tool says of its answer beside this output, as a line each. */
  readonly remarks?: readonly string[]
}

/** A remark may quote a row of any length; the envelope has all of it. */
const MAX_REMARK_CHARS = 300

/** Where a tool's main output is in its data; null or undefined for all of it. */
export type MainOutput = string | null | undefined

/** The text of a tool's main output, which the result pane shows, and Copy and Send to take. */
export function outputTextOf(data: Data, main: MainOutput): OutputText {
  const value = mainValueOf(data, main)
  const plain = plainTextOf(value)
  const output = plain === null ? jsonOf(formatJson(value)) : textOf(plain, data._engine)
  return { ...output, ...remarksBeside(data, main) }
}

/** The first `chars` characters of a large output. */
export function outputHeadOf(data: Data, main: MainOutput, chars: number): OutputText {
  const value = mainValueOf(data, main)
  const plain = plainTextOf(value)
  const output =
    plain === null ? jsonOf(jsonHead(value, chars)) : textOf(plain.slice(0, chars), data._engine)
  return { ...output, ...remarksBeside(data, main) }
}

function jsonOf(text: string): OutputText {
  return { text, language: 'json' }
}

function remarksBeside(data: Data, main: MainOutput): Pick<OutputText, 'remarks'> {
  const remarks = remarksOf(data, main ?? null)
  if (remarks.length === 0) return {}
  return {
    remarks: remarks.map((line) =>
      line.length > MAX_REMARK_CHARS ? `${line.slice(0, MAX_REMARK_CHARS)}…` : line,
    ),
  }
}

function textOf(text: string, engine: Engine): OutputText {
  if (engine === 'llm') return { text, language: 'prose' }
  return { text, language: looksLikeJson(text) ? 'json' : 'code' }
}

function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text)
}
