import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { OWNER_KEY, TestGateway } from '../../support/gateway/test-gateway.ts'

let gateway: TestGateway
beforeEach(async () => {
  gateway = await TestGateway.create()
  onTestFinished(() => gateway.close())
})

const HEADERS = { accept: 'application/json, text/event-stream' }
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
}

/** A session of a key that speaks an older revision. */
async function openSession(key: string): Promise<{ readonly key: string; readonly id: string }> {
  const { status, headers } = await gateway.send('/mcp', { key, headers: HEADERS, body: INITIALIZE })
  expect(status).toBe(200)
  return { key, id: headers.get('mcp-session-id')! }
}

async function lives({ key, id }: Awaited<ReturnType<typeof openSession>>): Promise<boolean> {
  const headers = { ...HEADERS, 'mcp-session-id': id, 'mcp-protocol-version': '2025-06-18' }
  const body = { jsonrpc: '2.0', id: 2, method: 'ping' }
  const { status } = await gateway.send('/mcp', { key, headers, body })
  expect([200, 404]).toContain(status)
  return status === 200
}

async function openMany(key: string, count: number) {
  const sessions = []
  for (let i = 0; i < count; i++) sessions.push(await openSession(key))
  return sessions
}

const countLiving = async (sessions: readonly Awaited<ReturnType<typeof openSession>>[]) => {
  const living = []
  for (const session of sessions) if (await lives(session)) living.push(session)
  return living.length
}

const newKeys = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const { keys } = gateway.instance.services
      return (await keys.create({ kind: 'personal', name: 'Other', rateLimit: 10_000 })).key
    }),
  )

describe('sessions of older revisions', () => {
  it('stay open for the owner and for a quiet key while twelve keys open as many as they can', async () => {
    const owner = await openSession(OWNER_KEY)
    const quiet = await openSession(gateway.key)
    for (const key of await newKeys(12)) await openMany(key, 40)
    expect(await lives(owner)).toBe(true)
    expect(await lives(quiet)).toBe(true)
    expect(await lives(await openSession(OWNER_KEY))).toBe(true)
    const [mcp] = gateway.instance.services.shares
      .states()
      .filter(({ resource }) => resource === 'mcp_sessions')
    expect(mcp).toMatchObject({ in_use: 258, in_use_by_owner: 2, keys: 14 })
  })

  it('are 32 for a key, whose least recently used one ends for the next', async () => {
    const [first, second, ...rest] = await openMany(gateway.key, 32)
    expect(await lives(first!)).toBe(true)
    await openSession(gateway.key)
    expect([await lives(first!), await lives(second!)]).toEqual([true, false])
    expect(await countLiving(rest)).toBe(30)
  })

  it('are taken from the key that has the most when a new key comes, and from the owner never', async () => {
    const ofOwner = await openMany(OWNER_KEY, 64)
    const keys = await newKeys(10)
    const held = []
    for (const key of keys.slice(0, 9)) held.push(await openMany(key, key === keys[0] ? 24 : 25))
    const newcomer = await openMany(keys[9]!, 3)
    expect(await countLiving(newcomer)).toBe(3)
    expect(await countLiving(held[0]!)).toBe(24)
    const left = []
    for (const sessions of held.slice(1)) left.push(await countLiving(sessions))
    expect(left.toSorted()).toEqual([24, 24, 24, 25, 25, 25, 25, 25])
    expect(await countLiving(ofOwner)).toBe(64)
  })

  it('give their places back when their client ends them, and after an idle hour', async () => {
    const [first] = await openMany(gateway.key, 2)
    const headers = { ...HEADERS, 'mcp-session-id': first!.id, 'mcp-protocol-version': '2025-06-18' }
    await gateway.send('/mcp', { method: 'DELETE', headers })
    const used = () =>
      gateway.instance.services.shares.states().find((one) => one.resource === 'mcp_sessions')
    expect(used()).toMatchObject({ in_use: 1 })
    gateway.advance(60 * 60 * 1_000 + 1)
    await openSession(gateway.key)
    expect(used()).toMatchObject({ in_use: 1 })
  })
})
