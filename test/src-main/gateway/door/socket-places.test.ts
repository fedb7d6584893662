import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createInstance, type Instance } from '../../../../src-main/instance/create-instance.ts'
import { listen, type Listener } from '../../../../src-main/gateway/door/listen.ts'
import { FairShare } from '../../../../src-main/shares/fair-share.ts'
import { OWNER_KEY, TEST_FILES } from '../../../support/gateway/test-gateway.ts'
import { receiver } from '../../../support/network/receiver.ts'
import { waitUntil } from '../../../support/wait-until.ts'

/** A gateway with ten places for this machine, and a webhook that waits until it is answered. */
async function open(places = { limit: 5, perKey: 5, reserve: 5 }) {
  const held: (() => void)[] = []
  const { origin } = await receiver((_request, response) => void held.push(() => response.end('{}')))
  const instance = await createInstance({
    ...TEST_FILES,
    dataDir: ':memory:',
    ownerKey: OWNER_KEY,
    allowedOrigins: [origin],
  })
  const share = new FairShare({ name: 'sockets', what: 'a socket', ...places })
  const listener = await listen(instance.app, '127.0.0.1', 0, share)
  instance.boundTo(listener.port)
  onTestFinished(async () => {
    await listener.close(0)
    await instance.close()
  })
  const { key } = await instance.services.keys.create({ kind: 'personal', name: 'Test', grant: 500 })
  return { instance, listener, share, held, key, origin }
}

/** A connection: what came over it, and whether it is closed. */
async function dial({ port }: Listener) {
  const socket = connect({ port, host: '127.0.0.1' })
  const line = { socket, text: '', isClosed: false }
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => (line.text += text))
  socket.on('error', () => undefined)
  socket.on('close', () => (line.isClosed = true))
  await once(socket, 'connect')
  onTestFinished(() => void socket.destroy())
  return line
}

const get = (path: string, port: number, key?: string) =>
  `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${key ? `authorization: Bearer ${key}\r\n` : ''}\r\n`
const post = (path: string, port: number, key: string, body: object) => {
  const text = JSON.stringify(body)
  return (
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${key}\r\n` +
    `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
  )
}
type Line = Awaited<ReturnType<typeof dial>>
const statusOf = async (line: Line): Promise<string> => {
  await waitUntil(() => line.text.includes('\r\n\r\n'), 'an answer')
  return line.text.slice(9, 12)
}
const ask = async (line: Line, text: string): Promise<string> => {
  line.text = ''
  line.socket.write(text)
  return await statusOf(line)
}
const dialMany = (listener: Listener, count: number) =>
  Promise.all(Array.from({ length: count }, () => dial(listener)))

/** Calls that run until their webhooks are answered. */
async function callMany(opened: Awaited<ReturnType<typeof open>>, count: number): Promise<Line[]> {
  const { listener, key, origin, held } = opened
  const before = held.length
  const lines = await dialMany(listener, count)
  for (const { socket } of lines)
    socket.write(post('/v1/webhook-send', listener.port, key, { url: origin }))
  await waitUntil(() => held.length === before + count, 'the webhooks')
  return lines
}

it('closes connections that never sent a request, the oldest first, and answers new ones', async () => {
  const { listener, key } = await open()
  const used = await dial(listener)
  expect(await ask(used, get('/v1/health', listener.port))).toBe('200')
  const idle = await dialMany(listener, 40)
  const late = await dial(listener)
  expect(await ask(late, get('/v1/credits/balance', listener.port, key))).toBe('200')
  await waitUntil(() => idle.filter(({ isClosed }) => isClosed).length >= 32, 'the oldest close')
  expect(await ask(used, get('/v1/health', listener.port))).toBe('200')
})

it('resets no request that is being answered, however many connections come', async () => {
  const opened = await open()
  const { listener, held } = opened
  const running = await callMany(opened, 6)
  await dialMany(listener, 100)
  expect(await ask(await dial(listener), get('/v1/health', listener.port))).toBe('200')
  expect(running.map(({ isClosed }) => isClosed)).toEqual(Array(6).fill(false))
  for (const answer of held) answer()
  expect(await Promise.all(running.map(statusOf))).toEqual(Array(6).fill('200'))
})

it('closes kept-alive connections before it refuses a new one', async () => {
  const { listener, key, share } = await open()
  const kept = await dialMany(listener, 10)
  for (const line of kept) expect(await ask(line, get('/v1/health', listener.port))).toBe('200')
  expect(share.state().in_use).toBe(10)
  const late = await dial(listener)
  expect(await ask(late, get('/v1/credits/balance', listener.port, key))).toBe('200')
})

it('answers the owner, the page and health while another key uses all connections, and tells others to wait', async () => {
  const opened = await open()
  const { listener, key, instance, held, share } = opened
  const running = await callMany(opened, 10)
  expect(share.state()).toMatchObject({ in_use: 10, keys: 1 })
  const other = await otherKey(instance)
  const status = async (path: string, withKey?: string) =>
    await ask(await dial(listener), get(path, listener.port, withKey))
  expect(await status('/v1/credits/balance', OWNER_KEY)).toBe('200')
  expect(await status('/v1/health')).toBe('200')
  const refused = await dial(listener)
  expect(await ask(refused, get('/v1/credits/balance', listener.port, key))).toBe('503')
  expect(refused.text).toMatch(/retry-after: 1\r\n/i)
  expect(refused.text).toMatch(/connection: close\r\n/i)
  expect(refused.text).toContain('"code":"overloaded"')
  await waitUntil(() => refused.isClosed, 'the refused connection closes')
  for (const path of ['/v1/tools', '/mcp']) expect(await status(path, other)).toBe('503')
  for (const answer of held) answer()
  expect(await Promise.all(running.map(statusOf))).toEqual(Array(10).fill('200'))
  expect(await status('/v1/credits/balance', other)).toBe('200')
})

it('answers the owner while connections without a request take every place, those beyond the share too', async () => {
  const opened = await open()
  const { listener } = opened
  await callMany(opened, 10)
  const waiting = await dialMany(listener, 300)
  expect(await ask(await dial(listener), get('/v1/credits/balance', listener.port, OWNER_KEY))).toBe('200')
  await waitUntil(() => waiting.filter(({ isClosed }) => isClosed).length >= 300 - 64, 'all but 64 close')
  // Node closes all that say nothing at the same time, some seconds later; these are closed to make room.
  expect(waiting.slice(-63).every(({ isClosed }) => !isClosed)).toBe(true)
})

it('lets one key hold 64 connections with bodies that never end, and reads the bodies of others', async () => {
  const { listener, key, instance } = await open({ limit: 200, perKey: 200, reserve: 0 })
  const other = await otherKey(instance)
  const slow = (withKey: string) =>
    post('/mcp', listener.port, withKey, { jsonrpc: '2.0', id: 1, method: 'ping' }).slice(0, -5)
  const ping = post('/v1/dry-run/crypto-hash-sha256', listener.port, key, { text: 'a' })
  expect(await ask(await dial(listener), ping)).toBe('200')
  // What comes with its head costs nothing.
  expect(stateOf(instance).entered_total).toBe(0)
  const lines = await dialMany(listener, 70)
  for (const { socket } of lines) socket.write(slow(key))
  await waitUntil(
    () => lines.filter(({ text }) => text.startsWith('HTTP/1.1 503')).length === 6,
    'six refusals',
  )
  expect(stateOf(instance)).toMatchObject({ in_use: 64, keys: 1, refused_total: 6 })

  const line = await dial(listener)
  const whole = post('/v1/dry-run/crypto-hash-sha256', listener.port, other, { text: 'a' })
  line.socket.write(whole.slice(0, -5))
  await waitUntil(() => stateOf(instance).in_use === 65, 'the body of the other key is waited for')
  line.socket.write(whole.slice(-5))
  expect(await statusOf(line)).toBe('200')
  for (const { socket } of lines) socket.destroy()
  await waitUntil(() => stateOf(instance).in_use === 0, 'the places are given back')
})

const stateOf = ({ services }: Instance) =>
  services.shares.states().find(({ resource }) => resource === 'request_bodies')!

async function otherKey({ services }: Instance): Promise<string> {
  return (await services.keys.create({ kind: 'personal', name: 'Other' })).key
}
