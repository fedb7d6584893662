import { expect, it } from 'vitest'
import { outputHeadOf, outputTextOf } from '../../../src-renderer/gateway/output-text.ts'

const DATA = { _engine: 'real' as const, rows: [{ a: 1 }], warnings: ['Row 2 is short.'], truncated: true }

// Catches: a value that is shown and copied alone, as if it were all that the tool had to say.
it.each([
  ['an output', outputTextOf(DATA, 'rows')],
  ['the head of a large output', outputHeadOf(DATA, 'rows', 100)],
])('keeps with %s what the tool says of it', (_name, output) => {
  expect(output.text).not.toContain('short')
  expect(output.remarks).toEqual([
    'warnings: Row 2 is short.',
    'truncated: there is more than this answer holds',
  ])
})

it('says nothing beside an output that is whole', () => {
  expect(outputTextOf(DATA, null)).not.toHaveProperty('remarks')
  expect(outputTextOf({ _engine: 'real', rows: [] }, 'rows')).not.toHaveProperty('remarks')
})

it('cuts a remark that quotes a long row, and shows that it does', () => {
  const [remark] = outputTextOf({ ...DATA, warnings: ['x'.repeat(10_000)] }, 'rows').remarks ?? []
  expect(remark).toHaveLength(301)
  expect(remark).toMatch(/x…$/)
})
