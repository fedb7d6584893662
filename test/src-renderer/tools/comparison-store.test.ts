import { describe, expect, it, vi } from 'vitest'
import { useActivity } from '../../../src-renderer/activity/activity.ts'
import { useBaselines } from '../../../src-renderer/activity/baselines.ts'
import { comparableText, differingHeaders } from '../../../src-renderer/tools/compare/compared-side.ts'
import { useComparison } from '../../../src-renderer/tools/compare/comparison.ts'
import { useRun } from '../../../src-renderer/tools/result/run.ts'
import { openPageStores } from '../../support/browser/page-stores.ts'
import { OWNER_KEY } from '../../support/gateway/test-gateway.ts'

async function opened() {
  const stores = await openPageStores()
  // Undone with the stores. Node draws no frames.
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 1))
  vi.stubGlobal('cancelAnimationFrame', (frame: ReturnType<typeof setTimeout>) => clearTimeout(frame))
  const { gateway } = stores
  const run = useRun()
  const start = (slug: string, input: object) =>
    run.start({ slug, input: { ...input }, credits: 1, stream: false })
  const elsewhere = (slug: string, input: object) => gateway.call(slug, input, { key: OWNER_KEY })
  return { ...stores, run, start, elsewhere, comparison: useComparison() }
}

const HASH = 'crypto-hash-sha256'

describe('a comparison with a former result', () => {
  it('offers calls of the same tool by any client, except for the one on screen', async () => {
    const { start, elsewhere, comparison } = await opened()
    await elsewhere(HASH, { text: 'a' })
    await elsewhere('math-evaluate', { expression: '1 + 1' })
    await start(HASH, { text: 'b' })
    await comparison.open()
    expect(comparison.formers.map(({ held }) => held === null)).toEqual([true])
    expect(comparison.state).toBe('ready')
    const { former, present } = comparison
    expect(former?.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(former?.hash).not.toBe(present?.hash)
    expect(former?.text).not.toBe(present?.text)
    const names = differingHeaders(former?.headers ?? [], present?.headers ?? []).map(({ name }) => name)
    expect(names).toContain('X-Output-Hash')
    expect(names).not.toContain('X-Credits-Used')
  })

  it('begins with the pinned result, which is never compared with itself', async () => {
    const { start, comparison, elsewhere, sent } = await opened()
    await elsewhere(HASH, { text: 'pinned' })
    await start(HASH, { text: 'a' })
    const activity = useActivity()
    await activity.load()
    const pinned = activity.entries.find(({ gist }) => gist.includes('pinned'))!
    useBaselines().toggle(pinned)
    await start(HASH, { text: 'b' })
    await comparison.open()
    expect(comparison.formers.map(({ pinned }) => pinned)).toEqual([pinned.id, undefined])
    expect(comparison.former?.hash).toBe(pinned.output_hash)
    useBaselines().toggle((await activity.load(), activity.entries[0]!))
    await comparison.open()
    expect(comparison.formers).toHaveLength(2)
    expect(comparison.formers.every(({ pinned }) => pinned === undefined)).toBe(true)
    // What is about to be kept may not reach the gateway of the next test.
    const last = () => String(sent.findLast(({ init }) => init.method === 'PUT')?.init.body)
    await expect.poll(last).toContain(`"id":${activity.entries[0]!.id}`)
  })

  it('lists a call of this page once, and shows it even without the gateway', async () => {
    const { start, net, comparison } = await opened()
    for (const text of ['a', 'b', 'c']) await start(HASH, { text })
    await comparison.open()
    expect(comparison.formers).toHaveLength(2)
    net.meddle = () => Promise.reject(new TypeError('Failed to fetch'))
    await comparison.open()
    expect(comparison.state).toBe('ready')
    await comparison.choose(comparison.formers[1]!.requestId)
    expect(comparison.former?.hash).toBe(comparison.formers[1]?.held?.hash.claimed)
  })

  it('closes when its result goes, and says when nothing came before', async () => {
    const { start, run, comparison } = await opened()
    await start(HASH, { text: 'a' })
    await comparison.open()
    expect(comparison.state).toBe('none')
    run.clear()
    await expect.poll(() => comparison.state).toBe('closed')
    await comparison.open()
    expect(comparison.state).toBe('closed')
  })

  it('ignores the order of members, and finds every difference in a text', () => {
    const json = (text: string) => comparableText({ text, language: 'json' })
    expect(json('{"b": [{"d": 1, "c": 2}], "a": null}')).toBe(json('{"a":null,"b":[{"c":2,"d":1}]}'))
    expect(json('{"b": 1')).toBe('{"b": 1')
    expect(comparableText({ text: '{"b":1,"a":2}', language: 'code' })).toBe('{"b":1,"a":2}')
  })
})
