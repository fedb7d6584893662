import { readBrokenJson } from './broken-json.ts'
import { BracketClosings } from './bracket-closings.ts'
import { jsonProblemOf } from '../sound-json.ts'
import { parseJson } from '../../../../src-shared/parse-json.ts'

const MAX_FINDS = 100
const MAX_REPAIRS = 20
const MAX_SEQUENCE = 100_000
// What may be between the values of a sequence.
const SEPARATORS = /(?:[\s,]+|\/\/[^\n]*|\/\*[^]*?\*\/)*/y

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
}

/**
 * The JSON objects and arrays in a model's answer, in the order of the text. Thoughts between
 * `<think>` tags are ignored. Valid JSON is taken as it is; the rest is repaired if requested.
 * @param problems takes why JSON that was found cannot be in an answer, such as a number past all floats
 */
export function findJson(text: string, repair: boolean, problems = new Set<string>()): FoundJson[] {
  // A text that is JSON may speak of thoughts in its strings.
  const bare = soundIn(text, { start: 0, end: text.length, source: 'whole' }, problems)
  if (bare) return [bare]
  const shown = withoutThoughts(text)
  const whole = soundIn(shown, { start: 0, end: shown.length, source: 'whole' }, problems)
  if (whole) return [whole]
  const fences = fencesOf(shown)
  const finder = new JsonFinder(repair, problems)
  for (const fence of fences) finder.takeFence(shown, fence)
  finder.takeInline(blanked(shown, fences))
  return finder.found.toSorted((a, b) => a.start - b.start)
}

/**
 * The objects and lists that are all of a text, or of the one fenced block in it, one after another as JSON Lines are;
 * null for a text that has other words beside them, or other brackets beside the block.
 */
export function sequenceIn(text: string): string[] | null {
  const [fence, ...others] = fencesOf(text)
  if (fence && (others.length > 0 || /[[{]/.test(blanked(text, [fence])))) return null
  return valuesOf(fence ? text.slice(fence.start, fence.end) : text)
}

function valuesOf(shown: string): string[] | null {
  const values: string[] = []
  for (let at = pastSeparators(shown, 0); at < shown.length; at = pastSeparators(shown, at)) {
    if (!/[[{]/.test(shown[at]!) || values.length === MAX_SEQUENCE) return null
    const read = readFrom(shown, at, shown.length)
    if (read === null) return null
    values.push(read.json)
    at = read.end
  }
  return values.length > 0 ? values : null
}

class JsonFinder {
  readonly found: FoundJson[] = []
  readonly #repair: boolean
  readonly #problems: Set<string>
  #repairs = 0

  constructor(repair: boolean, problems: Set<string>) {
    this.#repair = repair
    this.#problems = problems
  }

  /** Adds the JSON that a fenced block is, a list of what follows one another in it, or what it begins with. */
  takeFence(text: string, fence: Region): void {
    const start = fence.start + text.slice(fence.start, fence.end).search(/\S|$/)
    const find =
      soundIn(text, fence, this.#problems) ??
      this.#listed(text, fence) ??
      this.#repaired(text, { ...fence, start, end: fence.end })
    if (find) this.found.push(find)
  }

  /** Adds the JSON between words: from each bracket to the one that closes it; quoted brackets do not count. */
  takeInline(text: string): void {
    const first = text.search(/\S/)
    const closings = new BracketClosings(text)
    let from = 0
    while (this.found.length < MAX_FINDS) {
      const start = from + text.slice(from).search(/[[{]/)
      if (start < from) return
      const end = closings.of(start)
      const region: Region = { start, end: end ?? text.length, source: 'inline' }
      const sound =
        end === null || (this.#repair && GOES_ON.test(text.slice(end, end + 300)))
          ? null
          : soundIn(text, region, this.#problems)
      const begins = start === first || BEGINS_AS_JSON.test(text.slice(start, start + 10_000))
      const find = sound ?? (begins ? this.#repaired(text, { ...region, end: text.length }) : null)
      if (find) this.found.push(find)
      // After a bracket that is never closed, the next one may still start a complete value.
      from = find?.end ?? end ?? start + 1
    }
  }

  #listed(text: string, fence: Region): FoundJson | null {
    if (!this.#repair || this.#repairs === MAX_REPAIRS) return null
    const values = valuesOf(text.slice(fence.start, fence.end)) ?? []
    const value = values.length > 1 ? this.#valueOf(`[${values.join(',')}]`) : null
    return value && { ...value, ...fence, repaired: true }
  }

  #repaired(text: string, { start, end, source }: Region): FoundJson | null {
    if (!this.#repair || this.#repairs === MAX_REPAIRS || !/[[{]/.test(text[start] ?? '')) return null
    this.#repairs++
    const read = readFrom(text, start, end)
    if (read === null) return null
    const value = this.#valueOf(read.json)
    return value && { ...value, source, repaired: true, start, end: read.end }
  }

  #valueOf(json: string): { value: unknown; json: string } | null {
    const value = parseJson(json)
    const problem = jsonProblemOf(value)
    if (problem !== null) this.#problems.add(problem)
    return problem === null ? { value, json } : null
  }
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

function soundIn(text: string, { start, end, source }: Region, problems: Set<string>): FoundJson | null {
  const json = text.slice(start, end)
  if (!/^\s*[[{]/.test(json)) return null
  try {
    const value: unknown = parseJson(json)
    const problem = jsonProblemOf(value)
    if (problem === null) return { value, json, source, repaired: false, start, end }
    problems.add(problem)
    return null
  } catch {
    // It may be broken JSON, or none.
    return null
  }
}

// JSON that was written into a text of JSON, so that all its quotes are escaped; and into a field of CSV.
const ESCAPED = /^[^"]*\\"/
const DOUBLED = /^[\s{[]*""[^\s":,}\]]/

function readFrom(text: string, start: number, end: number): { json: string; end: number } | null {
  const part = text.slice(start, end)
  const bare = ESCAPED.test(part)
    ? part.replaceAll(/\\(["\\])/g, '$1')
    : DOUBLED.test(part)
      ? part.replaceAll('""', '"')
      : part
  try {
    const read = readBrokenJson(bare, 0)
    return { json: read.json, end: bare === part ? start + read.end : end }
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null
    throw error
  }
}

function pastSeparators(text: string, at: number): number {
  SEPARATORS.lastIndex = at
  SEPARATORS.test(text)
  return SEPARATORS.lastIndex
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
  /^(?:\{\s*(?:"(?:\\[^]|[^"\\])*"\s*[:,]|\\"|'[^'\n]*'\s*[:,]|[\w$]+\s*:|\}|\{\s*["'])|\[\s*(?:["'{[\]]|\\"|\(\s*["'\d]|-?\d+\s*,|(?:true|false|null|None|True|False)\b))/
// An object that was closed too early.
const GOES_ON = /^\s*,\s*"[^"\n]{0,200}"\s*:/
