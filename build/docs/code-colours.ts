import { highlightLine, type Token, type Tone } from '../../src-renderer/ui/text/highlight.ts'
import { escapeHtml } from './escape-html.ts'

/** Longer blocks stay plain: each coloured word is an element. */
const MAX_CHARS = 12_000
/** The languages that are coloured, with words that the app's outputs do not have. */
const WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  bash: new Set(['curl', 'toolgate']),
  json: new Set(),
  js: new Set(['await', 'throw', 'new', 'if', 'for', 'of', 'process']),
  ts: new Set(['await', 'throw', 'new', 'if', 'for', 'of', 'process']),
  python: new Set(['with', 'as', 'for', 'in', 'True', 'False', 'None']),
}
/** Punctuation has the colour of the text, which leaves the most elements out. */
const CLASSES: Readonly<Partial<Record<Tone, string>>> = {
  string: 'c-str',
  number: 'c-num',
  key: 'c-key',
  word: 'c-kw',
  type: 'c-type',
}

/** A block of code as HTML, coloured as the app colours code. @param language what the block calls itself */
export function colouredCode(code: string, language: string): string {
  const words = Object.hasOwn(WORDS, language) ? WORDS[language] : undefined
  if (words === undefined || code.length > MAX_CHARS) return escapeHtml(code)
  return code
    .split('\n')
    .map((line) =>
      highlightLine(line)
        .map((token) => tokenHtml(token, language, words))
        .join(''),
    )
    .join('\n')
}

function tokenHtml({ text, tone }: Token, language: string, words: ReadonlySet<string>): string {
  const name = CLASSES[words.has(text) ? 'word' : language === 'bash' ? shellTone(text, tone) : tone]
  return name === undefined ? escapeHtml(text) : `<span class="${name}">${escapeHtml(text)}</span>`
}

// To a shell, an address and a flag are words as they are; only what is quoted has a colour.
function shellTone(text: string, tone: Tone): Tone {
  return /^["']/.test(text) ? tone : 'plain'
}
