import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useBalance } from '../../../src-renderer/balance/balance.ts'
import { canBeLive } from '../../../src-renderer/tools/call/live-choice.ts'
import { SETTLED_MS, useLive } from '../../../src-renderer/tools/call/live.ts'
import { useCatalogue } from '../../../src-renderer/tools/catalogue.ts'
import { useRecents } from '../../../src-renderer/tools/list/recents.ts'
import { useRun } from '../../../src-renderer/tools/result/run.ts'
import { openPageStores } from '../../support/browser/page-stores.ts'

const HASH = 'crypto-hash-sha256'

async function opened() {
  const stores = await openPageStores()
  // Undone with the stores. Node draws no frames, and has no storage of a page.
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 1))
  vi.stubGlobal('cancelAnimationFrame', (frame: ReturnType<typeof setTimeout>) => clearTimeout(frame))
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  })
  const tool = useCatalogue().bySlug.get(HASH)!
  const calls = () =>
    stores.sent
      .filter(({ path }) => path === `/v1/${HASH}`)
      .map(({ init }) => JSON.parse(String(init.body)).text)
  return { ...stores, live: useLive(), run: useRun(), tool, calls }
}

type Opened = Awaited<ReturnType<typeof opened>>
let at: Opened
beforeEach(async () => {
  at = await opened()
})

const type = (text: string) => at.live.typed(at.tool, { text })
const settled = async (text: string) => {
  await expect.poll(() => at.run.request?.input).toEqual({ text })
  await expect.poll(() => at.run.output?.text ?? '').not.toBe('')
}

describe('live results', () => {
  it('are off at first, and then nothing runs that was not asked for', async () => {
    expect(at.live.isOn(at.tool)).toBe(false)
    type('a')
    at.live.set(at.tool, true)
    type('b')
    at.live.set(at.tool, false)
    type('c')
    at.live.set(at.tool, true)
    type('d')
    await settled('d')
    expect(at.calls()).toEqual(['d'])
  })

  // Catches: a word that is paid for letter by letter.
  it('are charged once for an input that has come to rest, and say what they have cost', async () => {
    at.live.set(at.tool, true)
    const before = useBalance().credits!
    for (const text of ['w', 'wo', 'wor', 'word']) type(text)
    await settled('word')
    await expect.poll(() => at.live.spent).toBe(at.tool.credits)
    type('word')
    type('words')
    await settled('words')
    await expect.poll(() => at.live.spent).toBe(2 * at.tool.credits)
    expect(at.calls()).toEqual(['word', 'words'])
    expect(useBalance().credits).toBe(before - at.live.spent)
    expect(at.live.pace).toBe(2)
  })

  // Catches: a call that was charged after the page had stopped listening to it.
  it('never overtake a call that is on its way, and then run the newest input only', async () => {
    at.live.set(at.tool, true)
    const held = Promise.withResolvers<void>()
    at.net.meddle = (path, init) =>
      String(init.body).includes('"first"') ? held.promise.then(() => at.visitor.fetch(path, init)) : null
    type('first')
    await expect.poll(at.calls).toEqual(['first'])
    type('second')
    type('third')
    // Longer than an input has to rest: whatever was to be sent has been.
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(at.calls()).toEqual(['first'])
    held.resolve()
    await settled('third')
    await expect.poll(() => at.live.spent).toBe(2 * at.tool.credits)
    expect(at.calls()).toEqual(['first', 'third'])
  })

  it('keep the result before on the screen until the next is there, and leave recent calls alone', async () => {
    at.live.set(at.tool, true)
    type('a')
    await settled('a')
    const former = at.run.output
    const held = Promise.withResolvers<void>()
    at.net.meddle = (path, init) =>
      String(init.body).includes('"b"') ? held.promise.then(() => at.visitor.fetch(path, init)) : null
    type('b')
    await expect.poll(at.calls).toEqual(['a', 'b'])
    expect([at.run.state.kind, at.run.output]).toEqual(['done', former])
    held.resolve()
    await expect.poll(() => at.run.output).not.toEqual(former)
    expect(useRecents().calls).toEqual([])
  })

  // Catches: a word typed while a call ran by hand that stayed without a result until the next key.
  it('wait for a call that was run by hand, and come once it ends', async () => {
    at.live.set(at.tool, true)
    const held = Promise.withResolvers<void>()
    at.net.meddle = (path, init) =>
      String(init.body).includes('"by hand"') ? held.promise.then(() => at.visitor.fetch(path, init)) : null
    const input = { text: 'by hand' }
    void at.run.start({ slug: HASH, input, credits: at.tool.credits, stream: false })
    await expect.poll(at.calls).toEqual(['by hand'])
    type('typed')
    await new Promise((resolve) => setTimeout(resolve, 2 * SETTLED_MS))
    expect(at.calls()).toEqual(['by hand'])
    held.resolve()
    await settled('typed')
    expect(at.calls()).toEqual(['by hand', 'typed'])
  })

  it('stop for what waits once the input is invalid, or the credits are used up', async () => {
    at.live.set(at.tool, true)
    type('a')
    at.live.typed(at.tool, null)
    useBalance().note(0)
    type('b')
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(at.calls()).toEqual([])
  })

  it('can be switched on for every tool that can, which is remembered', async () => {
    at.live.setEverywhere(true)
    await at.reload()
    const live = useLive()
    expect([live.everywhere, live.isOn(at.tool)]).toEqual([true, true])
    live.set(at.tool, false)
    expect([live.everywhere, live.isOn(at.tool)]).toEqual([false, false])
  })
})

it('no tool that goes out, asks a model, remembers or costs more than three credits can be live', () => {
  const tools = useCatalogue().tools.filter(canBeLive)
  expect(tools.length).toBeGreaterThan(50)
  expect(
    tools.filter(({ tier, cacheable, credits }) => tier !== 'compute' || !cacheable || credits > 3),
  ).toEqual([])
})
