export type Tone = 'plain' | 'string' | 'number' | 'key' | 'word' | 'type' | 'mark'

export interface Token {
  readonly text: string
  readonly tone: Tone
}

/** Longer texts are not coloured, since each token needs an element. */
export const MAX_HIGHLIGHT_CHARS = 40_000

const CODE =
  /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b)|\b(true|false|null|undefined|export|interface|type|const|import|from|readonly|unknown|never|any|return|function|class|extends|enum)\b|([A-Za-z_$][\w$]*)|([{}[\]():;,<>|=?&])/g

/** Splits a line of JSON or TypeScript-like code into tokens; joined, they give the line again. */
export function highlightLine(line: string): readonly Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const match of line.matchAll(CODE)) {
    if (match.index > end) tokens.push({ text: line.slice(end, match.index), tone: 'plain' })
    end = match.index + match[0].length
    tokens.push({ text: match[0], tone: toneOf(match, line.slice(end)) })
  }
  if (end < line.length) tokens.push({ text: line.slice(end), tone: 'plain' })
  return tokens
}

function toneOf([, string, number, word, name]: RegExpMatchArray, after: string): Tone {
  const named = /^\??\s*:/.test(after)
  if (string !== undefined) return named ? 'key' : 'string'
  if (number !== undefined) return 'number'
  if (word !== undefined) return named ? 'key' : 'word'
  if (name !== undefined)
    return named ? 'key' : /^[A-Z]|^(string|number|boolean)$/.test(name) ? 'type' : 'plain'
  return 'mark'
}
