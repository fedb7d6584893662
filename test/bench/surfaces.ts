import { setTimeout as pause } from 'node:timers/promises'
import { AUTHORIZED, JSON_TYPE, METERED, post, startMeasuredGateway } from './measured-gateway.ts'
import type { MeasuredServer } from './measured-server.ts'
import { median } from './median.ts'
import type { BenchTable } from './run.ts'

const ROUNDS = 5
const SECONDS = 2
const CONNECTIONS = 32
const BATCH_CALLS = 50
const USAGE_STREAMS = 150
/** Fewer than a key may open. */
const STREAMS_OF_A_KEY = 30
const IDLE_SECONDS = 10

const SINGLE = { ...METERED, connections: CONNECTIONS, seconds: SECONDS }
const BATCH = {
  ...SINGLE,
  connections: 4,
  path: '/v1/batch',
  body: JSON.stringify({
    calls: Array.from({ length: BATCH_CALLS }, (_, index) => ({
      slug: 'crypto-hash-sha256',
      input: { text: `measured # ${index}` },
    })),
  }),
}
const MCP_HEADERS = {
  ...AUTHORIZED,
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2026-07-28',
}
const MCP_META = JSON.stringify({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
})
const MCP_CALL = {
  ...SINGLE,
  path: '/mcp',
  headers: { ...MCP_HEADERS, 'mcp-method': 'tools/call', 'mcp-name': 'crypto-hash-sha256' },
  body:
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":${MCP_META},` +
    '"name":"crypto-hash-sha256","arguments":{"text":"measured #"}}}',
}
const MCP_LIST = {
  ...SINGLE,
  path: '/mcp',
  headers: { ...MCP_HEADERS, 'mcp-method': 'tools/list' },
  body: `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":${MCP_META}}}`,
}
const CATALOGUE = {
  ...SINGLE,
  method: 'GET' as const,
  path: '/v1/tools',
  headers: { ...AUTHORIZED, 'accept-encoding': 'gzip, br' },
  body: null,
}
const STREAM = { ...SINGLE, path: '/v1/stream/crypto-hash-sha256' }

/** The other ways to call, beside single calls of the same tool in alternating rounds of one run. */
export async function benchSurfaces(): Promise<BenchTable> {
  const { gateway, stop } = await startMeasuredGateway()
  try {
    const rounds: Round[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const single = await gateway.under(SINGLE)
      const batch = await gateway.under(BATCH)
      const stream = await gateway.under(STREAM)
      const mcpCall = await gateway.under(MCP_CALL)
      const mcpList = await gateway.under(MCP_LIST)
      const catalogue = await gateway.under(CATALOGUE)
      rounds.push({ single, batch, stream, mcpCall, mcpList, catalogue })
    }
    const of = (pick: (round: Round) => number): number => median(rounds.map(pick))
    const single = of((r) => r.single.cpuMicrosPerAnswer)
    // Of one round: what the machine does besides changes both alike.
    const cpuTo = (pick: (round: Round) => Load, calls = 1): Record<string, string> => {
      const share = of((r) => pick(r).cpuMicrosPerAnswer / calls / r.single.cpuMicrosPerAnswer)
      return { 'CPU to single calls': `× ${share.toFixed(2)}` }
    }
    return {
      name: `crypto-hash-sha256 with unique bodies, ${ROUNDS} rounds of ${SECONDS} s`,
      rows: [
        {
          what: `single calls, ${CONNECTIONS} connections`,
          'calls/s': of((r) => r.single.perSecond).toFixed(0),
          'CPU µs a call': single.toFixed(1),
          'p99 ms': of((r) => r.single.p99Ms).toFixed(2),
        },
        {
          what: `batches of ${BATCH_CALLS}, 4 connections`,
          'calls/s': of((r) => r.batch.perSecond * BATCH_CALLS).toFixed(0),
          'CPU µs a call': of((r) => r.batch.cpuMicrosPerAnswer / BATCH_CALLS).toFixed(1),
          'p99 ms': of((r) => r.batch.p99Ms).toFixed(2),
          ...cpuTo((r) => r.batch, BATCH_CALLS),
          'to single calls': `× ${of((r) => (r.batch.perSecond * BATCH_CALLS) / r.single.perSecond).toFixed(2)}`,
        },
        {
          what: `event streams, ${CONNECTIONS} connections`,
          'calls/s': of((r) => r.stream.perSecond).toFixed(0),
          'CPU µs a call': of((r) => r.stream.cpuMicrosPerAnswer).toFixed(1),
          'p99 ms': of((r) => r.stream.p99Ms).toFixed(2),
          ...cpuTo((r) => r.stream),
          'to single calls': `× ${of((r) => r.stream.perSecond / r.single.perSecond).toFixed(2)}`,
        },
        {
          what: `MCP tools/call, ${CONNECTIONS} connections`,
          'calls/s': of((r) => r.mcpCall.perSecond).toFixed(0),
          'CPU µs a call': of((r) => r.mcpCall.cpuMicrosPerAnswer).toFixed(1),
          'p99 ms': of((r) => r.mcpCall.p99Ms).toFixed(2),
          ...cpuTo((r) => r.mcpCall),
          'to single calls': `× ${of((r) => r.mcpCall.perSecond / r.single.perSecond).toFixed(2)}`,
        },
        {
          what: `MCP tools/list, ${CONNECTIONS} connections`,
          'calls/s': of((r) => r.mcpList.perSecond).toFixed(0),
          'CPU µs a call': of((r) => r.mcpList.cpuMicrosPerAnswer).toFixed(1),
          'p99 ms': of((r) => r.mcpList.p99Ms).toFixed(2),
          ...cpuTo((r) => r.mcpList),
        },
        {
          what: `GET /v1/tools, compressed, ${CONNECTIONS} connections`,
          'calls/s': of((r) => r.catalogue.perSecond).toFixed(0),
          'CPU µs a call': of((r) => r.catalogue.cpuMicrosPerAnswer).toFixed(1),
          'p99 ms': of((r) => r.catalogue.p99Ms).toFixed(2),
          ...cpuTo((r) => r.catalogue),
        },
        await idleStreams(gateway),
      ],
    }
  } finally {
    await stop()
  }
}

type Load = Awaited<ReturnType<MeasuredServer['under']>>
type Round = Readonly<Record<'single' | 'batch' | 'stream' | 'mcpCall' | 'mcpList' | 'catalogue', Load>>

/** What open usage streams cost a gateway that has nothing to tell. */
async function idleStreams(gateway: MeasuredServer): Promise<Record<string, string>> {
  const keys: string[] = []
  for (let key = 0; key < USAGE_STREAMS / STREAMS_OF_A_KEY; key++)
    keys.push(await signUp(gateway, `key-${key}`))
  const without = await usageOver(gateway)
  const leave = new AbortController()
  const streams = await Promise.all(
    Array.from({ length: USAGE_STREAMS }, async (_, index) => {
      const answer = await fetch(`http://127.0.0.1:${gateway.port}/v1/stream/usage`, {
        headers: { authorization: `Bearer ${keys[index % keys.length]}` },
        signal: leave.signal,
      })
      if (!answer.ok) throw new Error(`A usage stream was refused: ${answer.status}`)
      return answer
    }),
  )
  const during = await usageOver(gateway)
  leave.abort()
  return {
    what: `${streams.length} idle usage streams for ${IDLE_SECONDS} s`,
    'CPU ms more': ((during.cpuMicros - without.cpuMicros) / 1_000).toFixed(1),
    'RSS MB more': (during.residentMb - without.residentMb).toFixed(1),
  }
}

async function usageOver(gateway: MeasuredServer): Promise<{ cpuMicros: number; residentMb: number }> {
  const before = await gateway.usage()
  await pause(IDLE_SECONDS * 1_000)
  const after = await gateway.usage()
  return { cpuMicros: after.cpuMicros - before.cpuMicros, residentMb: after.residentMb }
}

async function signUp(gateway: MeasuredServer, name: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${gateway.port}/v1/auth/signup`, {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify({ email: `${name}@example.com`, name }),
  })
  const body: unknown = await answer.json()
  if (answer.status !== 201 || typeof body !== 'object' || !body || !('key' in body))
    throw new Error(`Sign-up was refused: ${answer.status}`)
  const key = String(body.key)
  await post(gateway, '/v1/enterprise/rate-limits', { key, limit: 1_000, window_seconds: 1 })
  return key
}
