import { describe, expect, it, vi } from 'vitest'
import { useRun } from '../../../src-renderer/tools/result/run.ts'
import { useSentChain } from '../../../src-renderer/tools/result/sent-chain.ts'
import { openPageStores } from '../../support/browser/page-stores.ts'

const HASH = 'crypto-hash-sha256'

async function opened() {
  const stores = await openPageStores()
  // Undone with the stores. Node draws no frames.
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 1))
  vi.stubGlobal('cancelAnimationFrame', (frame: ReturnType<typeof setTimeout>) => clearTimeout(frame))
  const [run, chain] = [useRun(), useSentChain()]
  /** Runs a tool, and answers with what its output is. */
  const call = async (slug: string, text: string): Promise<string> => {
    await run.start({ slug, input: { text }, credits: 1, stream: false })
    await expect.poll(() => run.output?.text ?? '').not.toBe('')
    return run.output?.text ?? ''
  }
  return { ...stores, run, chain, call }
}

describe('calls that have sent their output on', () => {
  it('are a chain, of which the gateway makes a recipe with links', async () => {
    const { chain, call, gateway } = await opened()
    const slug = await call('text-slugify', 'Ab Cd Ef')
    expect(chain.calls).toHaveLength(1)
    chain.note(HASH, { text: slug })
    const hash = await call(HASH, slug)
    chain.note('text-word-count', { text: hash })
    await call('text-word-count', hash)
    expect(chain.calls).toHaveLength(3)
    // Calls are recorded after they were answered.
    await expect
      .poll(async () => (await gateway.asOwner('/app/activity?limit=20')).json.entries.length)
      .toBe(3)
    const drafted = await gateway.asOwner('/app/recipes/draft', { body: { calls: chain.calls } })
    expect(drafted.json.recipe.steps).toEqual([
      { id: 'slugify', tool: 'text-slugify', input: { text: { $from: '/input/text' } } },
      { id: 'sha256', tool: HASH, input: { text: { $from: '/slugify/slug' } } },
      { id: 'count', tool: 'text-word-count', input: { text: { $from: '/sha256/hash' } } },
    ])
  })

  // Catches: a recipe that links calls which have nothing to do with each other.
  it('end where an input was changed by hand', async () => {
    const { chain, call, run } = await opened()
    const slug = await call('text-slugify', 'Ab Cd Ef')
    chain.note(HASH, { text: slug })
    await call(HASH, `${slug}, changed`)
    expect(chain.calls).toHaveLength(1)
    await call(HASH, slug)
    expect(chain.calls).toHaveLength(2)
    run.clear()
    expect(chain.calls).toEqual([])
  })
})
