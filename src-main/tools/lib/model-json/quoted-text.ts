import {
  beforeSpace,
  beginsComment,
  isAt,
  isKeyAt,
  isKeyWithoutColonAt,
  isKeyWithoutQuoteAt,
  isPlainKeyAt,
  isWholeAt,
  past,
  pastSpace,
  type JsonSource,
} from './json-source.ts'

// The signs that may end a text, by the one that begins it.
const CLOSERS: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`´',
  '´': '´`',
  '“': '”“"',
  '”': '”"',
  '‘': "’‘'",
  '’': "’'",
}
const OPENERS = Object.keys(CLOSERS)
const TRIPLE = /"""(?!")|'''(?!')/y
const CUT_ESCAPE = /(?<!\\)((?:\\\\)*)(?:\\ud[89ab][\da-f]{2})?(?:\\(?:u[\da-f]{0,3})?)?$/i
const PYTHON_PREFIX = /(?:[bBuUfFrR]|[bB][rR]|[rR][bB]|[fF][rR]|[rR][fF])(?=["'])/y
// A word without a colon before the next name.
const WORD = /\w{1,40}\s+"[^"\n]{0,200}"\s*:/y
const LITERAL = /(?:true|false|null|True|False|None)\b/y

const ENDS: Readonly<Record<Role, RegExp>> = {
  name: /[\n:,}]/g,
  member: /\n(?=[ \t]*(?:[\]}]|["'\w$-]+[ \t]*:))/g,
  element: /[\n,\]}]/g,
}

/** What a text in quotes is: the name of a member, the value of one, or an element of a list. */
export type Role = 'name' | 'member' | 'element'

/**
 * The place after a prefix of Python, as in b'…'. Without a second quote, or before a colon, the letter belongs to
 * words whose first quote is missing.
 */
export function pastPrefix(text: string, at: number): number {
  const quote = past(PYTHON_PREFIX, text, at)
  if (quote === at || text[pastSpace(text, quote + 1)] === ':') return at
  return text.indexOf(text[quote]!, quote + 1) > 0 ? quote : at
}

/** Whether a text in quotes begins there. */
export function isQuote(char: string | undefined): boolean {
  return char !== undefined && OPENERS.includes(char)
}

/**
 * Reads the text in quotes at the place of a source, whose quotes may be missing or not escaped, and gives what is
 * between them as it is written.
 */
export function readQuoted(source: JsonSource, role: Role): string {
  const { text, at: start } = source
  if (isAt(TRIPLE, text, start)) {
    const end = text.indexOf(text.slice(start, start + 3), start + 3)
    if (end >= 0) {
      source.at = end + 3
      return text.slice(start + 3, end)
    }
  }
  const closers = CLOSERS[text[start]!]!
  const [end, next] = endOf(source, closers, role)
  source.at = next
  const written = text.slice(start + 1, end)
  return next === text.length && end === next ? written.replace(CUT_ESCAPE, '$1') : written
}

// Where the text ends, and where what follows begins.
function endOf(source: JsonSource, closers: string, role: Role): readonly [end: number, next: number] {
  const { text, at: start } = source
  const mark = `${closers}${role}`
  if (source.endless.has(mark)) return endWithoutQuote(source, role)
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at]!
    if (char === '\\') at++
    else if (closers.includes(char)) {
      if (closesAt(source, at, role, start)) {
        const colon = role === 'name' ? colonBeforeValue(text, start, at) : null
        return colon === null ? [at, at + 1] : [colon, colon]
      }
      const before = beganBefore(text, at, role, start)
      if (before !== null) return [before, before]
    }
  }
  source.endless.add(mark)
  return endWithoutQuote(source, role)
}

// The colon in what looks like a name, after which a value follows: the quote before it is missing.
function colonBeforeValue(text: string, start: number, end: number): number | null {
  const found = /:\s*(?:[[{]|(?:-?\d[\d.e+-]*|true|false|null)\s*[,}\]\n])/i.exec(
    text.slice(start + 1, end),
  )
  return found && start + 1 + found.index
}

/** Whether a quote is the end, by what follows it: JSON does not go on like a sentence does. */
function closesAt(source: JsonSource, at: number, role: Role, start: number): boolean {
  const { text } = source
  // An apostrophe is between two letters.
  if (text[at] !== '"' && /[\p{L}\p{N}]/u.test(text[at + 1] ?? '')) return false
  const next = pastSpace(text, at + 1)
  const char = text[next]
  if (char === undefined) return true
  if (role === 'name') return closesName(text, next, char)
  // Two quotes at the end of a text: the first one is in it.
  if (char === text[at] && next === at + 1 && at > start + 1)
    return role === 'member'
      ? isKeyAt(text, next)
      : !/^[,\]}:]?$/.test(text[pastSpace(text, next + 1)] ?? '')
  if (char === ',') return commaGoesOn(source, next + 1, role)
  if (char === ']' || char === '}') return closesAll(source, next)
  if (char === ')' || char === ';') return source.open.includes('(')
  if (char === '+') return isQuote(text[pastSpace(text, next + 1)])
  if (beginsComment(text, next) || text.startsWith('```', next)) return true
  const isNewLine = text.slice(at, next).includes('\n')
  if (role === 'member') return isKeyAt(text, next) || (isNewLine && isPlainKeyAt(text, next))
  if (char === ':') return true
  return isQuote(char)
    ? next > at + 1 || at === start + 1
    : /[[{]/.test(char) || isWholeAt(text, next) || isNewLine
}

function closesName(text: string, next: number, char: string): boolean {
  return /[:=,}\]{[\d-]/.test(char) || isQuote(char) || isAt(LITERAL, text, next)
}

// After the comma comes what the list or the object may have next.
function commaGoesOn({ text, open, surplus }: JsonSource, after: number, role: Role): boolean {
  const next = pastSpace(text, after)
  const char = text[next]
  if (char === undefined || /[\]},{[(]/.test(char) || text.startsWith('...', next)) return true
  if (beginsComment(text, next)) return true
  if (role === 'member')
    return (
      isKeyAt(text, next) ||
      isKeyWithoutColonAt(text, next) ||
      isKeyWithoutQuoteAt(text, next) ||
      isPlainKeyAt(text, next) ||
      isAt(WORD, text, next) ||
      isCutName(text, next) ||
      // An element of the list around, if a bracket is missing.
      (surplus < 0 && open.at(-2) === '[' && isWholeAt(text, next))
    )
  if (isQuote(char) || /[\d-]/.test(char) || isAt(LITERAL, text, next)) return true
  // A word: it is an element of its own, unless the next quote ends a text that began before.
  const quote = text.indexOf('"', next)
  return (
    quote < 0 ||
    !/[\p{L}\p{N}.!?]/u.test(text[quote - 1]!) ||
    !/[,\]}:]/.test(text[pastSpace(text, quote + 1)] ?? ',')
  )
}

// A name in quotes at which the text is cut off.
function isCutName(text: string, at: number): boolean {
  const quote = isQuote(text[at]) ? text.indexOf(text[at]!, at + 1) : text.length
  return isQuote(text[at]) && (quote < 0 || pastSpace(text, quote + 1) === text.length)
}

// Brackets in a sentence close less than what is open, or what is not open, and the sentence goes on after them.
function closesAll({ text, open }: JsonSource, at: number): boolean {
  let count = 0
  let next = at
  for (; /[\]}]/.test(text[next] ?? ''); next = pastSpace(text, next + 1)) count++
  const isOwn = text[at] === (open.at(-1) === '{' ? '}' : ']')
  return (
    (isOwn && count >= open.length) ||
    /^[,"'`{[(;)]?$/.test(text[next] ?? '') ||
    beginsComment(text, next) ||
    text.slice(at, next).includes('\n')
  )
}

/**
 * The end of a text whose quote is missing: a quote after a comma or a line break begins the next name or element. Null
 * if this one does not.
 */
function beganBefore(text: string, at: number, role: Role, start: number): number | null {
  const before = beforeSpace(text, at)
  const isNewLine = text.slice(before, at).includes('\n')
  const isAfterComma = text[before - 1] === ','
  if (role === 'name') return text[before - 1] === ':' ? beforeSpace(text, before - 1) : null
  if (before <= start + 1 || !(isNewLine || isAfterComma)) return null
  const end = withoutClosers(text, start, isAfterComma ? beforeSpace(text, before - 1) : before)
  if (role === 'member') return isKeyAt(text, at) || isKeyWithoutQuoteAt(text, at) ? end : null
  if (isNewLine || before === at) return end
  const quote = text.indexOf(text[at]!, at + 1)
  return quote > 0 && /[,\]]/.test(text[pastSpace(text, quote + 1)] ?? '') ? end : null
}

// Brackets at the end of a text whose quote is missing close what is around it, unless they were opened in it.
function withoutClosers(text: string, start: number, end: number): number {
  const inside = text.slice(start + 1, end)
  let extra = inside.replaceAll(/[^\]}]/g, '').length - inside.replaceAll(/[^[{]/g, '').length
  for (; extra > 0 && /[\]}]/.test(text[end - 1]!); extra--) end = beforeSpace(text, end - 1)
  return Math.max(end, start + 1)
}

// Where nothing looks like the end, an element ends at the next delimiter, and a member with the line or with all
// brackets that are left.
function endWithoutQuote(
  { text, at: start }: JsonSource,
  role: Role,
): readonly [end: number, next: number] {
  const pattern = ENDS[role]
  pattern.lastIndex = start + 1
  const found = pattern.exec(text)
  if (found) {
    const end = Math.max(start + 1, beforeSpace(text, found.index))
    return [end, end]
  }
  if (role !== 'member') return [text.length, text.length]
  let end = beforeSpace(text, text.length)
  if (text.endsWith('```', end)) end = beforeSpace(text, end - 3)
  while (end > start + 1 && /[\]}]/.test(text[end - 1]!)) end = beforeSpace(text, end - 1)
  end = Math.max(end, start + 1)
  return [end, end]
}
