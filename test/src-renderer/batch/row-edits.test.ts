import { describe, expect, it } from 'vitest'
import { createBatchSettings } from '../../../src-renderer/batch/batch-settings.ts'
import { type BatchRow, freshRow } from '../../../src-renderer/batch/rows/batch-row.ts'
import { createRowEdits } from '../../../src-renderer/batch/rows/row-edits.ts'
import { createRowList } from '../../../src-renderer/batch/rows/row-list.ts'
import { MAX_BATCH_ROWS } from '../../../src-shared/saved-batch.ts'

const row = (position: number, change: Partial<BatchRow> = {}): BatchRow => ({
  ...freshRow({ position, slug: 's', input: '{}', label: 'L', problem: '', cost: 3 }),
  ...change,
})

/** A list of rows, the changes it tells of, and how often it was saved. */
function edited(rows: readonly BatchRow[] = []) {
  const told: [string, readonly number[]][] = []
  let saves = 0
  const list = createRowList((what, positions) => told.push([what, positions]))
  list.rows.value = rows
  const edits = createRowEdits(
    list,
    ({ slug, input, label }) => row(0, { slug, input: JSON.stringify(input), label }),
    () => saves++,
  )
  const states = () => list.rows.value.map(({ state }) => state)
  return { list, edits, told, states, saves: () => saves }
}

describe('the rows of a run', () => {
  it('are replaced at their own positions, and their keeper is told which', () => {
    const { list, told } = edited([row(0), row(1), row(2)])
    list.replace([row(2, { label: 'new' }), row(0, { label: 'new' })], 'input')
    expect(list.rows.value.map(({ label }) => label)).toEqual(['new', 'L', 'new'])
    expect(told).toEqual([['input', [2, 0]]])
  })

  it('ignore what is noted of positions that do not exist', () => {
    const { list, told } = edited([row(0)])
    list.note([0, 7], () => ({ state: 'done' }))
    expect(list.rows.value).toMatchObject([{ state: 'done' }])
    expect(told).toEqual([['outcome', [0]]])
  })

  it('can be sent again after a failure, under another key', () => {
    const failed = { state: 'failed', chunk: 'a', sent_at: 5 } as const
    const { list } = edited([row(0, failed), row(1, { state: 'done' }), row(2, failed)])
    expect(list.resetFailed(new Set([1, 2]))).toEqual([2])
    expect(list.rows.value[2]).toMatchObject({ state: 'ready', chunk: null, sent_at: null })
    expect(list.resetFailed()).toEqual([0])
  })

  it('that failed or cannot be sent need attention', () => {
    const { list } = edited([row(0), row(1, { state: 'failed' }), row(2, { problem: 'text is missing' })])
    expect(list.attention.value.map(({ position }) => position)).toEqual([1, 2])
    expect(list.tally.value).toMatchObject({ rows: 3, sendable: 1, failed: 1, faulty: 1 })
  })
})

describe('an edit of rows', () => {
  it('appends rows behind the others, as many as there is room for', () => {
    const almost = Array.from({ length: MAX_BATCH_ROWS - 2 }, (_, at) => row(at))
    const { list, edits, saves } = edited(almost)
    expect(edits.append([row(0), row(0), row(0)])).toBe(2)
    expect(list.rows.value.slice(-2).map(({ position }) => position)).toEqual([
      MAX_BATCH_ROWS - 2,
      MAX_BATCH_ROWS - 1,
    ])
    expect(edits.append([row(0)])).toBe(0)
    expect(saves()).toBe(2)
  })

  it('gives a row a new input and keeps its label, unless the row is on its way', () => {
    const { list, edits, told } = edited([row(0, { state: 'failed' }), row(1, { state: 'sent' })])
    edits.edit(0, 'text-diff', { a: 1 })
    edits.edit(1, 'text-diff', { a: 1 })
    edits.edit(9, 'text-diff', { a: 1 })
    expect(list.rows.value).toMatchObject([
      { position: 0, slug: 'text-diff', input: '{"a":1}', label: 'L', state: 'ready' },
      { slug: 's', state: 'sent' },
    ])
    expect(told).toEqual([['input', [0]]])
  })

  it('removes rows, and brings them back as they were', () => {
    const rows = [row(0, { state: 'failed' }), row(1), row(2, { state: 'sent' })]
    const { edits, states, saves } = edited(rows)
    const undo = edits.remove([0, 1, 2])
    expect(states()).toEqual(['removed', 'removed', 'sent'])
    undo()
    expect(states()).toEqual(['failed', 'ready', 'sent'])
    expect(saves()).toBe(2)
  })
})

describe('the settings of a run', () => {
  it('take a new name, cut to 200 characters, and ignore an empty one', () => {
    let changes = 0
    const settings = createBatchSettings(() => changes++)
    settings.begin({ name: 'tickets', source: 'tickets.csv' })
    settings.rename('   ')
    settings.rename(' tickets ')
    expect(changes).toBe(0)
    settings.rename('x'.repeat(300))
    expect([settings.name.value.length, changes]).toEqual([200, 1])
  })

  it('change one option and keep the others', () => {
    const settings = createBatchSettings(() => undefined)
    settings.setOptions({ retry_once: true })
    settings.setOptions({ floor: 10 })
    expect(settings.info()).toEqual({ name: '', source: '', options: { retry_once: true, floor: 10 } })
    settings.set()
    expect(settings.info().options).toEqual({ retry_once: false, floor: null })
  })
})
