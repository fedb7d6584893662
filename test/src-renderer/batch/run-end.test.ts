import { describe, expect, it } from 'vitest'
import { useBatch } from '../../../src-renderer/batch/batch.ts'
import { useBatchOpen } from '../../../src-renderer/batch/batch-open.ts'
import { ELSEWHERE, shortOf, stoppedWith } from '../../../src-renderer/batch/run/run-end.ts'
import { useBatchRun } from '../../../src-renderer/batch/run/batch-run.ts'
import { useSession } from '../../../src-renderer/gateway/session.ts'
import { openPageStores } from '../../support/browser/page-stores.ts'

const SLUG = 'crypto-hash-sha256'

async function filled(texts: readonly string[]) {
  const stores = await openPageStores()
  useBatch().startFrom(
    texts.map((text) => ({ text })),
    SLUG,
  )
  await useBatch().save()
  const batches = () => stores.sent.filter(({ path }) => path === '/v1/batch')
  return { ...stores, batch: useBatch(), run: useBatchRun(), batches }
}

const refusal = (status: number, code: string) =>
  new Response(JSON.stringify({ ok: false, error: { code, message: `Refused: ${code}` } }), { status })

describe('the end of a run', () => {
  it('counts the rows that were not sent', () => {
    expect(stoppedWith(0).text).toBe('Stopped. All rows had already been sent.')
    expect(stoppedWith(1).text).toBe('Stopped. 1 row was not sent and cost nothing.')
    expect(stoppedWith(7).text).toBe('Stopped. 7 rows were not sent and cost nothing.')
  })

  it('names the floor that was kept, or what the key still holds', () => {
    expect(shortOf(3, 100, 98, 2).text).toBe('Stopped to keep 98 credits; 2 rows were not sent.')
    expect(shortOf(3, 2, null, 1).text).toBe(
      'The next call costs 3 and your balance is 2; 1 row was not sent.',
    )
    expect(shortOf(3, 2, 1, 1).text).toBe(shortOf(3, 2, null, 1).text)
  })
})

describe('a run', () => {
  it('does not start while another window sends the same rows', async () => {
    const { batch, run, net, reload, batches, visitor } = await filled(['a', 'b'])
    const id = batch.id!
    const held = Promise.withResolvers<void>()
    net.meddle = (path, init) =>
      path === '/v1/batch' ? held.promise.then(() => visitor.fetch(path, init)) : null
    const first = run.start()
    await expect.poll(() => batches().length).toBe(1)
    await reload()
    await useBatchOpen().open(id)
    await useBatchRun().start()
    expect(useBatchRun().end).toEqual(ELSEWHERE)
    expect(useBatchRun().running).toBe(false)
    held.resolve()
    await first
    expect(batches()).toHaveLength(1)
    expect(batch.tally.done).toBe(2)
  })

  it('ends with the reason when the gateway refuses the request, and its rows stay unsent', async () => {
    const { batch, run, net } = await filled(['a', 'b'])
    net.meddle = (path) => (path === '/v1/batch' ? refusal(403, 'scope_denied') : null)
    await run.start()
    expect(run.end).toEqual({ kind: 'refused', text: 'Refused: scope_denied' })
    expect(batch.tally).toMatchObject({ sendable: 2, sent: 0, failed: 0 })
  })

  it('signs the page out when its key no longer counts', async () => {
    const { run, net } = await filled(['a'])
    net.meddle = (path) => (path === '/v1/batch' ? refusal(401, 'auth_required') : null)
    await run.start()
    expect(useSession().state).toBe('signed_out')
    expect(run.running).toBe(false)
  })

  it('retries failed rows once if that is chosen, and only those that may succeed', async () => {
    const { batch, run, net, visitor, batches } = await filled(['a', 'b', 'c'])
    let requests = 0
    // The first answer tells of a failure that may pass, and of one that will not.
    net.meddle = async (path, init) => {
      if (path !== '/v1/batch' || requests++ > 0) return await visitor.fetch(path, init)
      const body = await (await visitor.fetch(path, init)).json()
      const failed = (code: string) => ({
        slug: SLUG,
        ok: false,
        error: { code, message: code },
        credits: 0,
        latency_ms: 1,
      })
      body.results[0] = failed('overloaded')
      body.results[1] = failed('validation_error')
      return Response.json(body)
    }
    batch.setOptions({ retry_once: true })
    await run.start()
    expect(batches()).toHaveLength(2)
    expect(JSON.parse(String(batches()[1]?.init.body)).calls).toEqual([
      { slug: SLUG, input: { text: 'a' } },
    ])
    expect(batch.rows.map(({ state }) => state)).toEqual(['done', 'failed', 'done'])
  })

  it('gives up on answers that the gateway has forgotten, and says that they may be charged', async () => {
    const { batch, run, batches } = await filled(['a', 'b'])
    const dayAgo = Date.now() - 25 * 60 * 60 * 1_000
    batch.note([0], () => ({ state: 'sent', chunk: 'old', sent_at: dayAgo }))
    await batch.save()
    await run.start()
    expect(batch.rows.map(({ state, error }) => [state, error?.code])).toEqual([
      ['failed', 'answer_lost'],
      ['done', undefined],
    ])
    expect(batch.rows[0]?.error?.message).toContain('may have been charged')
    expect(JSON.parse(String(batches()[0]?.init.body)).calls).toHaveLength(1)
  })

  it('can be stopped only while it runs, and forgets its end when it is cleared', async () => {
    const { run, net } = await filled(['a'])
    expect(run.stop()).toBe(false)
    net.meddle = (path) => (path === '/v1/batch' ? refusal(403, 'scope_denied') : null)
    await run.start()
    expect(run.end).not.toBeNull()
    run.clear()
    expect([run.end, run.elapsedMs]).toEqual([null, 0])
  })
})
