import { jsonrepair } from 'jsonrepair'
import { withLastQuote } from './cut-json.ts'
import { jsonProblemOf } from '../sound-json.ts'
import { parseJson } from '../../../../src-shared/parse-json.ts'

const MAX_FINDS = 100
const MAX_REPAIRS = 20

/** A JSON object or array found in a text. */
export interface FoundJson {
  readonly value: unknown
  /** The JSON text of the value, repaired if need be. */
  readonly json: string
  /** Where it was found: the whole text, a fenced block of code, or between other words. */
  readonly source: 'whole' | 'fence' | 'inline'
  readonly repaired: boolean
  /** UTF-16 offsets into the text. */
  readonly start: number
  readonly end: number
}

interface Region {
  readonly start: number
  readonly end: number
  readonly source: FoundJson['source']
  /** Whether its last bracket is missing, although it begins as JSON does. */
  readonly isCutOff?: boolean
}

/**
 * The JSON objects and arrays in a model's answer, in the order of the text. Thoughts between
 * `<think>` tags are ignored. Valid JSON is taken as it is; the rest is repaired if requested.
 * @param problems takes why JSON that was found cannot be in an answer, such as a number past all floats
 */
export function findJson(text: string, repair: boolean, problems = new Set<string>()): FoundJson[] {
  // A text that is JSON may speak of thoughts in its strings.
  const bare = toFound(text, { start: 0, end: text.length, source: 'whole' }, false, problems)
  if (bare) return [bare]
  const shown = withoutThoughts(text)
  const whole = toFound(shown, { start: 0, end: shown.length, source: 'whole' }, false, problems)
  if (whole) return [whole]
  const fences = fencesOf(shown)
  const found: FoundJson[] = []
  let repairs = 0
  for (const region of [...fences, ...inlineRegions(blanked(shown, fences))]) {
    if (found.length === MAX_FINDS) break
    const valid = toFound(shown, region, false, problems)
    const repaired =
      !valid && repair && repairs++ < MAX_REPAIRS ? toFound(shown, region, true, problems) : null
    const find = valid ?? repaired
    if (find) found.push(find)
    // What is cut off has been repaired as a whole; its complete parts are not what was meant.
    if (repaired && region.isCutOff) break
  }
  return found.toSorted((a, b) => a.start - b.start)
}

/**
 * The one most likely meant: a fenced block before inline JSON, valid before repaired, then the
 * longest.
 */
export function bestOf(found: readonly FoundJson[]): FoundJson | null {
  const rank = ({ source, repaired, start, end }: FoundJson): number =>
    (source === 'inline' ? 0 : 2e9) + (repaired ? 0 : 1e9) + (end - start)
  return found.reduce<FoundJson | null>((best, one) => (best && rank(best) >= rank(one) ? best : one), null)
}

function toFound(
  text: string,
  { start, end, source }: Region,
  repair: boolean,
  problems: Set<string>,
): FoundJson | null {
  const part = text.slice(start, end)
  // Only text that starts like an object or array: any word could be "repaired" into JSON.
  if (!/^\s*[[{]/.test(part)) return null
  try {
    const json = repair ? repaired(part) : part
    const value: unknown = parseJson(json)
    if (typeof value !== 'object' || value === null) return null
    const problem = jsonProblemOf(value)
    if (problem === null) return { value, json, source, repaired: repair, start, end }
    problems.add(problem)
    return null
  } catch {
    // Neither JSON nor close to it, so it is not found.
    return null
  }
}

// Texts, which stay, commas, and the numbers of JSON5 that are not JSON: .5, 5., +5 and 0x5.
const UNLIKE_JSON =
  /"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'|,(?:\s*,)+|(?<=[:,[]\s{0,20})(?=[+\-.\d])(?<sign>[+-]?)(?:(?<hex>0x[\da-f]+)|(?<whole>\d*)(?:\.(?<rest>\d*))?(?<power>e[+-]?\d+)?)(?=\s{0,20}(?:[,\]}]|$))/gi

// jsonrepair turns a missing element into a nested list: [1,,2] would become [[1],2].
function repaired(part: string): string {
  return jsonrepair(
    withApostrophes(withLastQuote(part)).replaceAll(UNLIKE_JSON, (found, ...rest) => {
      // The last argument holds the named groups.
      const groups = rest.at(-1) as Readonly<Record<string, string | undefined>>
      if (groups['sign'] === undefined) return found.startsWith(',') ? ',' : found
      return numberOf(found, groups)
    }),
  )
}

function numberOf(
  found: string,
  { sign, hex, whole = '', rest, power = '' }: Readonly<Record<string, string | undefined>>,
): string {
  const minus = sign === '-' ? '-' : ''
  if (hex !== undefined) return `${minus}${BigInt(hex)}`
  const hasDigits = whole !== '' || (rest ?? '') !== ''
  // JSON5 has no numbers with a zero before other digits either.
  if (!hasDigits || /^0\d/.test(whole)) return found
  return `${minus}${whole || '0'}${rest ? `.${rest}` : ''}${power}`
}

// An apostrophe inside a word, escaped wrongly or not at all, is not a quote; jsonrepair would make
// it a double quote.
function withApostrophes(part: string): string {
  return part.replaceAll(/"(?:\\[^]|[^"\\])*"|(?<=[\p{L}\p{N}])(?:\\\\)?'(?=[\p{L}\p{N}])/gu, (found) =>
    found.startsWith('"') ? found : "\\'",
  )
}

// Blanks keep the offsets unchanged. After the last end no thought is looked for: each start would be one more search.
function withoutThoughts(text: string): string {
  let end = 0
  for (const tag of text.matchAll(/<\/think(?:ing)?>/gi)) end = tag.index + tag[0].length
  const thoughtless = text
    .slice(0, end)
    .replace(/<think(?:ing)?>[^]*?<\/think(?:ing)?>/gi, (thought) => ' '.repeat(thought.length))
  return thoughtless + text.slice(end)
}

function blanked(text: string, regions: readonly Region[]): string {
  let rest = text
  for (const { start, end } of regions)
    rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end)
  return rest
}

// CommonMark's fences, including one that is cut off by the end of the answer. The first group takes all signs at once.
const FENCE = /^[ \t]*(?=(`{3,}|~{3,}))\1[^\n`]*\n([^]*?)(?:^[ \t]*\1|$(?![^]))/gm

function fencesOf(text: string): Region[] {
  const regions: Region[] = []
  for (const match of text.matchAll(FENCE)) {
    const start = match.index + match[0].indexOf('\n') + 1
    regions.push({ start, end: start + match[2]!.trimEnd().length, source: 'fence' })
    if (regions.length === MAX_FINDS) break
  }
  return regions
}

// An object with a key or an end, or a list with a value: prose does not go on like this after a bracket.
const BEGINS_AS_JSON =
  /^(?:\{\s*(?:"(?:\\[^]|[^"\\])*"\s*:|'[^'\n]*'\s*:|[\w$]+\s*:|\})|\[\s*(?:["'{[\]]|-?\d+\s*,|(?:true|false|null)\b))/

// From a bracket to the one that closes it; quoted brackets do not count. If it is never closed, it
// reaches to the end.
function inlineRegions(text: string): Region[] {
  const regions: Region[] = []
  let from = 0
  while (regions.length < MAX_FINDS) {
    const start = from + text.slice(from).search(/[[{]/)
    if (start < from) break
    const end = closingOf(text, start)
    const isCutOff = end === null && BEGINS_AS_JSON.test(text.slice(start))
    regions.push({ start, end: end ?? text.length, source: 'inline', isCutOff })
    // After a bracket that is never closed, the next one may still start a complete value.
    from = end ?? start + 1
  }
  return regions
}

function closingOf(text: string, start: number): number | null {
  let depth = 0
  let isQuoted = false
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (isQuoted && char === '\\') at++
    else if (char === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (char === '{' || char === '[') depth++
    else if ((char === '}' || char === ']') && --depth === 0) return at + 1
  }
  return null
}
