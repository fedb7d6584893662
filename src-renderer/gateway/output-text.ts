import type { Engine } from '../../src-shared/engines.ts'
import type { Data } from '../../src-shared/envelope.ts'
import { formatJson, jsonHead } from './format-json.ts'

export interface OutputText {
  readonly text: string
  readonly language: 'json' | 'code' | 'prose'
  /** The size of the answer in bytes, if it is large. */
  readonly bytes?: number
}

/** Fields whose text is a tool's main output, in the order of preference. */
const MAIN_FIELDS = ['result', 'output', 'text', 'code', 'markdown', 'html', 'csv', 'yaml', 'xml', 'sql']

/**
 * The text that the result pane shows: the main text of a tool's data if it has one, else the data
 * as JSON.
 */
export function outputTextOf(data: Data): OutputText {
  const { _engine: engine, ...fields } = data
  const main = mainTextOf(fields)
  return main === null ? { text: formatJson(fields), language: 'json' } : textOf(main, engine)
}

/** The first `chars` characters of a large output. */
export function outputHeadOf(data: Data, chars: number): OutputText {
  const { _engine: engine, ...fields } = data
  const main = mainTextOf(fields)
  return main === null
    ? { text: jsonHead(fields, chars), language: 'json' }
    : textOf(main.slice(0, chars), engine)
}

function mainTextOf(fields: Readonly<Record<string, unknown>>): string | null {
  const main = MAIN_FIELDS.map((name) => fields[name]).find((value) => typeof value === 'string')
  return typeof main === 'string' ? main : null
}

function textOf(text: string, engine: Engine): OutputText {
  if (engine === 'llm') return { text, language: 'prose' }
  return { text, language: looksLikeJson(text) ? 'json' : 'code' }
}

function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text)
}
