import { afterEach, describe, expect, it, vi } from 'vitest'
import { useCatalogue } from '../../../src-renderer/tools/catalogue.ts'
import { useDraft } from '../../../src-renderer/tools/call/draft.ts'
import { useFavourites } from '../../../src-renderer/tools/list/favourites.ts'
import { useRecents } from '../../../src-renderer/tools/list/recents.ts'
import { useRun } from '../../../src-renderer/tools/result/run.ts'
import { useSession } from '../../../src-renderer/gateway/session.ts'
import { useToasts } from '../../../src-renderer/ui/kept/toasts.ts'
import { useWelcome } from '../../../src-renderer/welcome/welcome.ts'
import { openPageStores } from '../../support/browser/page-stores.ts'

const TYPES = 'code-json-to-typescript'
const HASH = 'crypto-hash-sha256'

afterEach(() => vi.useRealTimers())

/** Puts off answers to the frame that a browser would draw; Node draws none. */
function drawFrames(): void {
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 1))
  vi.stubGlobal('cancelAnimationFrame', (frame: ReturnType<typeof setTimeout>) => clearTimeout(frame))
}

describe('favourites', () => {
  it('survive a reload in their order', async () => {
    const { sent, reload, visitor } = await openPageStores()
    const favourites = useFavourites()
    await expect.poll(() => favourites.state).toBe('loaded')
    for (const slug of [TYPES, HASH, 'math-evaluate']) favourites.toggle(slug, slug)
    expect(favourites.move('math-evaluate', -1)).toBe(true)
    expect(favourites.move(TYPES, -1)).toBe(false)
    favourites.place('math-evaluate', 0)
    const order = ['math-evaluate', TYPES, HASH]
    expect(favourites.slugs).toEqual(order)
    // Changes of one moment are one write.
    await expect.poll(() => sent.filter(({ init }) => init.method === 'PUT').length).toBe(1)
    await expect.poll(async () => (await visitor.send('/app/favourites')).json.slugs).toEqual(order)
    await reload()
    await expect.poll(() => useFavourites().slugs).toEqual(order)
  })

  it('come back when a removal is undone', async () => {
    const { sent } = await openPageStores()
    const favourites = useFavourites()
    favourites.toggle(HASH, 'Hash')
    favourites.toggle(TYPES, 'Types')
    favourites.toggle(HASH, 'Hash')
    expect(favourites.slugs).toEqual([TYPES])
    expect(useToasts().undoLast()).toBe(true)
    expect(favourites.slugs).toEqual([HASH, TYPES])
    expect(useToasts().undoLast()).toBe(false)
    await expect.poll(() => sent.some(({ init }) => init.method === 'PUT')).toBe(true)
  })

  it('are not sent once the page is signed out', async () => {
    const { sent } = await openPageStores()
    useSession().expire(undefined)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    useFavourites().toggle(HASH, 'Hash')
    vi.advanceTimersByTime(60_000)
    vi.useRealTimers()
    expect(sent.filter(({ init }) => init.method === 'PUT')).toEqual([])
    expect(useFavourites().slugs).toEqual([HASH])
  })
})

describe('a draft', () => {
  it('survives a reload if it was changed, until it is reset', async () => {
    const { reload, visitor } = await openPageStores()
    const tool = () => useCatalogue().bySlug.get(TYPES)!
    useCatalogue().openSlug = TYPES
    const draft = useDraft()
    draft.begin(tool())
    draft.show('json')
    draft.setJson('{"json": {"half": ')
    await expect.poll(async () => (await visitor.send('/app/drafts')).json.drafts.length).toBe(1)

    await reload()
    useCatalogue().openSlug = TYPES
    useDraft().begin(tool())
    await expect.poll(() => useDraft().current?.json).toBe('{"json": {"half": ')
    expect(useDraft().current?.view).toBe('json')

    useDraft().reset(tool())
    await expect.poll(async () => (await visitor.send('/app/drafts')).json.drafts.length).toBe(0)
    expect(useDraft().current?.json).not.toContain('half')
  })

  it('is never replaced by a saved one while somebody types', async () => {
    const { net, reload, visitor } = await openPageStores()
    const kept = { view: 'json', json: '{"json": 1}', values: [], extra: [] }
    await visitor.send(`/app/drafts/${TYPES}`, { method: 'PUT', body: kept })
    let answer = () => undefined as void
    net.meddle = (path, init) =>
      path === '/app/drafts'
        ? new Promise((resolve) => (answer = () => resolve(visitor.fetch(path, init))))
        : null
    await reload()
    useCatalogue().openSlug = TYPES
    const draft = useDraft()
    draft.begin(useCatalogue().bySlug.get(TYPES)!)
    draft.show('json')
    draft.setJson('{"json": 2}')
    answer()
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(draft.current?.json).toBe('{"json": 2}')
  })

  it('takes a pasted text in the field and the type that the tool expects', async () => {
    await openPageStores()
    const draft = useDraft()
    for (const slug of [TYPES, HASH]) {
      useCatalogue().openSlug = slug
      draft.fillMain(slug, '{"a": 1}')
      const sent = slug === TYPES ? { json: { a: 1 } } : { text: '{"a": 1}' }
      expect(draft.read.input).toEqual(sent)
    }
  })
})

describe('recent calls', () => {
  it('survive a reload, each once, if their input is short enough to keep', async () => {
    drawFrames()
    const { reload, visitor } = await openPageStores()
    await expect.poll(() => useWelcome().state).toBe('loaded')
    const run = useRun()
    const call = { slug: HASH, input: { text: 'a' }, credits: 1, stream: false }
    await run.start(call)
    await run.start({ ...call, input: { text: 'b' } })
    await run.start(call)
    await run.start({ ...call, input: { text: 'x'.repeat(20_000) } })
    const calls = () => useRecents().calls.map(({ input }) => input)
    expect(calls()).toEqual(['{"text":"a"}', '{"text":"b"}'])
    expect(useRecents().frecencyOf(HASH)).toBeCloseTo(4, 1)
    await expect.poll(async () => (await visitor.send('/app/recents')).json.calls.length).toBe(2)
    await reload()
    await expect.poll(calls).toEqual(['{"text":"a"}', '{"text":"b"}'])
  })

  it('can be stepped through at no charge', async () => {
    drawFrames()
    const { gateway } = await openPageStores()
    const run = useRun()
    const call = (text: string) => ({ slug: HASH, input: { text }, credits: 1, stream: false })
    const balance = () => gateway.instance.services.ledger.lastKnown(gateway.ownerId).balance
    for (const text of ['one', 'two']) {
      await run.start(call(text))
      await expect.poll(() => run.hash.state).toBe('verified')
    }
    const newest = run.output?.text
    const before = balance()
    expect(run.revisit(run.finished.step(1))).toBe(true)
    expect(run.request?.input).toEqual({ text: 'one' })
    expect(run.output?.text).not.toBe(newest)
    expect(run.hash.state).toBe('verified')
    expect(run.revisit(run.finished.step(1))).toBe(false)
    expect(run.revisit(run.finished.step(-1))).toBe(true)
    expect(run.output?.text).toBe(newest)
    expect(balance()).toBe(before)
  })
})

describe('agent mode and trace', () => {
  it('are sent with the call', async () => {
    drawFrames()
    const { sent } = await openPageStores()
    const modes = { agent: true, trace: true }
    await useRun().start({ slug: HASH, input: { text: 'a' }, credits: 1, stream: false, modes })
    const { body } = sent.findLast(({ path }) => path === `/v1/${HASH}`)!.init
    expect(JSON.parse(String(body))).toEqual({ text: 'a', mode: 'agent', trace: true })
    const { state } = useRun()
    expect(state).toMatchObject({ kind: 'done', result: { body: { agent: {}, trace: expect.any(Array) } } })
  })
})
