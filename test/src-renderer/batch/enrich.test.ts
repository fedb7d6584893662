import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import type { NewColumn } from '../../../src-shared/saved-batch.ts'
import { useBalance } from '../../../src-renderer/balance/balance.ts'
import { CELL, shownText } from '../../../src-renderer/batch/enrich/cells.ts'
import { useEnrich } from '../../../src-renderer/batch/enrich/enrich.ts'
import { useEnrichOpen } from '../../../src-renderer/batch/enrich/enrich-open.ts'
import { useEnrichRun } from '../../../src-renderer/batch/enrich/run/enrich-run.ts'
import { exportTable } from '../../../src-renderer/batch/enrich/export-table.ts'
import { firstTool, guessFields } from '../../../src-renderer/batch/enrich/columns/guess-column.ts'
import { useCatalogue } from '../../../src-renderer/tools/catalogue.ts'
import { type Interference, openPageStores } from '../../support/browser/page-stores.ts'

const PARTS: NewColumn = {
  id: 'A',
  slug: 'net-url-parse',
  name: 'host',
  shows: 'host',
  fields: { url: { own: 1 } },
}
const HASH: NewColumn = {
  id: 'B',
  slug: 'crypto-hash-sha256',
  name: 'hash',
  shows: 'hash',
  fields: { text: { from: 'A' } },
}
const lose: Interference = (path) =>
  path === '/v1/batch' ? Promise.reject(new TypeError('Failed to fetch')) : null

/** Companies with a website each; every tenth has none that could be read, and every third shares one. */
function table(rows: number): string {
  const sites = Array.from({ length: rows }, (_, i) =>
    i % 10 === 9
      ? 'not an address'
      : `https://shop${i % 3 === 0 ? '' : i}.example/a?b=${i % 3 === 0 ? 0 : i}`,
  )
  return `company,website,code\n${sites.map((site, i) => `"Firm, ${i}",${site},00${i}`).join('\n')}\n`
}

async function opened(text: string, columns: readonly NewColumn[] = [PARTS, HASH]) {
  const stores = await openPageStores()
  await useEnrichOpen().read(text)
  for (const column of columns) useEnrich().putColumn(column)
  const batches = () => stores.sent.filter(({ path }) => path === '/v1/batch')
  const calls = () =>
    batches().reduce((sum, { init }) => sum + JSON.parse(String(init.body)).calls.length, 0)
  return { ...stores, batches, calls, balance: useBalance() }
}

const shownAt = (id: string, row: number) => {
  const { plan, cells } = useEnrich().table()
  const data = cells.get(id)?.data[row]
  return data && shownText(data, plan.columns.find((column) => column.id === id)?.shows ?? null)
}
const stateAt = (id: string, row: number) => useEnrich().table().cells.get(id)?.state[row]

async function exported(format: 'csv' | 'json'): Promise<string> {
  return await new Blob([...(await exportTable(useEnrich().table(), format))]).text()
}

describe('new columns of a table', () => {
  it('guess their tool and fields, also from the result of the column before', async () => {
    await openPageStores()
    await useEnrichOpen().read(table(5))
    const { bySlug, tools } = useCatalogue()
    expect(firstTool(useEnrich().table(), tools)).toBe('net-url-parse')
    expect(guessFields(useEnrich().table(), 'A', 'net-url-parse', bySlug)).toEqual({ url: { own: 1 } })
    useEnrich().putColumn({ ...PARTS, name: 'text' })
    await useEnrichRun().start(2)
    expect(guessFields(useEnrich().table(), 'B', 'crypto-hash-sha256', bySlug)).toEqual({
      text: { from: 'A' },
    })
  })

  it('run for the first rows alone in a preview, and say before what it costs at most', async () => {
    const { calls, balance } = await opened(table(40))
    const enrich = useEnrich()
    expect(enrich.tally).toMatchObject({ ahead: 80, calls: 80, preview: { cost: 10, open: 10 } })
    const before = balance.credits!
    await useEnrichRun().start(5)
    // Rows 1 and 4 share an address, so each column has four calls.
    expect(calls()).toBe(8)
    expect(balance.credits).toBe(before - 8)
    expect(enrich.tally.preview).toMatchObject({ done: 10, failed: 0, spent: 8, open: 0 })
    expect([shownAt('A', 1), shownAt('A', 3), stateAt('A', 5)]).toEqual([
      'shop1.example',
      'shop.example',
      CELL.unsent,
    ])
  })

  it('ask for the same input once, charge a failure nothing, and leave what needs it unsent', async () => {
    const { calls, balance, batches } = await opened(table(120))
    const enrich = useEnrich()
    const before = balance.credits!
    await useEnrichRun().start()
    const [first, second] = enrich.tally.columns
    // 12 rows fail; of the 40 that share an address 36 can be read.
    expect([first?.done, first?.failed, second?.done, second?.skipped]).toEqual([108, 12, 108, 12])
    expect(first?.spent).toBe(73)
    expect(balance.credits).toBe(before - 146)
    expect(enrich.tally).toMatchObject({ spent: 146, ahead: 0, openRows: 0 })
    expect(calls()).toBe(73 + 1 + 73)
    expect(batches().every(({ init }) => JSON.parse(String(init.body)).calls.length <= 50)).toBe(true)
    expect(enrich.table().cells.get('A')?.errors.get(9)?.code).toBe('validation_error')
  })

  // Catches: cells that are asked again, or lost, because their answer found no page any more.
  it('lose nothing and pay nothing twice over five reloads in the middle of requests', async () => {
    const { net, reload, balance } = await opened(table(300))
    const before = balance.credits!
    await useEnrich().save()
    const id = useEnrich().id!
    for (let round = 0; round < 5; round++) {
      let left = 1 + (round % 2)
      net.after = (path) => {
        if (path === '/v1/batch' && --left === 0) net.meddle = lose
      }
      net.meddle = (path) => (path === '/v1/batch' && left <= 0 ? lose(path, {}) : null)
      const run = useEnrichRun()
      void run.start()
      await expect.poll(() => run.phase.kind).toBe('paused')
      net.meddle = () => Promise.reject(new TypeError('Failed to fetch'))
      run.stop()
      net.after = () => undefined
      net.meddle = () => null
      await reload()
      await useEnrichOpen().open(id)
    }
    await useEnrichRun().start()
    const { columns, spent } = useEnrich().tally
    expect(columns.map(({ done, failed, skipped }) => [done, failed, skipped])).toEqual([
      [270, 30, 0],
      [270, 0, 30],
    ])
    expect(spent).toBe(before - useBalance().credits!)
    // 180 rows have an address of their own, and all the others share one.
    expect(spent).toBe(2 * columns[0]!.spent)
    expect(columns[0]!.spent).toBe(181)
  })

  // Catches: a column that is added while the table is first saved, and gone after a reload.
  it('are saved as they are, also when one is added while the table is on its way', async () => {
    const { net, reload } = await openPageStores()
    let answer = () => {}
    net.meddle = (path) => {
      if (path !== '/app/batches') return null
      net.meddle = () => null
      useEnrich().putColumn(PARTS)
      answer()
      return null
    }
    const asked = new Promise<void>((done) => (answer = done))
    await useEnrichOpen().read(table(5))
    await asked
    useEnrich().putColumn(HASH)
    await useEnrich().save()
    const { id } = useEnrich()
    await reload()
    await useEnrichOpen().open(id!)
    expect(useEnrich().plan.columns.map((column) => column.id)).toEqual(['A', 'B'])
  })

  it('ask for one cell again, and for the one behind it', async () => {
    const { calls } = await opened('company,website\nA,https://a.example\nB,\nC,https://c.example\n')
    const enrich = useEnrich()
    await useEnrichRun().start()
    expect([stateAt('A', 1), stateAt('B', 1)]).toEqual([CELL.faulty, CELL.skipped])
    expect(enrich.table().cells.get('A')?.errors.get(1)?.message).toBe('url is missing')
    const before = calls()
    enrich.putColumn({ ...PARTS, fields: { url: { value: 'https://same.example' } } })
    expect([stateAt('A', 0), stateAt('B', 0)]).toEqual([CELL.unsent, CELL.unsent])
    await useEnrichRun().retry({ id: 'A', row: 1 })
    expect(calls()).toBe(before + 2)
    expect([shownAt('A', 1), stateAt('B', 1), stateAt('A', 0)]).toEqual([
      'same.example',
      CELL.done,
      CELL.unsent,
    ])
  })

  it('stop before what the balance does not cover, and say so', async () => {
    const { balance } = await opened(table(900))
    await useEnrichRun().start()
    expect(useEnrichRun().end).toMatchObject({
      kind: 'short',
      text: expect.stringContaining('your balance is 0'),
    })
    expect(balance.credits).toBe(0)
    expect(useEnrich().tally.sent).toBe(0)
    expect(useEnrich().tally.ahead).toBeGreaterThan(0)
  })

  it('are sent only after the table was saved', async () => {
    const { net, batches } = await opened(table(5))
    await useEnrich().save()
    net.meddle = (path) =>
      path.endsWith('/outcomes')
        ? Response.json(
            { ok: false, error: { code: 'storage_full', message: 'No room.' } },
            { status: 507 },
          )
        : null
    await useEnrichRun().start()
    expect(batches()).toEqual([])
    expect(useEnrichRun().end?.text).toBe('Stopped, because the table could not be saved. No room.')
    expect(stateAt('A', 0)).toBe(CELL.unsent)
  })

  it('are exported behind the columns of the table, which stay as they were', async () => {
    await opened(table(12))
    await useEnrichRun().start()
    const csv = Papa.parse<Record<string, string>>(await exported('csv'), {
      header: true,
      skipEmptyLines: true,
    })
    expect(csv.meta.fields).toEqual(['company', 'website', 'code', 'host', 'host (error)', 'hash'])
    expect(csv.data[1]).toMatchObject({ company: 'Firm, 1', code: '001', host: 'shop1.example' })
    expect(csv.data[9]).toMatchObject({ website: 'not an address', host: '', hash: '' })
    expect(csv.data[9]?.['host (error)']).toMatch(/^validation_error: /)
    const json = JSON.parse(await exported('json'))
    expect(json).toHaveLength(12)
    expect(json[0]).toMatchObject({ company: 'Firm, 0', code: '000', host: 'shop.example' })
    expect(json[9].host).toBeNull()
  })

  it('are written to a workbook that the tool for workbooks reads, and a workbook is read for its price', async () => {
    const { balance } = await opened('name,seats,code\nÄpfel & Birnen,12.5,007\n"<b>\u0001 =1+1",-3,\n', [])
    const parts = await exportTable(useEnrich().table(), 'xlsx')
    const file = new File([...parts], 'fruit.xlsx')
    const before = balance.credits!
    const opening = useEnrichOpen()
    await opening.read(file)
    expect(opening.spreadsheet).not.toBeNull()
    await opening.readPaid()
    await balance.refresh()
    expect(balance.credits).toBe(before - 3)
    expect(useEnrich().plan.names).toEqual(['name', 'seats', 'code'])
    expect(useEnrich().rows).toEqual([
      ['Äpfel & Birnen', 12.5, '007'],
      ['<b> =1+1', -3, null],
    ])
    expect(useEnrich().title.name).toBe('fruit')
  })
})
