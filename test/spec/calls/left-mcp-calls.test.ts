import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  HEADERS,
  LeaveDesk,
  REFUNDED,
  SEND,
  chargedWithoutCaller,
} from '../../support/gateway/leave-desk.ts'

let desk: LeaveDesk
beforeEach(async () => {
  desk = await LeaveDesk.open()
})
afterEach(async () => await desk.close())

describe('an MCP call', () => {
  const OLD = { 'mcp-protocol-version': '2025-06-18', accept: 'application/json, text/event-stream' }
  const NEW = '2026-07-28'
  const rpc = (method: string, params: object, headers: Record<string, string>, signal?: AbortSignal) => {
    const id = method.startsWith('notifications/') ? {} : { id: 1 }
    return desk.post(
      '/mcp',
      { jsonrpc: '2.0', ...id, method, params },
      { headers, ...(signal && { signal }) },
    )
  }
  const toolCall = (body: object) => ({ name: 'webhook-send', arguments: body })

  async function session(): Promise<Record<string, string>> {
    const hello = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    }
    const answer = await rpc('initialize', hello, OLD)
    return { ...OLD, 'mcp-session-id': answer.headers.get('mcp-session-id')! }
  }

  it.each([
    [
      'cancels it',
      (headers: Record<string, string>) => rpc('notifications/cancelled', { requestId: 1 }, headers),
    ],
    [
      'ends its session',
      (headers: Record<string, string>) =>
        fetch(`${desk.gateway.url}/mcp`, { method: 'DELETE', headers: { ...HEADERS, ...headers } }),
    ],
  ])('is charged for what has left, and only for that, when its client %s', async (_, leave) => {
    for (const [body, begun, outcome] of [
      [desk.toMute(), () => desk.connected(), REFUNDED],
      [desk.toReceiver(), () => desk.arrived(), chargedWithoutCaller(SEND)],
    ] as const) {
      const headers = await session()
      const gone = new AbortController()
      const call = rpc('tools/call', toolCall(body), headers, gone.signal).catch(() => undefined)
      await begun()
      await leave(headers)
      const { spent, entries } = await desk.money()
      expect({ spent, entries: entries.slice(0, outcome.entries.length) }).toMatchObject(outcome)
      // No answer follows.
      gone.abort()
      await call
    }
  })

  it.each(['an older', 'the newest'])(
    'is charged for what has left when its client of %s revision disconnects',
    async (age) => {
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': NEW,
        'io.modelcontextprotocol/clientCapabilities': {},
      }
      const isNew = age === 'the newest'
      const named = { 'mcp-method': 'tools/call', 'mcp-name': 'webhook-send', 'mcp-protocol-version': NEW }
      const headers = isNew ? { ...OLD, ...named } : await session()
      const params = { ...(isNew ? { _meta } : {}), ...toolCall(desk.toReceiver()) }
      const gone = new AbortController()
      const call = rpc('tools/call', params, headers, gone.signal).then(
        (answer) => answer.text(),
        () => null,
      )
      await desk.arrived()
      gone.abort()
      await call.catch(() => null)
      expect(await desk.money()).toMatchObject(chargedWithoutCaller(SEND))
    },
  )
})
