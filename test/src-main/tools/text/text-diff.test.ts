import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'

interface Diff {
  readonly identical: boolean
  readonly operations: readonly { readonly op: string; readonly text: string; readonly count: number }[]
  readonly deleted: number
  readonly inserted: number
  readonly unchanged: number
  readonly minimal: boolean
}

// The output schema, which runTool has just applied, is what says that it has this shape.
const diff = (before: string, after: string, options: object = {}) =>
  runTool('text-diff', { before, after, ...options }) as Promise<Diff>

const without = (op: string, { operations }: Diff) =>
  operations
    .filter((one) => one.op !== op)
    .map(({ text }) => text)
    .join('')

const anyText = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', '\n', '\r', '😀', '😁', 'e', '\u0301', '👨‍👩‍👧'),
})
const anyUnit = fc.constantFrom('line', 'word', 'character')

describe('text-diff', () => {
  it('loses nothing: what is kept and deleted is before, what is kept and inserted is after', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyText, anyUnit, async (before, after, by) => {
        const answer = await diff(before, after, { by })
        expect(without('insert', answer)).toBe(before)
        expect(without('delete', answer)).toBe(after)
        expect(answer.identical).toBe(before === after)
      }),
      { seed: 7, numRuns: 300 },
    )
  })

  it('needs no more edits than the longest common subsequence leaves', async () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(letters, letters, async (before, after) => {
        const { unchanged } = await diff(before, after, { by: 'character' })
        expect(unchanged).toBe(longestCommon(before, after))
      }),
      { seed: 7, numRuns: 300 },
    )
  })

  it('finds the five edits of the example in Myers, "An O(ND) difference algorithm"', async () => {
    const answer = await diff('ABCABBA', 'CBABAC', { by: 'character' })
    expect(answer).toMatchObject({ deleted: 3, inserted: 2, unchanged: 4, minimal: true })
  })

  it('puts a deletion before an insertion and never two of a kind in a row', async () => {
    const { operations } = await diff('a1b2c3', 'a9b8c7d', { by: 'character' })
    expect(operations.map(({ op }) => op).join(' ')).toBe(
      'equal delete insert equal delete insert equal delete insert',
    )
  })

  it.each([
    ['a family', '👨‍👩‍👧', '👨‍👩‍👦'],
    ['an accent', 'e\u0301', 'e\u0300'],
    ['a flag', '🇩🇪', '🇩🇰'],
    ['a line break', '\r\n', '\n'],
  ])('never splits %s', async (_, before, after) => {
    expect((await diff(before, after, { by: 'character' })).operations).toEqual([
      { op: 'delete', text: before, count: 1 },
      { op: 'insert', text: after, count: 1 },
    ])
  })

  it('notices a missing line break at the end, and other kinds of line break', async () => {
    expect(await diff('a\nb', 'a\nb\n')).toMatchObject({ identical: false, unchanged: 1 })
    expect(await diff('a\r\nb\r\n', 'a\nb\n')).toMatchObject({ identical: false, unchanged: 0 })
    expect(await diff('a\rb\r', 'a\rc\r')).toMatchObject({ unchanged: 1, deleted: 1, inserted: 1 })
    expect(await diff('a\r\nb\r\n', 'a\nb\n', { ignore_whitespace: true })).toMatchObject({
      identical: true,
    })
  })

  it('shows what it ignores as it is in the second text', async () => {
    const options = { by: 'word', ignore_case: true, ignore_whitespace: true }
    expect((await diff('The  End', 'THE END', options)).operations).toEqual([
      { op: 'equal', text: 'THE END', count: 3 },
    ])
  })

  it('has no operations for two empty texts', async () => {
    expect(await diff('', '')).toEqual({
      identical: true,
      operations: [],
      deleted: 0,
      inserted: 0,
      unchanged: 0,
      minimal: true,
    })
  })

  it('still answers correctly, and says so, when the shortest way would take too long', async () => {
    const lines = (mark: string) => Array.from({ length: 4000 }, (_, i) => `${mark}${i}\n`).join('')
    const answer = await diff(`head\n${lines('a')}tail\n`, `head\n${lines('b')}tail\n`)
    expect(answer).toMatchObject({ minimal: false, unchanged: 2, deleted: 4000, inserted: 4000 })
    expect(without('insert', answer)).toBe(`head\n${lines('a')}tail\n`)
    expect(without('delete', answer)).toBe(`head\n${lines('b')}tail\n`)
  })

  it('keeps head and tail apart when it gives up', async () => {
    const before = 'x'.repeat(3000)
    const answer = await diff(before, `${before}${before}x`, { by: 'character' })
    expect(without('insert', answer)).toBe(before)
    expect(answer).toMatchObject({ unchanged: 3000, inserted: 3001 })
  })

  it.each([
    { before: 'a' },
    { before: 'a', after: '\ud800' },
    { before: 'a', after: 'b', by: 'byte' },
    { before: 'a', after: 'b'.repeat(500_001) },
  ])('refuses an input outside its schema (%#)', async (input) => {
    await expect(runTool('text-diff', input)).rejects.toMatchObject({ name: 'ZodError' })
  })
})

// The textbook recurrence, as an oracle that shares nothing with the library.
function longestCommon(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0))
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      table[i]![j] =
        a[i] === b[j] ? table[i + 1]![j + 1]! + 1 : Math.max(table[i + 1]![j]!, table[i]![j + 1]!)
  return table[0]![0]!
}
