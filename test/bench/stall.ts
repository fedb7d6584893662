import { setTimeout as pause } from 'node:timers/promises'
import { AUTHORIZED, startMeasuredGateway } from './measured-gateway.ts'
import type { MeasuredServer } from './measured-server.ts'
import type { BenchTable } from './run.ts'

/** By then a gateway that nobody asks has loaded what it loads ahead. */
const IDLE_MS = 5_000

const MCP_META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}
const mcp = (method: string): Asked => ({
  what: `MCP ${method}`,
  path: '/mcp',
  headers: {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
  },
  body: { jsonrpc: '2.0', id: 1, method, params: { _meta: MCP_META } },
})

/** A first request. */
interface Asked {
  readonly what: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

const FIRSTS: readonly Asked[] = [
  { what: 'call of a tool', path: '/v1/crypto-hash-sha256', body: { text: 'a' } },
  { what: 'call of a tool in a worker', path: '/v1/text-extract-emails', body: { text: 'a@example.com' } },
  {
    what: 'call of another one, with a large library',
    path: '/v1/math-evaluate',
    body: { expression: '1 + 1' },
  },
  mcp('tools/list'),
  { what: 'the page', path: '/' },
  { what: 'GET /v1/tools', path: '/v1/tools' },
  { what: 'GET /v1/openapi.json', path: '/v1/openapi.json' },
  { what: 'GET /.well-known/ai-tools.json', path: '/.well-known/ai-tools.json' },
  { what: 'GET /v1/health', path: '/v1/health' },
]

/**
 * For how long each first request holds the event loop of a new gateway, which is what all others wait for: at once
 * after the start, and after it had five seconds for itself.
 */
export async function benchStall(): Promise<BenchTable> {
  const rows: Record<string, string>[] = []
  for (const idleMs of [0, IDLE_MS]) {
    const { gateway, stop } = await startMeasuredGateway()
    try {
      const when = idleMs === 0 ? 'at once' : `after ${idleMs / 1_000} s`
      await gateway.longestTurnMs()
      await pause(idleMs)
      if (idleMs > 0)
        rows.push({
          what: `${when}: nothing, which loads ahead`,
          'longest turn, CPU ms': (await gateway.longestTurnMs()).toFixed(0),
        })
      for (const asked of FIRSTS) rows.push(await rowOf(gateway, asked, when))
      const { residentMb } = await gateway.usage()
      rows.push({ what: `${when}: memory after all of them`, 'RSS MB': residentMb.toFixed(0) })
    } finally {
      await stop()
    }
  }
  return { name: 'First requests of a new gateway', rows }
}

async function rowOf(gateway: MeasuredServer, asked: Asked, when: string): Promise<Record<string, string>> {
  const first = await timed(gateway, asked)
  const second = await timed(gateway, asked)
  return {
    what: `${when}: ${asked.what}`,
    status: String(first.status),
    'longest turn, CPU ms': first.turnMs.toFixed(0),
    'answer, wall ms': first.ms.toFixed(0),
    'second answer, wall ms': second.ms.toFixed(0),
  }
}

async function timed(
  gateway: MeasuredServer,
  { path, headers = {}, body }: Asked,
): Promise<{ readonly status: number; readonly ms: number; readonly turnMs: number }> {
  await gateway.longestTurnMs()
  const sentAt = performance.now()
  const answer = await fetch(`http://127.0.0.1:${gateway.port}${path}`, {
    headers: { ...AUTHORIZED, ...headers },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
  await answer.arrayBuffer()
  return { status: answer.status, ms: performance.now() - sentAt, turnMs: await gateway.longestTurnMs() }
}
