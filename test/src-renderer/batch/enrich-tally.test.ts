import { describe, expect, it } from 'vitest'
import { CELL } from '../../../src-renderer/batch/enrich/cells.ts'
import { TableTally } from '../../../src-renderer/batch/enrich/enrich-tally.ts'
import { freshColumns } from '../../../src-renderer/batch/enrich/shown-table.ts'

const PLAN = {
  names: ['a'],
  columns: ['A', 'B'].map((id) => ({ id, slug: id, name: id, shows: null, fields: {} })),
  chain: true,
  once: true,
}
const priceOf = (slug: string) => (slug === 'A' ? 1 : 3)

function tableOf(count: number) {
  const rows = Array.from({ length: count }, (_, row) => [row])
  return { plan: PLAN, rows, cells: freshColumns(PLAN, count) }
}

describe('the figures of a table', () => {
  // Catches: a figure that drifts from the cells it counts, however they change.
  it('are after any changes what counting the whole table again gives', () => {
    const table = tableOf(300)
    const tally = new TableTally(table)
    for (let step = 0; step < 2_000; step++) {
      const row = (step * 131 + step * step) % 300
      const cells = table.cells.get(step % 2 === 0 ? 'A' : 'B')!
      cells.state[row] = (step * 7 + (step >> 3)) % 6
      cells.credits[row]! += step % 5 === 0 ? 1 : 0
      tally.note(row)
      if (step % 250 === 0) expect(tally.figures(priceOf)).toEqual(new TableTally(table).figures(priceOf))
    }
    expect(tally.figures(priceOf)).toEqual(new TableTally(table).figures(priceOf))
  })

  it('look at the rows that have changed, and at no other', () => {
    const table = tableOf(50_000)
    const tally = new TableTally(table)
    const looked = new Set<unknown>()
    for (const cells of table.cells.values())
      Object.defineProperty(cells, 'state', {
        value: new Proxy(cells.state, { get: (state, at) => (looked.add(at), state[Number(at)]) }),
      })
    for (const row of [7, 31_000]) tally.note(row)
    tally.figures(priceOf)
    expect([...looked].map(Number).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 7, 31_000])
  })

  it('list the first cells that need a look, and count what is open', () => {
    const table = tableOf(100)
    for (const row of [90, 3, 50]) table.cells.get('B')!.state[row] = CELL.failed
    table.cells.get('A')!.state[50] = CELL.faulty
    table.cells.get('A')!.state[3] = CELL.done
    const figures = new TableTally(table).figures(priceOf)
    expect(figures.bad.map(({ id, row }) => `${id}${row}`)).toEqual(['B3', 'A50', 'B50', 'B90'])
    expect(figures).toMatchObject({ openRows: 98, failed: 3, ahead: 98 + 97 * 3 })
    expect(figures.preview).toMatchObject({ cells: 10, done: 1, failed: 1, open: 8, cost: 4 + 12 })
  })
})
