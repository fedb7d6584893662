import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { useBatch } from '../../../src-renderer/batch/batch.ts'
import { useBatchOpen } from '../../../src-renderer/batch/batch-open.ts'
import { useBatchImport } from '../../../src-renderer/batch/import/batch-import.ts'
import { freshRow } from '../../../src-renderer/batch/rows/batch-row.ts'
import { useBatchRun } from '../../../src-renderer/batch/run/batch-run.ts'
import { exportRows } from '../../../src-renderer/batch/run/export-rows.ts'
import { useCatalogue } from '../../../src-renderer/tools/catalogue.ts'
import { openPageStores } from '../../support/browser/page-stores.ts'

const SLUG = 'crypto-hash-sha256'

async function imported(text: string) {
  const stores = await openPageStores()
  useCatalogue().openSlug = SLUG
  const incoming = useBatchImport()
  await incoming.read(text, 'tickets.csv')
  await expect.poll(() => incoming.made).not.toBeNull()
  incoming.commit()
  return { ...stores, batch: useBatch(), run: useBatchRun() }
}

describe('an exported CSV', () => {
  // Catches: a list of suppliers that comes back as a list of domains.
  it("begins with the user's own columns, used or not, also after a reload", async () => {
    const { batch, run, reload } = await imported(
      'company,text,note,status\nAlder,one,x,open\nBright,two,y,\n',
    )
    await run.start()
    const own = async () => {
      const lines = (await exportRows(useBatch().rows, 'csv', () => 'hash')).split('\r\n')
      return lines.slice(0, 3).map((line) => line.split(',').slice(0, 4).join(','))
    }
    const expected = ['company,text,note,status', 'Alder,one,x,open', 'Bright,two,y,']
    expect(await own()).toEqual(expected)
    const [head = ''] = (await exportRows(batch.rows, 'csv', () => 'hash')).split('\r\n')
    expect(head.split(',').slice(4)).toContain('hash')
    expect(head.split(',')).toContain('status (call)')
    const json = JSON.parse(await exportRows(batch.rows, 'json', () => 'hash'))
    expect(json[0].table[0]).toEqual(['company', 'Alder'])
    const id = batch.id ?? ''
    await reload()
    await useBatchOpen().open(id)
    expect(await own()).toEqual(expected)
  })

  it('keeps two columns of one name', async () => {
    const cells = JSON.stringify([
      ['id', 1],
      ['id', 2],
    ])
    const row = freshRow({ position: 0, slug: 's', input: '{}', label: '', problem: '', cost: 1, cells })
    const [head, first] = (await exportRows([row], 'csv', () => null)).split('\r\n')
    expect([head, first].map((line) => line?.split(',').slice(0, 2))).toEqual([
      ['id', 'id (2)'],
      ['1', '2'],
    ])
  })

  it('shows what was sent beside a table whose row was edited', async () => {
    const { batch } = await imported('company,text\nAlder,one\nBright,two\n')
    batch.edit(0, SLUG, { text: 'changed' })
    batch.edit(0, SLUG, { text: 'again' })
    const [head, first] = (await exportRows(batch.rows, 'csv', () => 'hash')).split('\r\n')
    expect(head?.split(',').slice(0, 3)).toEqual(['company', 'text', 'text (edited)'])
    expect(first?.split(',').slice(0, 3)).toEqual(['Alder', 'one', 'again'])
  })

  it('keeps line ends, quotes, and texts that look like formulas', async () => {
    const { batch, run } = await imported('text\n"=1+1, ""two""\nlines"\n-5\n')
    await run.start()
    const csv = await exportRows(batch.rows, 'csv', () => 'hash')
    expect(csv.split('\r\n')[0]).toBe(
      'text,hash,row,slug,status,credits,latency_ms,output_hash,request_id,error',
    )
    expect(csv.split('\r\n')).toHaveLength(4)
    const { default: Papa } = await import('papaparse')
    const { data } = Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true })
    expect(data.map(({ text }) => text)).toEqual(['\'=1+1, "two"\nlines', '-5'])
    const sha256 = createHash('sha256').update('-5').digest('hex')
    expect(data.map(({ hash, credits }) => [hash, credits])[1]).toEqual([sha256, '1'])
  })
})
