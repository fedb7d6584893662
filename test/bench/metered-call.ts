import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MeasuredServer } from './measured-server.ts'
import type { BenchTable } from './run.ts'

const ROUNDS = 5
const SECONDS = 3
const CONNECTIONS = 32
const OWNER_KEY = `sk-toolgate-${'0123456789abcdef'.repeat(3)}`
const GATEWAY = new URL('../../out/main/headless.js', import.meta.url)
const ECHO = new URL('./echo-server.ts', import.meta.url)

/** A metered call with a durable ledger row beside a bare echo, in alternating rounds of one run. */
export async function benchMeteredCall(): Promise<BenchTable> {
  const folder = await mkdtemp(join(tmpdir(), 'toolgate-bench-'))
  process.env.TOOLGATE_OWNER_KEY = OWNER_KEY
  const gateway = await MeasuredServer.start(
    GATEWAY,
    ['--port', '0', '--data-dir', folder, '--json'],
    '/v1/health',
  )
  const echo = await MeasuredServer.start(ECHO, [], '/')
  try {
    await prepare(gateway.port)
    const idle = await gateway.usage()
    const rounds = []
    for (let round = 0; round < ROUNDS; round++) {
      const metered = await gateway.under(METERED)
      const bare = await echo.under({ ...METERED, headers: JSON_TYPE })
      rounds.push({ metered, bare })
    }
    const catalogue = await gateway.under({ ...METERED, method: 'GET', path: '/v1/tools', body: null })
    return {
      name: `crypto-hash-sha256 with unique bodies, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s`,
      rows: [
        row(
          'bare node:http echo',
          rounds.map((r) => r.bare),
        ),
        row(
          'metered call',
          rounds.map((r) => r.metered),
        ),
        {
          what: 'metered call / echo, median of the rounds',
          'CPU µs': `× ${median(rounds.map((r) => r.metered.cpuMicrosPerAnswer / r.bare.cpuMicrosPerAnswer)).toFixed(2)}`,
          'per second': `× ${median(rounds.map((r) => r.metered.perSecond / r.bare.perSecond)).toFixed(2)}`,
        },
        row('GET /v1/tools', [catalogue]),
        {
          what: 'start to first answer, idle memory',
          'p50 ms': gateway.startMs.toFixed(0),
          'RSS MB': idle.residentMb.toFixed(0),
        },
      ],
    }
  } finally {
    await gateway.stop()
    await echo.stop()
    await rm(folder, { recursive: true })
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }
const METERED = {
  connections: CONNECTIONS,
  seconds: SECONDS,
  method: 'POST' as const,
  path: '/v1/crypto-hash-sha256',
  headers: { ...JSON_TYPE, authorization: `Bearer ${OWNER_KEY}` },
  body: ['{"text":"measured ', '"}'] as const,
}

// Enough credits and no rate limit in the way: both through the API, as anybody would.
async function prepare(port: number): Promise<void> {
  const post = async (path: string, body: object): Promise<void> => {
    const url = `http://127.0.0.1:${port}${path}`
    const answer = await fetch(url, {
      method: 'POST',
      headers: METERED.headers,
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  }
  await post('/v1/credits/buy', { credits: 100_000_000 })
  await post('/v1/enterprise/rate-limits', { key: OWNER_KEY, limit: 100_000, window_seconds: 1 })
}

type Round = Awaited<ReturnType<MeasuredServer['under']>>

function row(what: string, rounds: readonly Round[]): Record<string, string> {
  const of = (pick: (round: Round) => number): number => median(rounds.map(pick))
  return {
    what,
    'CPU µs': of((r) => r.cpuMicrosPerAnswer).toFixed(1),
    'per second': of((r) => r.perSecond).toFixed(0),
    'p50 ms': of((r) => r.p50Ms).toFixed(2),
    'p99 ms': of((r) => r.p99Ms).toFixed(2),
    failures: String(rounds.reduce((sum, r) => sum + r.failures, 0)),
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}
