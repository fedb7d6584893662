import { describe, expect, it } from 'vitest'
import { useBalance } from '../../../src-renderer/balance/balance.ts'
import { useSession } from '../../../src-renderer/gateway/session.ts'
import { type UsageEvent, useUsage } from '../../../src-renderer/gateway/usage.ts'
import { openPageStores } from '../../support/browser/page-stores.ts'
import { OWNER_KEY } from '../../support/gateway/test-gateway.ts'

const HASH = 'crypto-hash-sha256'

async function followed() {
  const stores = await openPageStores()
  const lines: AbortController[] = []
  stores.net.meddle = (path, init) => {
    if (!path.startsWith('/v1/stream/usage')) return null
    const line = new AbortController()
    lines.push(line)
    return stores.visitor.fetch(path, init).then((response) => cutBy(line.signal, response))
  }
  const usage = useUsage()
  const heard: UsageEvent[] = []
  usage.listen((event) => heard.push(event))
  usage.start()
  await expect.poll(() => usage.live).toBe(true)
  await expect.poll(() => useBalance().credits).toBe(500)
  // Streams end with the session.
  const end = () => useSession().expire(undefined)
  return { ...stores, lines, usage, heard, balance: useBalance(), end }
}

/** The same answer over a line that can break. */
function cutBy(signal: AbortSignal, response: Response): Response {
  const body = response.body!.pipeThrough(new TransformStream(), { signal })
  return new Response(body, { status: response.status, headers: response.headers })
}

describe('the usage stream of the page', () => {
  it('hears of a call of another client without asking', async () => {
    const { gateway, heard, balance, end } = await followed()
    await gateway.call(HASH, { text: 'a' }, { key: OWNER_KEY })
    await expect.poll(() => balance.credits, { interval: 5 }).toBe(499)
    expect(heard).toMatchObject([{ slug: HASH, ok: true }])
    end()
  })

  it('keeps its own balance apart from that of another key', async () => {
    const { gateway, heard, balance, end } = await followed()
    await gateway.call(HASH, { text: 'a' })
    await expect.poll(() => heard.length).toBe(1)
    // The next event of its own is told after the other's, and counts from the balance it had.
    await gateway.call(HASH, { text: 'b' }, { key: OWNER_KEY })
    await expect.poll(() => balance.credits).toBe(499)
    end()
  })

  it('notices the spending of a team key, whose calls its maker pays', async () => {
    const { gateway, visitor, balance, end } = await followed()
    const made = await visitor.send('/v1/enterprise/keys', { body: { name: 'agent', credit_limit: 10 } })
    await gateway.call(HASH, { text: 'a' }, { key: made.json.key })
    await expect.poll(() => balance.credits).toBe(499)
    end()
  })

  it('reconnects after a broken connection, and catches up on what happened', async () => {
    const { gateway, sent, lines, heard, balance, usage, end } = await followed()
    await gateway.call(HASH, { text: 'a' }, { key: OWNER_KEY })
    await expect.poll(() => heard.length).toBe(1)
    // The line breaks; the gateway goes on.
    lines.at(-1)?.abort()
    await gateway.call(HASH, { text: 'b' }, { key: OWNER_KEY })
    await expect.poll(() => heard.length).toBe(2)
    expect(sent.filter(({ path }) => path.startsWith('/v1/stream/usage')).length).toBe(2)
    expect(balance.credits).toBe(498)
    expect(usage.live).toBe(true)
    end()
  })
})
