/** A piece of text on a page, as the reader gives it. */
export interface PageItem {
  readonly str: string
  readonly dir: string
  readonly hasEOL: boolean
  /** The matrix of its place: how far its letters run right and up, how high they are, and where it begins. */
  readonly transform: readonly unknown[]
  /** How far it reaches in the direction of its letters. */
  readonly width?: number
}

/** Unicode, 9.2: shapes of Arabic letters that are encoded for old fonts, and stand for the letters. */
const PRESENTATION_FORMS = /[\ufb50-\ufbb1\ufbd3-\ufd3d\ufd50-\ufdf9\ufe70-\ufefc]/g

/** The text of a page line by line, in the order in which it is read. */
export function linesOf(items: readonly PageItem[]): string {
  return dividedLines(items)
    .map((line) =>
      inReadingOrder(line)
        .map(({ str }) => str)
        .join(''),
    )
    .join('\n')
    .replace(PRESENTATION_FORMS, (shape) => shape.normalize('NFKC'))
}

// The reader ends a line and leaves a space where the next letters are in the direction of the text, and neither where
// a page goes on elsewhere: in another column, box or drawing.
function dividedLines(items: readonly PageItem[]): PageItem[][] {
  const lines: PageItem[][] = [[]]
  let last: PageItem | undefined
  let ends = 0
  for (const each of items) {
    const item = last && ends === 0 && isSecondPrint(last, each) ? { ...each, str: '' } : each
    if (item.str !== '') {
      const gap = last === undefined || ends > 0 ? '' : gapBetween(last, item)
      const isBelow = last !== undefined && isUpright(last, item)
      for (let left = isBelow ? 0 : gap === '\n' ? 1 : ends; left > 0; left--) lines.push([])
      if (gap === ' ') lines.at(-1)!.push({ ...item, str: gap, dir: 'ltr' })
      lines.at(-1)!.push(item)
      last = item
      ends = 0
    }
    if (item.hasEOL) ends++
  }
  return lines
}

/** A sign of a script that is also written from top to bottom, or a mark for that. */
const UPRIGHT =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\u30fc\ufe10-\ufe19\ufe30-\ufe4f\uff00-\uffef]$/u

// Programs that set Japanese from top to bottom place each sign by itself; only marks have a font that says so.
function isUpright(last: PageItem, next: PageItem): boolean {
  if (!UPRIGHT.test(last.str) || !UPRIGHT.test(next.str)) return false
  const [right = 0, , , , x = 0, y = 0] = last.transform.map(Number)
  const [, , , , nextX = 0, nextY = 0] = next.transform.map(Number)
  const down = (y - nextY) / right
  const isMark = last.dir === 'ttb' || next.dir === 'ttb'
  return Math.abs(nextX - x) < right * 0.6 && (isMark ? down > -0.2 && down < 2 : down > 0.8 && down < 1.15)
}

// Parts of the height of letters: as far up or down as no superscript goes, and as far on or back as no kerning goes.
const OTHER_LINE = 0.45
const OTHER_WORD = 0.25
const OVERLAP = 0.5
const SECOND_PRINT = 0.15
// Scripts that put no space between words, but spread their signs to fill a line.
const UNSPACED_START = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const UNSPACED_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]$/u

// Bold letters and letters with a halo are often printed twice, a hair's breadth apart.
function isSecondPrint(last: PageItem, next: PageItem): boolean {
  const [right = 0, up = 0, , , x = 0, y = 0] = last.transform.map(Number)
  const [, , , , nextX = 0, nextY = 0] = next.transform.map(Number)
  const isSame = last.str === next.str && last.str.trim() !== ''
  return isSame && Math.hypot(nextX - x, nextY - y) < Math.hypot(right, up) * SECOND_PRINT
}

/** What is between two pieces of text that follow each other: nothing, a space, or the end of a line. */
export function gapBetween(last: PageItem, next: PageItem): '' | ' ' | '\n' {
  const [right = 0, up = 0, , , x = 0, y = 0] = last.transform.map(Number)
  const [nextRight = 0, nextUp = 0, , , nextX = 0, nextY = 0] = next.transform.map(Number)
  const size = Math.hypot(right, up)
  const larger = Math.max(size, Math.hypot(nextRight, nextUp))
  if (size === 0 || last.width === undefined) return ''
  const along = ((nextX - x) * right + (nextY - y) * up) / size
  const across = ((nextY - y) * right - (nextX - x) * up) / size
  if (Math.abs(across) > larger * OTHER_LINE) return '\n'
  if (/\s$/.test(last.str) || /^\s/.test(next.str) || last.dir !== 'ltr' || next.dir !== 'ltr') return ''
  const gap = along - last.width
  const isUnspaced = UNSPACED_END.test(last.str) && UNSPACED_START.test(next.str)
  return gap > larger * (isUnspaced ? 1 : OTHER_WORD) || gap < -larger * OVERLAP ? ' ' : ''
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
