import type { Engine } from '../../src-shared/engines.ts'
import type { Data } from '../../src-shared/envelope.ts'
import { mainValueOf, plainTextOf } from '../../src-shared/kinds/main-value.ts'
import { formatJson, jsonHead } from './format-json.ts'

export interface OutputText {
  readonly text: string
  readonly language: 'json' | 'code' | 'prose'
  /** The size of the answer in bytes, if it is large. */
  readonly bytes?: number
}

/** Where a tool's main output is in its data; null or undefined for all of it. */
export type MainOutput = string | null | undefined

/** The text of a tool's main output, which the result pane shows, and Copy and Send to take. */
export function outputTextOf(data: Data, main: MainOutput): OutputText {
  const value = mainValueOf(data, main)
  const plain = plainTextOf(value)
  return plain === null ? { text: formatJson(value), language: 'json' } : textOf(plain, data._engine)
}

/** The first `chars` characters of a large output. */
export function outputHeadOf(data: Data, main: MainOutput, chars: number): OutputText {
  const value = mainValueOf(data, main)
  const plain = plainTextOf(value)
  return plain === null
    ? { text: jsonHead(value, chars), language: 'json' }
    : textOf(plain.slice(0, chars), data._engine)
}

function textOf(text: string, engine: Engine): OutputText {
  if (engine === 'llm') return { text, language: 'prose' }
  return { text, language: looksLikeJson(text) ? 'json' : 'code' }
}

function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text)
}
