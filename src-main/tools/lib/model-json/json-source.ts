/** Where a reader of broken JSON is: the text, the place in it, and the brackets that are open there. */
export interface JsonSource {
  readonly text: string
  at: number
  readonly open: Bracket[]
  /** How many closing brackets are too many; less than 0 where some are missing. */
  surplus: number
  /** Texts without an end that were already looked for, by quote and place; another search would be as long. */
  readonly endless: Set<string>
}

/**
 * How many brackets that close a text from a place has over those that open. What is in quotes does not count. A quote
 * begins a text where one may be, and ends with its line if it ends nowhere.
 */
export function surplusOf(text: string, start: number): number {
  let surplus = 0
  let isQuoted = false
  let last = ''
  for (let at = start; at < text.length; at++) {
    const char = text[at]!
    if (isQuoted && char === '\\') at++
    else if (char === '"') isQuoted = !isQuoted && '{[(,:+"\n'.includes(last)
    else if (char === '\n') isQuoted = false
    else if (isQuoted) continue
    else if (char === '{' || char === '[') surplus--
    else if (char === '}' || char === ']') surplus++
    if (char === '\n' || !/\s/.test(char)) last = char
  }
  return surplus
}

/** A bracket that is open; an implicit object has none in the text. */
export type Bracket = '{' | '[' | '('

// A byte order mark and no-break spaces are among those of \s; others have no width.
const SPACE = /[\s\u180e\u200b]*/y
// A number sign before a letter may begin a colour.
const LINE_COMMENT = /(?:\/\/|#(?=[\s#!]|$))[^\n]*/y
const FENCE = /```[\w-]*/y
const KEY = /\s*(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|“[^”\n]{0,200}”|‘[^’\n]{0,200}’)\s*:/y
// A number or a literal that is all of an element.
const WHOLE = /(?:-?\d[\d.e+-]*|true|false|null)\s*(?:[,\]}]|$)/iy
const WITHOUT_QUOTE = /\s*"[\w$ -]{1,60}:\s*(?:["[{]|-?\d|(?:true|false|null)\b)/y
const WITHOUT_COLON = /\s*"[^"\n]{1,200}"\s*(?:["[{]|-?\d|(?:true|false|null)\b)/y
// Its first quote may be missing; a number may be a time.
const PLAIN_KEY =
  /\s*(?:[\p{L}_$][\p{L}\p{N}_$-]{0,100}["']?\s*:(?!\/\/)|[\p{L}_$][\p{L}\p{N}_$ -]{0,60}"\s*:|\d{1,20}\s*:(?!\d))/uy

/** Whether a sticky pattern is there. */
export function isAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}

/** The place after what a sticky pattern finds; the same place if it finds nothing. */
export function past(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

/** The place after white space. */
export function pastSpace(text: string, at: number): number {
  return past(SPACE, text, at)
}

/** The place before white space that ends there. */
export function beforeSpace(text: string, at: number): number {
  while (at > 0 && /\s/.test(text[at - 1]!)) at--
  return at
}

/** Passes white space, comments and the marks of fenced code. */
export function skip(source: JsonSource): void {
  const { text } = source
  for (;;) {
    const before = source.at
    source.at = past(FENCE, text, pastComment(text, pastSpace(text, before)))
    if (source.at === before) return
  }
}

// A comment of one line in which everything else is, too, ends before the brackets that close it.
function pastComment(text: string, at: number): number {
  if (text.startsWith('/*', at)) {
    const end = text.indexOf('*/', at + 2)
    return end < 0 ? text.length : end + 2
  }
  const end = past(LINE_COMMENT, text, at)
  if (end === at || end < text.length) return end
  const closing = text.slice(at).search(/[\]}]/)
  return closing < 0 ? end : at + closing
}

/** Whether a comment begins there. */
export function beginsComment(text: string, at: number): boolean {
  return text.startsWith('/*', at) || isAt(LINE_COMMENT, text, at)
}

/** Whether a name in quotes and a value follow, without a colon. */
export function isKeyWithoutColonAt(text: string, at: number): boolean {
  return isAt(WITHOUT_COLON, text, at)
}

/** Whether a name, a colon and a value follow, without the second quote of the name. */
export function isKeyWithoutQuoteAt(text: string, at: number): boolean {
  return isAt(WITHOUT_QUOTE, text, at)
}

/** Whether a name in quotes and a colon follow. */
export function isKeyAt(text: string, at: number): boolean {
  return isAt(KEY, text, at)
}

/** Whether a number or a literal that is all of an element is there. */
export function isWholeAt(text: string, at: number): boolean {
  return isAt(WHOLE, text, at)
}

/** Whether a name without quotes and a colon follow. */
export function isPlainKeyAt(text: string, at: number): boolean {
  return isAt(PLAIN_KEY, text, at)
}
