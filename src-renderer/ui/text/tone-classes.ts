import type { Tone } from './highlight.ts'

/** The class of each colour of code. */
export const TONES: Readonly<Record<Tone, string>> = {
  plain: '',
  string: 'text-code-string',
  number: 'text-code-number',
  key: 'text-code-key',
  word: 'text-code-word',
  type: 'text-code-type',
  mark: 'text-code-mark',
}
