import { describe, expect, it } from 'vitest'
import { remarksOf } from '../../../src-shared/kinds/remarks.ts'

describe('the remarks of a tool', () => {
  it('are said beside a main output that has none of them', () => {
    const data = { rows: [], warnings: ['line 2 has 3 fields'], ignored: [{ line: 4 }], truncated: true }
    expect(remarksOf(data, 'rows')).toEqual([
      'warnings: line 2 has 3 fields',
      'ignored: {"line":4}',
      'truncated: there is more than this answer holds',
    ])
  })

  it('are not said again where the whole output is shown, or where they are the main output', () => {
    expect(remarksOf({ warnings: ['a'] }, null)).toEqual([])
    expect(remarksOf({ warnings: ['a'] }, 'warnings')).toEqual([])
  })

  it('are at most ten lines and how many more there are', () => {
    const lines = remarksOf({ notes: Array.from({ length: 25 }, (_, i) => `n${i}`) }, 'value')
    expect(lines).toHaveLength(11)
    expect(lines.at(-1)).toBe('15 more are in the whole answer')
  })

  it('are left out where warnings are only counted', () => {
    expect(remarksOf({ warnings: 2, truncated: false }, 'value')).toEqual([])
  })
})
