import type { Data } from '../../src-shared/envelope.ts'

import { formatJson } from './format-json.ts'

export interface OutputText {
  readonly text: string
  readonly language: 'json' | 'code' | 'prose'
}

/** Fields whose text is a tool's main output, in the order of preference. */
const MAIN_FIELDS = ['result', 'output', 'text', 'code', 'markdown', 'html', 'csv', 'yaml', 'xml', 'sql']

/** What the result pane shows of a tool's data: its main text when there is one, else the data as JSON. */
export function outputTextOf(data: Data): OutputText {
  const { _engine: engine, ...fields } = data
  const main = MAIN_FIELDS.map((name) => fields[name]).find((value) => typeof value === 'string')
  if (typeof main !== 'string') return { text: formatJson(fields), language: 'json' }
  if (engine === 'llm') return { text: main, language: 'prose' }
  return { text: main, language: looksLikeJson(main) ? 'json' : 'code' }
}

function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text)
}
