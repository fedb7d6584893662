import { describe, expect, it, vi } from 'vitest'
import { useBalance } from '../../../src-renderer/balance/balance.ts'
import { headerOf } from '../../../src-renderer/gateway/gateway-types.ts'
import { useSession } from '../../../src-renderer/gateway/session.ts'
import { useRun } from '../../../src-renderer/tools/result/run.ts'
import { openPageStores } from '../../support/browser/page-stores.ts'

const HASH = 'crypto-hash-sha256'
const call = (text: string, more = {}) => ({
  slug: HASH,
  input: { text },
  credits: 1,
  stream: false,
  ...more,
})

async function opened() {
  const stores = await openPageStores()
  // Undone with the stores. Node draws no frames.
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 1))
  vi.stubGlobal('cancelAnimationFrame', (frame: ReturnType<typeof setTimeout>) => clearTimeout(frame))
  const held = Promise.withResolvers<void>()
  /** Lets calls with this text wait for `held`. A late answer may come even after its call was ended. */
  const hold = (text: string, { late = false } = {}) => {
    stores.net.meddle = (path, { signal, ...init }) =>
      String(init.body).includes(text)
        ? held.promise.then(() => {
            if (signal?.aborted && !late) throw new DOMException('Stopped', 'AbortError')
            return stores.visitor.fetch(path, init)
          })
        : null
  }
  const refuse = (status: number, code: string) => {
    const body = JSON.stringify({ ok: false, error: { code, message: code } })
    stores.net.meddle = (path) =>
      path === `/v1/${HASH}`
        ? new Response(body, { status, headers: { 'X-Request-Id': 'req-refused' } })
        : null
  }
  return { ...stores, run: useRun(), held, hold, refuse }
}

describe('a call', () => {
  it('shows its output, checks its hash and notes the balance', async () => {
    const { run } = await opened()
    const before = useBalance().credits!
    await run.start(call('a'))
    await expect.poll(() => run.hash.state).toBe('verified')
    expect(run.state).toMatchObject({ kind: 'done' })
    expect(run.output?.text).not.toBe('')
    expect(useBalance().credits).toBe(before - 1)
    expect(run.finished.calls.value).toMatchObject([{ request: { input: { text: 'a' } } }])
    await expect.poll(() => run.finished.calls.value[0]?.hash.state).toBe('verified')
  })

  it('replaces the one before, whose late answer is not shown', async () => {
    const { run, hold, held } = await opened()
    hold('first', { late: true })
    const first = run.start(call('first'))
    await run.start(call('second'))
    held.resolve()
    await first
    expect(run.request?.input).toEqual({ text: 'second' })
    expect(run.state.kind).toBe('done')
    expect(run.finished.calls.value).toHaveLength(1)
  })

  it('can be stopped, which is told as a failure', async () => {
    const { run, hold, held } = await opened()
    expect(run.stop()).toBe(false)
    hold('first')
    const first = run.start(call('first'))
    expect(run.running).toBe(true)
    expect(run.stop()).toBe(true)
    held.resolve()
    await first
    expect(run.state).toMatchObject({ kind: 'failed', error: { code: 'stopped' } })
    expect(run.running).toBe(false)
  })

  it('that fails is kept with its headers, and can be shown again', async () => {
    const { run, refuse, net } = await opened()
    refuse(500, 'handler_error')
    await run.start(call('a'))
    expect(run.state).toMatchObject({ kind: 'failed', error: { code: 'handler_error' } })
    expect(headerOf(run.headers, 'X-Request-Id')).toBe('req-refused')
    net.meddle = () => null
    await run.start(call('b'))
    expect(run.revisit(run.finished.calls.value[1] ?? null)).toBe(true)
    expect(run.state).toMatchObject({ kind: 'failed', error: { code: 'handler_error' } })
  })

  it('signs the page out when its key no longer counts', async () => {
    const { run, refuse } = await opened()
    refuse(401, 'auth_required')
    await run.start(call('a'))
    expect(useSession().state).toBe('signed_out')
  })

  it('runs again with the same input, but only once after a rate limit', async () => {
    const { run, refuse, sent, net } = await opened()
    const calls = () => sent.filter(({ path }) => path === `/v1/${HASH}`).length
    expect(run.again()).toBe(false)
    refuse(429, 'rate_limited')
    await run.start(call('a'))
    run.retryOnce()
    await expect.poll(() => run.state.kind).toBe('failed')
    run.retryOnce()
    expect(calls()).toBe(2)
    net.meddle = () => null
    expect(run.again()).toBe(true)
    await expect.poll(() => run.state.kind).toBe('done')
    expect(calls()).toBe(3)
  })

  it('streams its events into the view', async () => {
    const { run } = await opened()
    await run.start(call('a', { stream: true }))
    expect(run.state.kind).toBe('done')
    run.streamed.flush()
    expect(run.streamed.rows.value.length).toBeGreaterThan(0)
    expect(headerOf(run.headers, 'X-Request-Id')).not.toBeNull()
  })
})

describe('a preview', () => {
  it('shows the price, and charges nothing', async () => {
    const { run, gateway } = await opened()
    const balance = () => gateway.instance.services.ledger.lastKnown(gateway.ownerId).balance
    const before = balance()
    await run.preview(call('a'))
    expect(run.state).toMatchObject({ kind: 'preview', reply: { body: { credits: 1 } } })
    expect(balance()).toBe(before)
    expect(run.finished.calls.value).toEqual([])
  })
})

describe('the pane', () => {
  it('is empty once it is cleared, and stays empty when a slow answer arrives', async () => {
    const { run, hold, held } = await opened()
    hold('first', { late: true })
    const first = run.start(call('first'))
    run.clear()
    held.resolve()
    await first
    expect([run.state.kind, run.request, run.output]).toEqual(['idle', null, null])
    expect(run.headers).toEqual([])
  })

  it('shows no earlier call while one runs', async () => {
    const { run, hold, held } = await opened()
    await run.start(call('done'))
    const earlier = run.finished.calls.value[0]!
    hold('first')
    const first = run.start(call('first'))
    expect([run.revisit(earlier), run.again()]).toEqual([false, false])
    held.resolve()
    await first
    expect(run.request?.input).toEqual({ text: 'first' })
  })
})
