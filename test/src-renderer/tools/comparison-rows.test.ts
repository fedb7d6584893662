import { describe, expect, it } from 'vitest'
import { compareTexts, piecesOf } from '../../../src-renderer/tools/compare/comparison-rows.ts'
import { diffSequences } from '../../../src-renderer/tools/compare/diff-sequences.ts'

const NONE = new Set<number>()

/** Puts the right together from the left and what differs. */
function applied(left: readonly string[], right: readonly string[]): readonly string[] {
  const made: string[] = []
  let at = 0
  for (const { leftFrom, leftTo, rightFrom, rightTo } of diffSequences(left, right)) {
    made.push(...left.slice(at, leftFrom), ...right.slice(rightFrom, rightTo))
    at = leftTo
  }
  return [...made, ...left.slice(at)]
}

function lettersOf(seed: number, length: number): string[] {
  let state = seed
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return 'abcd'[(state >> 16) % 4]!
  })
}

const editsIn = (left: readonly string[], right: readonly string[]): number =>
  diffSequences(left, right).reduce(
    (sum, { leftFrom, leftTo, rightFrom, rightTo }) => sum + leftTo - leftFrom + rightTo - rightFrom,
    0,
  )

/** The fewest edits, by the table that every textbook has. */
function fewestEdits(left: readonly string[], right: readonly string[]): number {
  let former = right.map((_, index) => index + 1)
  former.unshift(0)
  for (const [row, item] of left.entries()) {
    const next = [row + 1]
    for (const [column, other] of right.entries())
      next.push(item === other ? former[column]! : Math.min(former[column + 1]!, next[column]!) + 1)
    former = next
  }
  return former.at(-1)!
}

describe('diffSequences', () => {
  it('tells what makes the right of the left, whatever they are', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const [left, right] = [lettersOf(seed, seed % 17), lettersOf(seed + 7_000, (seed * 3) % 13)]
      expect(applied(left, right)).toEqual(right)
    }
  })

  it('finds the fewest edits between items that come several times', () => {
    for (let seed = 1; seed <= 100; seed++) {
      // Doubled, so that no item is there only once.
      const [left, right] = [lettersOf(seed, 12), lettersOf(seed + 900, 11)].map((items) => [
        ...items,
        ...'abcdabcd',
      ]) as [string[], string[]]
      expect(editsIn(left, right)).toBe(fewestEdits(left, right))
    }
  })

  it('compares texts of which all lines differ as one stretch', () => {
    const left = Array.from({ length: 2_000 }, (_, index) => `left ${index % 900}`)
    const right = Array.from({ length: 2_500 }, (_, index) => `right ${index % 900}`)
    expect(diffSequences(left, right)).toEqual([
      { leftFrom: 0, leftTo: 2_000, rightFrom: 0, rightTo: 2_500 },
    ])
  })
})

describe('compareTexts', () => {
  it('counts added, removed and changed lines', () => {
    expect(compareTexts('a\nb\nc', 'a\nB\nc\nd', NONE).counts).toEqual({ added: 1, removed: 0, changed: 1 })
    expect(compareTexts('a\nb\nc', 'a', NONE).counts).toEqual({ added: 0, removed: 2, changed: 0 })
  })

  it('folds equal lines far from a difference, and shows them when asked', () => {
    const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`)
    const [left, right] = [lines.join('\n'), [...lines.slice(0, 39), 'other'].join('\n')]
    const [first, ...rest] = compareTexts(left, right, NONE).rows
    expect(first).toEqual({ kind: 'folded', at: 0, count: 35 })
    expect(rest).toHaveLength(5)
    expect(compareTexts(left, right, new Set([0])).rows).toHaveLength(40)
  })

  it('marks only the words of a line that differ', () => {
    const [row] = compareTexts('"seats": 4, "plan": "team"', '"seats": 12, "plan": "team"', NONE).rows
    if (row?.kind !== 'changed' || !row.right) throw new Error('The line differs.')
    expect(
      piecesOf(row.right)
        .filter(({ marked }) => marked)
        .map(({ text }) => text),
    ).toEqual(['12'])
    expect(
      piecesOf(row.right)
        .map(({ text }) => text)
        .join(''),
    ).toBe(row.right.text)
  })
})
