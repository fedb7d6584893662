import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'
import { TestGateway } from '../../../support/gateway/test-gateway.ts'
import { testMemory } from '../../../support/tools/test-memory.ts'
import { TEST_NOW, toolContext } from '../../../support/tools/tool-context.ts'

interface Popped {
  readonly found: boolean
  readonly lease: string | null
  readonly message: { readonly id: number; readonly value: unknown; readonly attempts: number } | null
  readonly acknowledged: boolean | null
  readonly ready: number
  readonly hidden: number
}

function queues() {
  let now = TEST_NOW.getTime()
  const ctx = toolContext({ memory: testMemory(() => now) })
  return {
    // Each tool's output has been checked against its own schema.
    push: (value: unknown, more: object = {}) => runTool('queue-push', { queue: 'q', value, ...more }, ctx),
    pop: async (more: object = {}) => (await runTool('queue-pop', { queue: 'q', ...more }, ctx)) as Popped,
    wait: (seconds: number) => (now += seconds * 1_000),
  }
}

describe('queue-push and queue-pop', () => {
  it('give messages in the order in which they came, each to one taker', async () => {
    const { push, pop } = queues()
    for (const value of ['a', { b: 1 }, null]) await push(value)
    const taken = [await pop(), await pop(), await pop(), await pop()]
    expect(taken.map(({ message }) => message?.value)).toEqual(['a', { b: 1 }, null, undefined])
    expect(taken.at(-1)).toMatchObject({ found: false, message: null, lease: null, ready: 0, hidden: 3 })
    expect(new Set(taken.slice(0, 3).map(({ lease }) => lease)).size).toBe(3)
  })

  it('give a message again when its lease has run out, and not once it is acknowledged', async () => {
    const { push, pop, wait } = queues()
    await push('a')
    const first = await pop({ lease_seconds: 30 })
    wait(29)
    expect(await pop()).toMatchObject({ found: false })
    wait(1)
    const second = await pop({ lease_seconds: 30 })
    expect(second.message).toMatchObject({ value: 'a', attempts: 2 })
    // The first taker is too late: the message is another's now.
    expect(await pop({ ack: first.lease, take: false })).toMatchObject({ acknowledged: false, hidden: 1 })
    expect(await pop({ ack: second.lease, take: false })).toMatchObject({ acknowledged: true, hidden: 0 })
    expect(await pop({ ack: second.lease, take: false })).toMatchObject({ acknowledged: false })
    wait(1_000)
    expect(await pop()).toMatchObject({ found: false })
  })

  it('accept an acknowledgement after the lease, as long as nobody else has the message', async () => {
    const { push, pop, wait } = queues()
    await push('a')
    const { lease } = await pop({ lease_seconds: 1 })
    wait(100)
    expect(await pop({ ack: lease })).toMatchObject({ acknowledged: true, found: false })
  })

  it('acknowledge a message and take the next one in a single call', async () => {
    const { push, pop } = queues()
    await push(1)
    await push(2)
    const { lease } = await pop()
    expect(await pop({ ack: lease })).toMatchObject({
      acknowledged: true,
      message: { value: 2 },
      hidden: 1,
    })
  })

  it('remove at once with a lease of 0', async () => {
    const { push, pop, wait } = queues()
    await push(1)
    expect(await pop({ lease_seconds: 0 })).toMatchObject({ found: true, lease: null, hidden: 0 })
    wait(100)
    expect(await pop()).toMatchObject({ found: false })
  })

  it('hide delayed messages and forget old ones', async () => {
    const { push, pop, wait } = queues()
    await push('later', { delay_seconds: 10 })
    await push('short', { ttl_seconds: 5 })
    wait(5)
    expect(await pop()).toMatchObject({ found: false, ready: 0, hidden: 1 })
    wait(5)
    expect(await pop()).toMatchObject({ message: { value: 'later' } })
  })

  it('keep queues apart, and leases too', async () => {
    const { push, pop } = queues()
    await push('a')
    expect(await pop({ queue: 'other' })).toMatchObject({ found: false })
    const { lease } = await pop()
    expect(await pop({ queue: 'other', ack: lease, take: false })).toMatchObject({ acknowledged: false })
  })

  it('bring every message to one acknowledgement, however pushes, pops and acknowledgements mix', async () => {
    const step = fc.constantFrom('push', 'pop', 'ack', 'wait')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { push, pop, wait } = queues()
        let pushed = 0
        const done: unknown[] = []
        const open: Popped[] = []
        for (const one of steps) {
          if (one === 'push') await push(pushed++)
          if (one === 'wait') wait(20)
          const taken = one === 'pop' ? await pop({ lease_seconds: 30 }) : null
          if (taken?.found) open.push(taken)
          const last = one === 'ack' ? open.pop() : undefined
          if (last && (await pop({ ack: last.lease, take: false })).acknowledged)
            done.push(last.message?.value)
        }
        wait(60)
        for (let left = await pop({ lease_seconds: 0 }); left.found; left = await pop({ lease_seconds: 0 }))
          done.push(left.message?.value)
        expect(done.toSorted()).toEqual(Array.from({ length: pushed }, (_, i) => i).toSorted())
      }),
      { seed: 7, numRuns: 50 },
    )
  })

  it.each([
    { ack: 'x' },
    { ack: '0'.repeat(31) },
    { lease_seconds: -1 },
    { lease_seconds: 1e9 },
    { queue: '' },
  ])('refuse an input outside the schema (%#)', async (more) => {
    await expect(queues().pop(more)).rejects.toMatchObject({ name: 'ZodError' })
  })
})

describe('counter-increment and counter-get', () => {
  function counters() {
    let now = TEST_NOW.getTime()
    const ctx = toolContext({ memory: testMemory(() => now) })
    return {
      add: (more: object = {}) => runTool('counter-increment', { name: 'c', ...more }, ctx),
      get: (name = 'c') => runTool('counter-get', { name }, ctx),
      wait: (seconds: number) => (now += seconds * 1_000),
    }
  }

  it('count up and down', async () => {
    const { add, get } = counters()
    expect(await add()).toMatchObject({ value: 1, expires_at: null })
    expect(await add({ by: -5 })).toMatchObject({ value: -4 })
    expect(await get()).toMatchObject({ found: true, value: -4 })
    expect(await get('other')).toMatchObject({ found: false, value: 0 })
  })

  it('end a window on time, however often it is counted', async () => {
    const { add, get, wait } = counters()
    await add({ ttl_seconds: 60 })
    wait(59)
    expect(await add({ ttl_seconds: 60 })).toMatchObject({
      value: 2,
      expires_at: '2026-03-01T12:01:00.000Z',
    })
    wait(1)
    expect(await get()).toMatchObject({ found: false, value: 0 })
    expect(await add({ ttl_seconds: 60 })).toMatchObject({
      value: 1,
      expires_at: '2026-03-01T12:02:00.000Z',
    })
  })

  it('refuse what could not be written exactly, and keep their value', async () => {
    const { add, get } = counters()
    for (let i = 0; i < 9_007; i++) await add({ by: 1_000_000_000_000 })
    await expect(add({ by: 1_000_000_000_000 })).rejects.toMatchObject({ name: 'InvalidInput', path: 'by' })
    expect(await get()).toMatchObject({ value: 9_007_000_000_000_000 })
  })
})

describe('through the gateway', () => {
  it('nobody reaches what another key holds, parallel calls lose nothing, and each costs its credits', async () => {
    const gateway = await TestGateway.create()
    try {
      const before = gateway.balance()
      const calls = Array.from({ length: 50 }, () => ({ slug: 'counter-increment', input: { name: 'c' } }))
      const { json } = await gateway.send('/v1/batch', { body: { calls } })
      expect(json.ok).toBe(true)
      expect((await gateway.call('counter-get', { name: 'c' })).json.data.value).toBe(50)
      expect(gateway.balance()).toBe(before - 50)
      await gateway.call('queue-push', { queue: 'q', value: 'secret' })
      await gateway.call('kv-set', { key: 'k', value: 1 })
      await gateway.call('kv-set', { key: 'k', value: 2 })
      const { lease } = (await gateway.call('queue-pop', { queue: 'q' })).json.data

      const { key } = await gateway.instance.services.keys.create({
        kind: 'personal',
        name: 'Other',
        grant: 50,
      })
      const other = async (slug: string, body: object) =>
        (await gateway.send(`/v1/${slug}`, { key, body })).json.data
      expect(await other('counter-get', { name: 'c' })).toMatchObject({ found: false, value: 0 })
      expect(await other('queue-pop', { queue: 'q', ack: lease })).toMatchObject({
        found: false,
        acknowledged: false,
        ready: 0,
        hidden: 0,
      })
      expect(await other('kv-get', { key: 'k' })).toMatchObject({ found: false })
      expect(await other('memory-history', { key: 'k', namespace: 'kv' })).toMatchObject({ versions: [] })
      expect(await other('memory-namespace-list', {})).toMatchObject({ namespaces: [] })
      expect(gateway.bugs).toEqual([])
    } finally {
      await gateway.close()
    }
  })
})
