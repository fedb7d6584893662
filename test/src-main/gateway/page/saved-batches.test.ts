import { onTestFinished, describe, expect, it } from 'vitest'
import { MAX_SAVED_BATCHES, type SavedOutcome } from '../../../../src-shared/saved-batch.ts'
import { pageVisitor } from '../../../support/browser/page-visitor.ts'
import { TestGateway } from '../../../support/gateway/test-gateway.ts'

const OPTIONS = { retry_once: false, floor: null }
const HOUR_MS = 3_600_000

async function open() {
  const gateway = await TestGateway.create()
  onTestFinished(() => gateway.close())
  const page = pageVisitor(gateway)
  const make = async (name = 'Customers') => {
    const body = { name, source: 'customers.csv', options: OPTIONS }
    return (await page.send('/app/batches', { body })).json.batch_id as string
  }
  const names = async () =>
    (await page.send('/app/batches')).json.batches.map(({ name }: { name: string }) => name)
  return { gateway, page, make, names }
}

function row(position: number, input = '{"b":1,"a":2}') {
  const cells = position === 0 ? '[["ticket",7]]' : null
  return { position, slug: 'text-diff', input, label: `row ${position}`, cells }
}

function outcome(position: number, change: Partial<SavedOutcome> = {}): SavedOutcome {
  return {
    position,
    state: 'done',
    chunk: 'c1',
    sent_at: 5,
    request_id: null,
    credits: 3,
    latency_ms: 2,
    result: '{"x":1}',
    error: null,
    ...change,
  }
}

describe('saved runs', () => {
  it('give back exactly what was saved, and what became of each row', async () => {
    const { page, make } = await open()
    const id = await make()
    await page.send(`/app/batches/${id}/rows`, { body: { rows: [row(0), row(1)] } })
    const error = { code: 'handler_error', message: 'No.' }
    const failed = outcome(1, { state: 'failed', credits: 0, result: null, error: error as never })
    await page.send(`/app/batches/${id}/outcomes`, { body: { rows: [outcome(0), failed] } })

    const { json } = await page.send(`/app/batches/${id}/rows`)
    expect(json.rows).toEqual([
      { ...row(0), ...outcome(0) },
      { ...row(1), ...failed },
    ])
    const summary = (await page.send(`/app/batches/${id}`)).json
    expect(summary).toMatchObject({ rows: 2, done: 1, failed: 1, credits: 3, options: OPTIONS })

    // Another input is another row.
    await page.send(`/app/batches/${id}/rows`, { body: { rows: [row(1, '{}')] } })
    expect((await page.send(`/app/batches/${id}`)).json).toMatchObject({ rows: 2, done: 1, failed: 0 })
    await page.send(`/app/batches/${id}/outcomes`, { body: { rows: [outcome(1, { state: 'removed' })] } })
    expect((await page.send(`/app/batches/${id}`)).json).toMatchObject({ rows: 1 })
  })

  it('are open to the page of the owner, and to nobody else', async () => {
    const { gateway, page, make } = await open()
    const id = await make()
    for (const path of ['/app/batches', `/app/batches/${id}`, `/app/batches/${id}/rows`]) {
      expect((await gateway.send(path)).json.error.code).toBe('forbidden')
      expect((await gateway.send(path, { key: null })).status).toBe(401)
      const other = await page.send(path, { headers: { 'sec-fetch-site': 'cross-site' } })
      expect(other.status).toBe(403)
    }
    const body = { slug: 'text-diff', input: {} }
    expect((await gateway.send('/app/recompute', { body })).json.error.code).toBe('forbidden')
  })

  it('can be brought back for an hour after a deletion', async () => {
    const { gateway, page, make, names } = await open()
    const id = await make()
    await page.send(`/app/batches/${id}`, { method: 'DELETE' })
    expect(await names()).toEqual([])
    expect((await page.send(`/app/batches/${id}`)).status).toBe(404)
    await page.send(`/app/batches/${id}/restore`, { method: 'POST' })
    expect(await names()).toEqual(['Customers'])

    await page.send(`/app/batches/${id}`, { method: 'DELETE' })
    gateway.advance(HOUR_MS + 1)
    expect((await page.send(`/app/batches/${id}/restore`, { method: 'POST' })).status).toBe(404)
  })

  it('are limited in number, and the oldest make room', async () => {
    const { gateway, make, names } = await open()
    for (let i = 0; i <= MAX_SAVED_BATCHES; i++) {
      gateway.advance(1)
      await make(`run ${i}`)
    }
    const kept = await names()
    expect(kept).toHaveLength(MAX_SAVED_BATCHES)
    expect(kept[0]).toBe(`run ${MAX_SAVED_BATCHES}`)
    expect(kept).not.toContain('run 0')
  })

  it('come in pages that a browser can read, with every row once', async () => {
    const { page, make } = await open()
    const id = await make()
    const long = JSON.stringify('x'.repeat(900_000))
    for (let at = 0; at < 8; at += 4) {
      const rows = [0, 1, 2, 3].map((step) => row(at + step, long))
      expect((await page.send(`/app/batches/${id}/rows`, { body: { rows } })).status).toBe(200)
    }
    const positions: number[] = []
    for (let from: number | null = 0; from !== null;) {
      const { text, json } = await page.send(`/app/batches/${id}/rows?from=${from}`)
      expect(text.length).toBeLessThan(5_000_000)
      positions.push(...json.rows.map(({ position }: { position: number }) => position))
      from = json.next
    }
    expect(positions).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  it.each([
    ['a row without an input', { rows: [{ position: 0, slug: 's', label: '' }] }],
    ['no rows', { rows: [] }],
    ['a position past the limit', { rows: [row(50_000)] }],
    ['a table row that is not a list', { rows: [{ ...row(0), cells: '{' }] }],
    ['an unknown field', { rows: [row(0)], more: 1 }],
  ])('refuse %s', async (_name, body) => {
    const { page, make } = await open()
    const id = await make()
    const answer = await page.send(`/app/batches/${id}/rows`, { body })
    expect(answer.json.error?.code).toBe('validation_error')
  })

  it('leave out a result that is far too large, and keep the rest of its row', async () => {
    const { page, make } = await open()
    const id = await make()
    await page.send(`/app/batches/${id}/rows`, { body: { rows: [row(0)] } })
    const rows = [outcome(0, { result: JSON.stringify('x'.repeat(300_000)) })]
    const saved = await page.send(`/app/batches/${id}/outcomes`, { body: { rows } })
    expect(saved.json).toEqual({ ok: true, left_out: 1 })
    const { json } = await page.send(`/app/batches/${id}/rows`)
    expect(json.rows[0]).toMatchObject({ state: 'done', result: null, credits: 3 })
  })
})

describe('running a call again for the page', () => {
  it('is free, and gives the same hash as the call', async () => {
    const { gateway, page } = await open()
    const input = { text: 'abc', session_id: 's' }
    const call = (await page.send('/v1/crypto-hash-sha256', { body: input })).json
    const before = gateway.instance.services.ledger.lastKnown(gateway.ownerId)
    const body = { slug: 'crypto-hash-sha256', input, tool_version: 1 }
    const { json } = await page.send('/app/recompute', { body })
    expect(json).toMatchObject({ ok: true, kind: 'done', output_hash: call.meta.output_hash })
    expect(gateway.instance.services.ledger.lastKnown(gateway.ownerId)).toEqual(before)
  })

  it.each([
    ['memory-get', { key: 'a' }, 'unknown', 'depends on more'],
    ['no-such-tool', {}, 'unknown', 'no tool'],
    ['math-evaluate', { expression: '1 +' }, 'failed', 'refuse'],
  ])('says why %s could not be run', async (slug, input, kind, words) => {
    const { page } = await open()
    const { json } = await page.send('/app/recompute', { body: { slug, input } })
    expect(json.kind).toBe(kind)
    expect(json.reason).toContain(words)
  })
})
