import { JSON_TYPE, METERED, startMeasuredGateway } from './measured-gateway.ts'
import { median } from './median.ts'
import { MeasuredServer } from './measured-server.ts'
import type { BenchTable } from './run.ts'

const ROUNDS = 5
const SECONDS = 3
const CONNECTIONS = 32
const ECHO = new URL('./echo-server.ts', import.meta.url)

/** A metered call with a durable ledger row beside a bare echo, in alternating rounds of one run. */
export async function benchMeteredCall(): Promise<BenchTable> {
  const { gateway, stop } = await startMeasuredGateway()
  const echo = await MeasuredServer.start(ECHO, [], '/')
  try {
    const idle = await gateway.usage()
    const rounds = []
    for (let round = 0; round < ROUNDS; round++) {
      const metered = await gateway.under(SINGLE)
      const bare = await echo.under({ ...SINGLE, headers: JSON_TYPE })
      rounds.push({ metered, bare })
    }
    const catalogue = await gateway.under({ ...SINGLE, method: 'GET', path: '/v1/tools', body: null })
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
    await stop()
    await echo.stop()
  }
}

const SINGLE = { ...METERED, connections: CONNECTIONS, seconds: SECONDS }

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
