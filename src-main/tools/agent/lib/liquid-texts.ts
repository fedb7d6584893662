import { toValue, type Liquid } from 'liquidjs'
import { replaceFilter } from './replace-filter.ts'

/** The most that a template may write. */
export const MAX_TEXT_CHARS = 1_000_000
const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '>': '&gt;',
  '<': '&lt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** What is left out with its content, from where it begins to where it ends. */
const HIDDEN_HTML: Readonly<Record<string, string>> = {
  '<script': '</script>',
  '<!--': '-->',
  '<style': '</style>',
}
/** What Ruby splits words at. */
const BLANKS = /[ \t\n\v\f\r\0]+/

/** Gives an engine the filters of texts that Liquid's reference has and the library lacks or writes in another way. */
export function writeTexts(engine: Liquid): void {
  const escape = (value: unknown) => textOf(value).replace(/[&><"']/g, escaped)
  engine.registerFilter('escape', escape)
  engine.registerFilter('h', escape)
  engine.registerFilter('escape_once', (value: unknown) =>
    textOf(value).replace(/["><']|&(?!(?:[a-zA-Z]+|#\d+);)/g, escaped),
  )
  engine.registerFilter('strip_html', (value: unknown) => withoutTags(withoutHidden(textOf(value))))
  replaceFilter(engine, 'replace', (replace) => (value, sought, ...parameters) => {
    if (textOf(sought) !== '') return replace(value, sought, ...parameters)
    // Nothing is found before each character and at the end.
    const written = textOf(parameters[0])
    const chars = [...textOf(value)]
    if ((chars.length + 1) * (written.length + 1) > MAX_TEXT_CHARS)
      throw new Error(`replace would write more than ${MAX_TEXT_CHARS} characters`)
    return written + chars.map((char) => char + written).join('')
  })
  engine.registerFilter('truncatewords', (value: unknown, count: unknown = 15, end: unknown = '...') => {
    const wanted = Math.max(1, Math.trunc(Number(toValue(count))))
    if (Number.isNaN(wanted)) throw new Error('truncatewords needs a number for its first argument')
    const text = textOf(value)
    const words = text.trimStart().split(BLANKS)
    return words.length <= wanted ? text : words.slice(0, wanted).join(' ') + textOf(end)
  })
}

/** A value as the engine prints it. */
export function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join('')
  return String(toValue(value) ?? '')
}

function escaped(char: string): string {
  return ESCAPED[char]!
}

// Each part is looked for once: a text of openings alone would otherwise be read from each to its end.
function withoutHidden(html: string): string {
  const parts: string[] = []
  const unclosed = new Set<string>()
  let at = 0
  for (const { 0: opening, index } of html.matchAll(/<script|<!--|<style/g)) {
    if (index < at || unclosed.has(opening)) continue
    const closing = HIDDEN_HTML[opening]!
    const end = html.indexOf(closing, index + opening.length)
    if (end === -1) unclosed.add(opening)
    else {
      parts.push(html.slice(at, index))
      at = end + closing.length
    }
  }
  return parts.join('') + html.slice(at)
}

// A tag ends at the next angle bracket, whatever is before it.
function withoutTags(html: string): string {
  const parts: string[] = []
  let at = 0
  for (let start = html.indexOf('<'); start !== -1; start = html.indexOf('<', at)) {
    const end = html.indexOf('>', start)
    if (end === -1) break
    parts.push(html.slice(at, start))
    at = end + 1
  }
  return parts.join('') + html.slice(at)
}
