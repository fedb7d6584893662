/** A piece of text on a page, as the reader gives it. */
export interface PageItem {
  readonly str: string
  readonly dir: string
  readonly hasEOL: boolean
  /** The matrix of its place; the fifth number is its distance from the left edge. */
  readonly transform: readonly unknown[]
}

/** Unicode, 9.2: shapes of Arabic letters that are encoded for old fonts, and stand for the letters. */
const PRESENTATION_FORMS = /[\ufb50-\ufbb1\ufbd3-\ufd3d\ufd50-\ufdf9\ufe70-\ufefc]/g

/** The text of a page line by line, in the order in which it is read. */
export function linesOf(items: readonly PageItem[]): string {
  const lines: PageItem[][] = [[]]
  for (const item of items) {
    lines.at(-1)!.push(item)
    if (item.hasEOL) lines.push([])
  }
  return lines
    .map((line) =>
      inReadingOrder(line)
        .map(({ str }) => str)
        .join(''),
    )
    .join('\n')
    .replace(PRESENTATION_FORMS, (shape) => shape.normalize('NFKC'))
}

// A program that places each letter writes Arabic and Hebrew from left to right, as they lie on the page. Words and
// numbers of other scripts among them are written as they are read.
function inReadingOrder(line: readonly PageItem[]): readonly PageItem[] {
  const letters = line.filter(isRightToLeft)
  const isAsItLies = letters.length > 1 && placeOf(letters[0]!) < placeOf(letters.at(-1)!)
  if (!isAsItLies) return line
  const isMostly = lettersIn(letters) * 2 > lettersIn(line)
  return isMostly ? turned(line) : withTurnedRuns(line)
}

/** A line of another script with a few words from right to left. */
function withTurnedRuns(line: readonly PageItem[]): PageItem[] {
  const first = line.findIndex(isRightToLeft)
  if (first === -1) return [...line]
  const after = line.slice(first).findIndex((item) => !isRightToLeft(item) && item.str.trim() !== '')
  const end = after === -1 ? line.length : first + after
  const last = line.slice(first, end).findLastIndex(isRightToLeft) + first + 1
  return [...line.slice(0, first), ...turned(line.slice(first, last)), ...withTurnedRuns(line.slice(last))]
}

function turned(line: readonly PageItem[]): PageItem[] {
  const runs: PageItem[][] = []
  for (const item of line) {
    const last = runs.at(-1)?.at(-1)
    if (isOther(item) && last !== undefined && isOther(last)) runs.at(-1)!.push(item)
    else runs.push([item])
  }
  return runs.toReversed().flat().map(mirrored)
}

function isRightToLeft({ dir, str }: PageItem): boolean {
  return dir === 'rtl' && str.trim() !== ''
}

/** Whether a piece is read from left to right, and is not only space or a bracket. */
function isOther(item: PageItem): boolean {
  return !isRightToLeft(item) && item.str.trim() !== '' && MIRRORED[item.str] === undefined
}

/** Unicode, UAX #9, rule L4: a bracket looks the other way from right to left. */
const MIRRORED: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '«': '»',
  '»': '«',
}

function mirrored(item: PageItem): PageItem {
  const str = MIRRORED[item.str]
  return str === undefined ? item : { ...item, str }
}

function lettersIn(items: readonly PageItem[]): number {
  return items.reduce((sum, { str }) => sum + (str.match(/\p{L}/gu)?.length ?? 0), 0)
}

function placeOf({ transform }: PageItem): number {
  return Number(transform[4])
}
