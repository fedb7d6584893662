import { JSON_TYPE, METERED, startMeasuredGateway } from './measured-gateway.ts'
import { median } from './median.ts'
import { MeasuredServer } from './measured-server.ts'
import type { BenchTable } from './run.ts'

const ROUNDS = 5
const SECONDS = 3
const CONNECTIONS = 32
const ECHO = new URL('./yardsticks/echo-server.ts', import.meta.url)
const LEAN = new URL('./yardsticks/lean-server.ts', import.meta.url)

/**
 * A metered call with a durable ledger row, in alternating rounds of one run with two yardsticks: a bare echo, and the
 * leanest server that keeps the same promises.
 */
export async function benchMeteredCall(): Promise<BenchTable> {
  const { gateway, stop } = await startMeasuredGateway()
  const echo = await MeasuredServer.start(ECHO, [], '/')
  const lean = await MeasuredServer.start(LEAN, [], '/')
  try {
    const idle = await gateway.usage()
    const rounds = []
    for (let round = 0; round < ROUNDS; round++) {
      const metered = await gateway.under(SINGLE)
      const bare = await echo.under({ ...SINGLE, headers: JSON_TYPE })
      const least = await lean.under(SINGLE)
      rounds.push({ metered, bare, least })
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
          'leanest server with the same promises',
          rounds.map((r) => r.least),
        ),
        row(
          'metered call',
          rounds.map((r) => r.metered),
        ),
        ratio(
          'metered call / echo',
          rounds.map(({ metered, bare }) => [metered, bare]),
        ),
        ratio(
          'metered call / leanest server',
          rounds.map(({ metered, least }) => [metered, least]),
        ),
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
    await lean.stop()
  }
}

const SINGLE = { ...METERED, connections: CONNECTIONS, seconds: SECONDS }

type Round = Awaited<ReturnType<MeasuredServer['under']>>

function ratio(
  what: string,
  pairs: readonly (readonly [Round, Round])[],
): Record<string, string> & { what: string } {
  const of = (pick: (round: Round) => number): string =>
    `× ${median(pairs.map(([one, other]) => pick(one) / pick(other))).toFixed(2)}`
  return {
    what: `${what}, median of the rounds`,
    'CPU µs': of((r) => r.cpuMicrosPerAnswer),
    'per second': of((r) => r.perSecond),
  }
}

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
