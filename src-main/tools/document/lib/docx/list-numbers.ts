import { childrenOf, isWord, valueOf, wordChild, wordElements } from './word-xml.ts'

interface Level {
  readonly start: number
  readonly format: string
  /** Such as `%1.%2`. */
  readonly text: string
  /** The style whose paragraphs have this level. */
  readonly style: string | null
}

interface List {
  /** Lists of one definition count on where another ended. */
  readonly definition: string
  readonly levels: ReadonlyMap<number, Level>
  readonly restarts: ReadonlyMap<number, number>
}

/** The place of a paragraph in a list. */
export interface ListPlace {
  readonly list: string
  readonly level: number
}

/** How a numbered paragraph is shown. */
export interface ShownNumber {
  readonly format: string
  readonly number: number
  /** The number with those of the levels above it, such as `2.1`. */
  readonly label: string
}

const MOST_LEVELS = 9

/** The lists of a document, by the ids of its numbering part (ECMA-376, 17.9). */
export class ListNumbers {
  readonly #lists: ReadonlyMap<string, List>
  readonly #counts = new Map<string, number[]>()
  readonly #begun = new Set<string>()

  constructor(numbering: Document | null) {
    this.#lists = numbering ? listsOf(numbering) : new Map()
  }

  /** The level that a list gives to paragraphs of a style. */
  levelOfStyle(list: string, style: string): number | null {
    const levels = this.#lists.get(list)?.levels ?? new Map<number, Level>()
    return [...levels].find(([, level]) => level.style === style)?.[0] ?? null
  }

  /**
   * Counts a paragraph; all paragraphs have to be counted in their order.
   * @returns null when its list is not defined
   */
  count({ list: id, level }: ListPlace): ShownNumber | null {
    const list = this.#lists.get(id)
    const defined = list?.levels.get(level)
    if (!list || !defined) return null
    const counts = this.#counts.get(list.definition) ?? []
    this.#counts.set(list.definition, counts)
    const restart = list.restarts.get(level)
    const place = `${id}/${level}`
    if (restart !== undefined && !this.#begun.has(place)) counts[level] = restart - 1
    this.#begun.add(place)
    for (let above = 0; above < level; above++) counts[above] ??= list.levels.get(above)?.start ?? 1
    counts[level] = (counts[level] ?? defined.start - 1) + 1
    counts.length = level + 1
    const label = defined.text.replaceAll(/%([1-9])/g, (_, place: string) => {
      const at = Number(place) - 1
      return writtenNumber(counts[at] ?? 0, list.levels.get(at)?.format ?? 'decimal')
    })
    return { format: formatOf(defined), number: counts[level], label }
  }
}

/** A bullet of spaces is not seen: pandoc writes the further paragraphs of an item so. */
function formatOf({ format, text }: Level): string {
  return format === 'bullet' && text.trim() === '' ? 'none' : format
}

function listsOf(numbering: Document): Map<string, List> {
  const definitions = new Map(
    wordElements(numbering, 'abstractNum').map((each) => [
      valueOf(each, 'abstractNumId') ?? '',
      levelsOf(each),
    ]),
  )
  return new Map(
    wordElements(numbering, 'num').map((each) => {
      const definition = valueOf(wordChild(each, 'abstractNumId')) ?? ''
      const overrides = childrenOf(each).filter((child) => isWord(child, 'lvlOverride'))
      const restarts = overrides.flatMap((override) => {
        const start = valueOf(wordChild(override, 'startOverride'))
        return start === null ? [] : [[Number(valueOf(override, 'ilvl')), Number(start)] as const]
      })
      const levels = new Map([
        ...(definitions.get(definition) ?? []),
        ...overrides.flatMap((one) => [...levelsOf(one)]),
      ])
      return [valueOf(each, 'numId') ?? '', { definition, levels, restarts: new Map(restarts) }]
    }),
  )
}

function levelsOf(parent: Element): Map<number, Level> {
  return new Map(
    childrenOf(parent)
      .filter((child) => isWord(child, 'lvl'))
      .slice(0, MOST_LEVELS)
      .map((each) => [
        Number(valueOf(each, 'ilvl') ?? 0),
        {
          start: Number(valueOf(wordChild(each, 'start')) ?? 1),
          format: valueOf(wordChild(each, 'numFmt')) ?? 'decimal',
          text: valueOf(wordChild(each, 'lvlText')) ?? '',
          style: valueOf(wordChild(each, 'pStyle')),
        },
      ]),
  )
}

const ROMAN: readonly (readonly [string, number])[] = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
]
/** Larger numbers are not written in letters. */
const MOST_IN_LETTERS = 780

/** A number in one of the formats of ECMA-376, 17.18.59; in digits where that is not in Latin letters. */
function writtenNumber(number: number, format: string): string {
  if (format === 'decimalZero') return String(number).padStart(2, '0')
  if (number < 1 || number > MOST_IN_LETTERS) return String(number)
  if (format === 'lowerLetter' || format === 'upperLetter') {
    // After z comes aa, then bb.
    const letter = String.fromCodePoint(97 + ((number - 1) % 26)).repeat(Math.ceil(number / 26))
    return format === 'upperLetter' ? letter.toUpperCase() : letter
  }
  if (format === 'lowerRoman' || format === 'upperRoman') {
    let [rest, roman] = [number, '']
    for (const [sign, value] of ROMAN) for (; rest >= value; rest -= value) roman += sign
    return format === 'upperRoman' ? roman.toUpperCase() : roman
  }
  return String(number)
}
