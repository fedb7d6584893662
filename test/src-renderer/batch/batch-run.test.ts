import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { exportRows } from '../../../src-renderer/batch/run/export-rows.ts'
import { engineOf } from '../../../src-renderer/batch/rows/row-words.ts'
import { useBalance } from '../../../src-renderer/balance/balance.ts'
import { useBatch } from '../../../src-renderer/batch/batch.ts'
import { useBatchImport } from '../../../src-renderer/batch/import/batch-import.ts'
import { useBatchList } from '../../../src-renderer/batch/batch-list.ts'
import { useBatchOpen } from '../../../src-renderer/batch/batch-open.ts'
import { useBatchRun } from '../../../src-renderer/batch/run/batch-run.ts'
import { useCatalogue } from '../../../src-renderer/tools/catalogue.ts'
import { type Interference, openPageStores } from '../../support/browser/page-stores.ts'

const SLUG = 'crypto-hash-sha256'

/** A table of texts; every tenth has an encoding that the tool cannot read them by. */
function table(rows: number, planted = true): string {
  const lines = Array.from({ length: rows }, (_, i) =>
    planted && i % 10 === 9 ? `${i},not hex,hex` : `${i},"text, ${i}",utf8`,
  )
  return `ticket_id,text,input_encoding\n${lines.join('\n')}\n`
}

async function imported(text: string) {
  const stores = await openPageStores()
  // Several tools take texts in an encoding; the one that is open is meant.
  useCatalogue().openSlug = SLUG
  const incoming = useBatchImport()
  await incoming.read(text, 'tickets.csv')
  await expect.poll(() => incoming.made).not.toBeNull()
  incoming.commit()
  const batches = () => stores.sent.filter(({ path }) => path === '/v1/batch')
  return { ...stores, batch: useBatch(), run: useBatchRun(), balance: useBalance(), batches }
}

const lose: Interference = () => Promise.reject(new TypeError('Failed to fetch'))

describe('a batch', () => {
  it('guesses the tool and the columns from the headings', async () => {
    await openPageStores()
    useCatalogue().openSlug = SLUG
    const incoming = useBatchImport()
    await incoming.read(table(3), 'tickets.csv')
    expect(incoming.map).toEqual({
      slug: SLUG,
      targets: [
        { kind: 'label' },
        { kind: 'field', field: 'text' },
        { kind: 'field', field: 'input_encoding' },
      ],
    })
  })

  it('reads back rows that name their own tool and whole input', async () => {
    const { batch } = await imported(
      JSON.stringify({
        calls: [
          { slug: 'math-evaluate', input: { expression: '1+1' } },
          { slug: SLUG, input: { text: 'a' } },
          { slug: 'nope', input: {} },
        ],
      }),
    )
    expect(batch.rows.map(({ slug, input, problem }) => [slug, input, problem])).toEqual([
      ['math-evaluate', '{"expression":"1+1"}', ''],
      [SLUG, '{"text":"a"}', ''],
      ['nope', '{}', 'There is no tool called nope.'],
    ])
  })

  it('says what the gateway would refuse in an input', async () => {
    const { batch } = await imported('text,input_encoding,colour\n,utf8,\na,utf-9,\na,,red\n')
    await expect.poll(() => batch.rows.length).toBe(3)
    expect(batch.rows.map(({ problem }) => problem)).toEqual([
      'text is missing',
      'input_encoding must be one of utf8, hex, base64, base64url',
      '',
    ])
    expect(batch.tally).toMatchObject({ sendable: 1, cost: 1, faulty: 2 })
  })

  it('sends 50 rows at once at most, charges only what succeeds, and keeps the results in order', async () => {
    const { batch, run, balance, batches } = await imported(table(120))
    const before = balance.credits ?? 0
    await run.start()
    expect(batches()).toHaveLength(3)
    expect(batch.tally).toMatchObject({ done: 108, failed: 12, spent: 108, sendable: 0 })
    expect(balance.credits).toBe(before - 108)
    const exported = JSON.parse(await exportRows(batch.rows, 'json', () => 'hash'))
    expect(exported[9]).toMatchObject({ row: 10, label: '9', status: 'failed', credits: 0 })
    expect(exported[9].error).toContain('validation_error')
    expect(exported[0].engine).toBe('real')
    expect([0, 9].map((at) => engineOf(batch.rows[at]!))).toEqual(['real', 'error'])
    expect(exported[0].value).toBe(exported[0].output.hash)
    expect(exported[0].output).toMatchObject({ hash: createHash('sha256').update('text, 0').digest('hex') })
    expect(new Set(exported.map(({ output_hash }: { output_hash: string }) => output_hash)).size).toBe(109)
  })

  it('keeps rows that were moved in their new order, and never moves one that was sent', async () => {
    const { batch, run, reload } = await imported('text\na\nb\nc\nd\n')
    const texts = () => batch.rows.map(({ input }) => JSON.parse(input).text)
    batch.remove([1])
    expect(batch.swap(0, 2)).toBe(true)
    expect(batch.swap(1, 2)).toBe(false)
    expect(batch.swap(3, 4)).toBe(false)
    expect(texts()).toEqual(['c', 'b', 'a', 'd'])
    expect(batch.rows.map(({ position }) => position)).toEqual([0, 1, 2, 3])
    await run.start()
    expect(batch.swap(0, 2)).toBe(false)
    await batch.save()
    const { id } = batch
    await reload()
    await useBatchOpen().open(id!)
    expect(useBatch().rows.map(({ input, state }) => [JSON.parse(input).text, state])).toEqual([
      ['c', 'done'],
      ['b', 'removed'],
      ['a', 'done'],
      ['d', 'done'],
    ])
  })

  it('runs only failed rows again', async () => {
    const { batch, run, batches } = await imported(table(20))
    await run.start()
    batch.edit(9, SLUG, { text: 'ff', input_encoding: 'hex' })
    await run.retry()
    expect(batches()).toHaveLength(2)
    expect(JSON.parse(String(batches()[1]?.init.body)).calls).toHaveLength(1)
    await run.start()
    expect(batch.tally).toMatchObject({ done: 19, failed: 1 })
  })

  it('charges every row once when an answer is lost on its way', async () => {
    const { batch, run, balance, net } = await imported(table(60, false))
    const before = balance.credits ?? 0
    let lost = 0
    net.after = (path) => {
      if (path === '/v1/batch' && lost++ === 0) throw new TypeError('Failed to fetch')
    }
    await run.start()
    expect(batch.tally).toMatchObject({ done: 60, failed: 0 })
    expect(balance.credits).toBe(before - 60)
  })

  it('charges every row once and keeps them all, even when the page reloads in the middle', async () => {
    const { batch, run, balance, net, batches, reload } = await imported(table(120, false))
    const before = balance.credits ?? 0
    let answers = 0
    // The second answer never reaches the page, which goes at that moment.
    net.after = (path) => {
      if (path === '/v1/batch' && ++answers === 2) throw new TypeError('Failed to fetch')
    }
    void run.start()
    await expect.poll(() => run.phase.kind).toBe('paused')
    run.stop()
    const id = batch.id ?? ''
    await reload()

    const again = useBatch()
    await useBatchOpen().open(id)
    expect(again.tally).toMatchObject({ rows: 120, done: 50, sent: 50, sendable: 20 })
    expect(again.name).toBe('tickets')
    await useBatchRun().start()
    expect(again.tally).toMatchObject({ done: 120, failed: 0 })
    expect(useBalance().credits).toBe(before - 120)
    const keys = batches().map(({ init }) => new Headers(init.headers).get('idempotency-key'))
    expect(keys[1]).toBe(keys[2])
    expect(new Set(keys).size).toBe(3)
  })

  it('sends nothing more after Stop', async () => {
    const { batch, run, net, batches } = await imported(table(120, false))
    net.after = (path) => void (path === '/v1/batch' && run.stop())
    await run.start()
    expect(batches()).toHaveLength(1)
    expect(batch.tally).toMatchObject({ done: 50, sendable: 70, sent: 0 })
    expect(run.end?.text).toContain('70 rows were not sent')
  })

  it('waits as long as a rate limit says', async () => {
    const { batch, run, net, batches } = await imported(table(3, false))
    let refused = false
    net.meddle = (path) => {
      if (path !== '/v1/batch' || refused) return null
      refused = true
      const body = { ok: false, error: { code: 'rate_limited', message: 'Wait.' } }
      return new Response(JSON.stringify(body), { status: 429, headers: { 'retry-after': '1' } })
    }
    const since = Date.now()
    const ran = run.start()
    await expect.poll(() => run.phase.kind).toBe('waiting')
    await ran
    expect(Date.now() - since).toBeGreaterThanOrEqual(990)
    expect(batches()).toHaveLength(2)
    expect(batch.tally.done).toBe(3)
  })

  it('never spends below the floor', async () => {
    const { batch, run, balance, gateway, batches } = await imported(table(100, false))
    const { ledger } = gateway.instance.services
    const { balance: held } = ledger.lastKnown(gateway.ownerId)
    batch.setOptions({ floor: held - 30 })
    await run.start()
    expect(batch.tally).toMatchObject({ done: 30, sendable: 70 })
    expect(run.end).toMatchObject({ kind: 'short' })
    expect(balance.credits).toBe(held - 30)
    expect(batches()).toHaveLength(1)
  })

  it('keeps rows waiting while the gateway is gone, and does not call them failed', async () => {
    const { batch, run, net } = await imported(table(3, false))
    net.meddle = lose
    const ran = run.start()
    await expect.poll(() => run.phase.kind).toBe('paused')
    expect(batch.tally).toMatchObject({ failed: 0, sent: 3 })
    expect(batch.kept).toBe('failed')
    net.meddle = () => null
    await ran
    expect(batch.tally.done).toBe(3)
    expect(batch.kept).toBe('saved')
  })

  it('never sends a row that another window has sent', async () => {
    const { batch, run, balance, batches, reload } = await imported(table(20, false))
    await batch.save()
    const id = batch.id ?? ''
    const before = balance.credits ?? 0
    await reload()
    const other = useBatch()
    const otherRun = useBatchRun()
    await useBatchOpen().open(id)
    await run.start()
    expect(batch.tally.done).toBe(20)

    await otherRun.start()
    expect(otherRun.end?.text).toContain('another window')
    expect(other.tally).toMatchObject({ done: 20, sendable: 0 })
    expect(batches()).toHaveLength(1)
    await useBalance().refresh()
    expect(useBalance().credits).toBe(before - 20)
  })

  it('remembers the tool of the first rows when more are added by hand', async () => {
    const { batch } = await imported(table(2, false))
    batch.startFrom([{ expression: '1+1' }, {}], 'math-evaluate')
    expect(batch.rows.map(({ slug, problem }) => [slug, problem])).toEqual([
      [SLUG, ''],
      [SLUG, ''],
      ['math-evaluate', ''],
      ['math-evaluate', 'expression is missing'],
    ])
    expect(batch.name).toBe('tickets')
  })

  it('takes a removal or a deletion back', async () => {
    const { batch, reload } = await imported(table(5, false))
    const undo = batch.remove([1, 2])
    expect(batch.tally.rows).toBe(3)
    undo()
    await batch.save()
    const id = batch.id ?? ''
    const list = useBatchList()
    await list.remove(id)
    expect(list.batches).toEqual([])
    await list.restore(id)
    await reload()
    await useBatchOpen().open(id)
    expect(useBatch().tally).toMatchObject({ rows: 5, sendable: 5 })
  })
})
