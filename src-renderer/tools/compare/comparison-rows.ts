import { highlightLine, MAX_HIGHLIGHT_CHARS, type Token } from '../../ui/text/highlight.ts'
import { diffSequences } from './diff-sequences.ts'

/** A part of a line in one colour; marked if only this side has it. */
export interface Piece extends Token {
  readonly marked: boolean
}

/** A line of one side, and the part of it that the other side has not. */
export interface SideLine {
  readonly number: number
  readonly text: string
  readonly marks: readonly (readonly [from: number, to: number])[]
}

export type ComparisonRow =
  | { readonly kind: 'same'; readonly left: SideLine; readonly right: SideLine }
  /** Without a left side it was added, without a right side removed. */
  | { readonly kind: 'changed'; readonly left: SideLine | null; readonly right: SideLine | null }
  /** Equal lines that are not shown; `at` tells them from others. */
  | { readonly kind: 'folded'; readonly at: number; readonly count: number }

export interface Comparison {
  readonly rows: readonly ComparisonRow[]
  readonly counts: { readonly added: number; readonly removed: number; readonly changed: number }
}

/** Equal lines shown around a difference, and how many more are worth folding. */
const MARGIN = 4
const FOLD_LEAST = 8
/** Of longer lines it is not told which words differ. */
const MAX_MARKED_CHARS = 4_000

/**
 * Compares two texts line by line.
 * @param opened the places of folded lines that are shown all the same
 */
export function compareTexts(left: string, right: string, opened: ReadonlySet<number>): Comparison {
  const [lefts, rights] = [left.split('\n'), right.split('\n')]
  const rows: ComparisonRow[] = []
  const counts = { added: 0, removed: 0, changed: 0 }
  let [leftAt, rightAt] = [0, 0]
  const addSame = (end: number): void => {
    const count = end - leftAt
    const [head, tail] = [leftAt === 0 ? 0 : MARGIN, end === lefts.length ? 0 : MARGIN]
    const folds = count - head - tail >= FOLD_LEAST && !opened.has(leftAt)
    for (let step = 0; step < count; step++) {
      if (folds && step === head) {
        rows.push({ kind: 'folded', at: leftAt, count: count - head - tail })
        step = count - tail - 1
      } else {
        const text = lefts[leftAt + step]!
        rows.push({
          kind: 'same',
          left: { number: leftAt + step + 1, text, marks: [] },
          right: { number: rightAt + step + 1, text, marks: [] },
        })
      }
    }
  }
  for (const { leftFrom, leftTo, rightFrom, rightTo } of diffSequences(lefts, rights)) {
    addSame(leftFrom)
    const [removed, added] = [leftTo - leftFrom, rightTo - rightFrom]
    counts.changed += Math.min(removed, added)
    counts.removed += Math.max(0, removed - added)
    counts.added += Math.max(0, added - removed)
    for (let step = 0; step < Math.max(removed, added); step++) {
      const [old, now] = [lefts[leftFrom + step], rights[rightFrom + step]]
      const [one, other] = [step < removed ? (old ?? null) : null, step < added ? (now ?? null) : null]
      const marks = one !== null && other !== null ? differingParts(one, other) : null
      rows.push({
        kind: 'changed',
        left: one === null ? null : { number: leftFrom + step + 1, text: one, marks: marks?.left ?? [] },
        right:
          other === null ? null : { number: rightFrom + step + 1, text: other, marks: marks?.right ?? [] },
      })
    }
    ;[leftAt, rightAt] = [leftTo, rightTo]
  }
  addSame(lefts.length)
  return { rows, counts }
}

const wordsOf = (line: string): string[] => line.match(/[\p{L}\p{N}_]+|\s+|./gsu) ?? []

/** The words in which two lines differ. */
function differingParts(
  left: string,
  right: string,
): Readonly<Record<'left' | 'right', SideLine['marks']>> {
  if (left.length + right.length > MAX_MARKED_CHARS) return { left: [], right: [] }
  const [lefts, rights] = [wordsOf(left), wordsOf(right)]
  const stretches = diffSequences(lefts, rights)
  return {
    left: partsOf(
      lefts,
      stretches.map(({ leftFrom, leftTo }) => [leftFrom, leftTo] as const),
    ),
    right: partsOf(
      rights,
      stretches.map(({ rightFrom, rightTo }) => [rightFrom, rightTo] as const),
    ),
  }
}

/** The parts of a line in characters, from parts in words. */
function partsOf(
  words: readonly string[],
  spans: readonly (readonly [number, number])[],
): SideLine['marks'] {
  const starts = [0]
  for (const word of words) starts.push(starts.at(-1)! + word.length)
  return spans.filter(([from, to]) => from < to).map(([from, to]) => [starts[from]!, starts[to]!])
}

/** A line in its colours, cut where what differs begins and ends. */
export function piecesOf({ text, marks }: SideLine): readonly Piece[] {
  const tokens =
    text.length > MAX_HIGHLIGHT_CHARS ? [{ text, tone: 'plain' as const }] : highlightLine(text)
  const cuts = marks.flat()
  const pieces: Piece[] = []
  let at = 0
  for (const token of tokens) {
    const end = at + token.text.length
    const inside = cuts.filter((cut) => at < cut && cut < end)
    for (const [from, to] of [at, ...inside].map((cut, index) => [cut, inside[index] ?? end] as const))
      pieces.push({
        text: text.slice(from, to),
        tone: token.tone,
        marked: marks.some(([start, stop]) => start <= from && to <= stop),
      })
    at = end
  }
  return pieces
}
