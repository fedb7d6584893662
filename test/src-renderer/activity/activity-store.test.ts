import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { useActivity } from '../../../src-renderer/activity/activity.ts'
import { useBaselines } from '../../../src-renderer/activity/baselines.ts'
import { useToasts } from '../../../src-renderer/ui/kept/toasts.ts'
import { useBalance } from '../../../src-renderer/balance/balance.ts'
import { openPageStores } from '../../support/browser/page-stores.ts'
import { OWNER_KEY } from '../../support/gateway/test-gateway.ts'
import { waitUntil } from '../../support/wait-until.ts'

const HASH = 'crypto-hash-sha256'
const HOUR_MS = 3_600_000

async function opened(calls: number) {
  const stores = await openPageStores()
  const call = (text: string) => stores.gateway.call(HASH, { text }, { key: OWNER_KEY })
  for (let n = 0; n < calls; n++) await call(`call ${n}`)
  const activity = useActivity()
  const texts = () => activity.entries.map(({ gist }) => JSON.parse(gist).text as string) // As they were sent above.
  return { ...stores, activity, call, texts }
}

describe('the list of calls', () => {
  // Catches: two updates at the same time that each add the call.
  it('shows a new call once, above the older ones', async () => {
    const { activity, call, texts } = await opened(3)
    await activity.load()
    await call('call 3')
    await Promise.all([activity.refresh(), activity.refresh()])
    expect(texts()).toEqual(['call 3', 'call 2', 'call 1', 'call 0'])
    await activity.refresh()
    expect(texts().length).toBe(4)
  })

  it('has no gap when more calls came than one page holds', async () => {
    const { activity, call, texts } = await opened(1)
    await activity.load()
    for (let n = 1; n <= 205; n++) await call(`call ${n}`)
    await activity.refresh()
    await expect.poll(() => texts()[0]).toBe('call 205')
    while (activity.cursor !== null) await activity.more()
    expect(texts()).toEqual(Array.from({ length: 206 }, (_, n) => `call ${205 - n}`))
  })

  it('shows only what the newest search found', async () => {
    const { activity, net, texts } = await opened(3)
    await activity.load()
    const held = Promise.withResolvers<null>()
    net.meddle = (path) => {
      if (!path.includes('q=call+1')) return null
      // The older question is answered last.
      return held.promise.then(() => new Response('{"ok":true,"entries":[],"missed":0,"mode":"full"}'))
    }
    activity.query.q = 'call 1'
    const older = activity.load()
    activity.query.q = 'call 2'
    await activity.load()
    held.resolve(null)
    await older
    expect(texts()).toEqual(['call 2'])
  })

  it('shows only calls of the chosen time', async () => {
    const { activity, gateway, call, texts } = await opened(2)
    await activity.load()
    // The gateway's clock moves on, and this process looks at the same one.
    gateway.advance(2 * HOUR_MS)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(activity.entries[0]!.ts) + 2 * HOUR_MS })
    onTestFinished(() => void vi.useRealTimers())
    await call('now')
    activity.filter({ hours: '1' })
    await expect.poll(texts).toEqual(['now'])
    activity.filter({})
    await expect.poll(() => texts().length).toBe(3)
  })

  it('keeps what it shows when the gateway is gone, and says why nothing new comes', async () => {
    const { activity, net, texts } = await opened(2)
    await activity.load()
    net.meddle = () => Promise.reject(new TypeError('Failed to fetch'))
    await activity.refresh()
    expect(texts()).toEqual(['call 1', 'call 0'])
    expect(activity.error?.code).toBe('unreachable')
    net.meddle = () => null
    await activity.refresh()
    expect(activity.error).toBeNull()
  })
})

describe('a selected call', () => {
  it('is compared with one other at most, and can be let go', async () => {
    const { activity } = await opened(3)
    await activity.load()
    const [c, b, a] = activity.entries.map(({ id }) => id)
    activity.select(a!)
    activity.select(b!, true)
    activity.select(c!, true)
    expect(activity.selected).toEqual([a, c])
    activity.select(c!, true)
    expect(activity.selected).toEqual([a])
    activity.select(b!)
    expect(activity.selected).toEqual([b])
  })

  it('leaves the list, the memory and the screen once it is deleted', async () => {
    const { activity, texts } = await opened(3)
    await activity.load()
    const { id } = activity.entries[1]!
    await activity.detail(id)
    activity.select(id)
    await activity.remove(id)
    expect([texts(), activity.selected]).toEqual([['call 2', 'call 0'], []])
    await expect(activity.detail(id)).rejects.toMatchObject({ code: 'not_found' })
    await activity.load()
    expect(texts()).toEqual(['call 2', 'call 0'])
  })

  it('is the only pinned one of its tool, and stays pinned after a reload', async () => {
    const { activity, reload } = await opened(2)
    await activity.load()
    const [newer, older] = activity.entries
    useBaselines().toggle(older!)
    useBaselines().toggle(newer!)
    expect(useBaselines().calls).toEqual([
      { slug: HASH, id: newer!.id, request_id: newer!.request_id, at: Date.parse(newer!.ts) },
    ])
    useToasts().undoLast()
    expect(useBaselines().of(HASH)?.id).toBe(older!.id)
    await waitUntil(async () => {
      await reload()
      await useBaselines().load()
      return useBaselines().of(HASH)?.id === older!.id
    }, 'the pinned call is there after a reload')
  })

  it('is run again with the same input, for its price', async () => {
    const { activity } = await opened(1)
    await activity.load()
    const balance = useBalance()
    await balance.refresh()
    const before = balance.credits ?? 0
    const call = await activity.detail(activity.entries[0]!.id)
    await activity.runAgain(call)
    expect(activity.entries.map(({ gist, client }) => [gist, client])).toEqual([
      ['{"text":"call 0"}', 'page'],
      ['{"text":"call 0"}', 'api'],
    ])
    const [older, newer] = await Promise.all(activity.selected.map((id) => activity.detail(id)))
    expect(newer?.output_hash).toBe(older?.output_hash)
    await balance.refresh()
    expect(balance.credits).toBe(before - 1)
  })

  it('is forgotten once the record is cleared', async () => {
    const { activity } = await opened(1)
    await activity.load()
    const { id } = activity.entries[0]!
    await activity.detail(id)
    await activity.clear()
    expect(activity.entries).toEqual([])
    await expect(activity.detail(id)).rejects.toMatchObject({ code: 'not_found' })
  })
})
