import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { AUTHORIZED, startMeasuredGateway } from './measured-gateway.ts'
import { median } from './median.ts'
import type { BenchTable } from './run.ts'

const SLOW_HEADS = 300
const SLOW_BODIES = 100
const STREAMS = 150
const LONGEST_MS = 75_000
/** What reliability promises: when the slow are gone, and how long others wait meanwhile. */
const HEADS_GONE_MS = 40_000
const BODIES_GONE_MS = 60_000
const BESIDE_MS = 1_000

/** Callers that send a byte a second and never end, event streams beside them, and what other calls notice. */
export async function benchSlowClients(): Promise<BenchTable> {
  const { gateway, stop } = await startMeasuredGateway()
  const over = new AbortController()
  try {
    const url = `http://127.0.0.1:${gateway.port}`
    const host = `Host: 127.0.0.1:${gateway.port}\r\n`
    const head = `GET /v1/health HTTP/1.1\r\n${host}X-Slow: `
    const body = `POST /v1/text-diff HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"`
    const calls = callsBeside(url, over.signal)
    const streams = await openStreams(url, over.signal)
    const [heads, bodies] = await Promise.all([
      Promise.all(Array.from({ length: SLOW_HEADS }, () => timeToEnd(gateway.port, head))),
      Promise.all(Array.from({ length: SLOW_BODIES }, () => timeToEnd(gateway.port, body))),
    ])
    over.abort()
    return {
      name: 'Callers that send one byte a second and never end',
      rows: [
        toRow(`${SLOW_HEADS} slow heads: closed after`, heads, HEADS_GONE_MS),
        toRow(`${SLOW_BODIES} slow bodies: closed after`, bodies, BODIES_GONE_MS),
        toRow('calls beside them: answered after', await calls, BESIDE_MS),
        {
          what: `${STREAMS} usage streams of one key`,
          answer: [...streams].map(([status, count]) => `${count} × ${status}`).join(', '),
          verdict: [...streams.keys()].every((status) => status === 200 || status === 429) ? 'good' : 'BAD',
        },
      ],
    }
  } finally {
    over.abort()
    await stop()
  }
}

function toRow(what: string, ms: readonly number[], limitMs: number): Record<string, string> {
  const most = Math.max(...ms)
  return {
    what,
    count: String(ms.length),
    'p50 ms': median(ms).toFixed(0),
    'most ms': most.toFixed(0),
    verdict: most <= limitMs ? 'good' : 'TOO SLOW',
  }
}

function timeToEnd(port: number, begin: string): Promise<number> {
  return new Promise((resolve) => {
    const startedAt = performance.now()
    const socket: Socket = connect({ port, host: '127.0.0.1' })
    const trickle = setInterval(() => socket.write('a'), 1_000)
    const end = () => {
      clearInterval(trickle)
      clearTimeout(given)
      socket.destroy()
      resolve(performance.now() - startedAt)
    }
    const given = setTimeout(end, LONGEST_MS)
    // Read, or the end of the stream would never be seen.
    socket.resume().on('end', end).on('error', end).on('close', end)
    socket.write(begin)
  })
}

async function callsBeside(url: string, signal: AbortSignal): Promise<number[]> {
  const times: number[] = []
  while (!signal.aborted) {
    const startedAt = performance.now()
    const body = JSON.stringify({ text: `beside ${times.length}` })
    const answer = await fetch(`${url}/v1/crypto-hash-sha256`, {
      method: 'POST',
      headers: AUTHORIZED,
      body,
    })
    await answer.text()
    times.push(answer.ok ? performance.now() - startedAt : Infinity)
    await sleep(100)
  }
  return times
}

async function openStreams(url: string, signal: AbortSignal): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  const answers = await Promise.all(
    Array.from({ length: STREAMS }, () => fetch(`${url}/v1/stream/usage`, { headers: AUTHORIZED, signal })),
  )
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
  return counts
}
