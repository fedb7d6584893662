import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { METERED, startMeasuredGateway } from './measured-gateway.ts'
import type { MeasuredServer } from './measured-server.ts'
import { quantile } from './median.ts'
import type { BenchTable } from './run.ts'

/** Of each checkout, because two processes of the same build differ by a few per cent. */
const PROCESSES = 2
const ROUNDS = 30
/** A tenth of a second, so that the machine is as busy in both turns of a pair. */
const CALLS = 1_500
const CONNECTIONS = 32
const MOST_SECONDS = 60

/**
 * The metered call of this checkout beside that of another, in short turns of one run. What the machine does besides
 * changes the time of a call by a third, and the ratio of two neighbouring turns by little.
 * @param checkout the other folder, built
 * @throws Error when it is not built
 */
export async function benchPairedCalls(checkout: string): Promise<BenchTable> {
  const file = resolve(checkout, 'out/main/headless.js')
  if (!existsSync(file)) throw new Error(`${checkout} is not built: there is no ${file}. Build it first.`)
  const other = pathToFileURL(file)
  const started = []
  for (let process = 0; process < PROCESSES; process++)
    started.push({
      here: await startMeasuredGateway(),
      there: await startMeasuredGateway({ headless: other }),
    })
  try {
    const pairs = started.map((two) => ({ here: two.here.gateway, there: two.there.gateway }))
    const turns: Turn[] = []
    // The first round is thrown away: nothing is compiled yet.
    for (let round = 0; round <= ROUNDS; round++)
      for (const pair of pairs) {
        const turn = await turnOf(pair, round % 2 === 0)
        if (round > 0) turns.push(turn)
      }
    return {
      name: `metered call, CPU µs of the gateway: ${turns.length} pairs of turns of ${CALLS} calls`,
      rows: [
        row(
          'this checkout',
          turns.map(({ here }) => here),
          1,
        ),
        row(
          checkout,
          turns.map(({ there }) => there),
          1,
        ),
        row(
          'this checkout / the other, pair by pair',
          turns.map(({ here, there }) => here / there),
          3,
        ),
      ],
    }
  } finally {
    for (const { here, there } of started) {
      await here.stop()
      await there.stop()
    }
  }
}

/** CPU time of a call, in microseconds. */
interface Turn {
  readonly here: number
  readonly there: number
}

async function turnOf(
  pair: { readonly here: MeasuredServer; readonly there: MeasuredServer },
  hereFirst: boolean,
): Promise<Turn> {
  const early = hereFirst ? await costOf(pair.here) : null
  const there = await costOf(pair.there)
  return { here: early ?? (await costOf(pair.here)), there }
}

async function costOf(gateway: MeasuredServer): Promise<number> {
  const { failures, cpuMicrosPerAnswer } = await gateway.under({
    ...METERED,
    connections: CONNECTIONS,
    seconds: MOST_SECONDS,
    answers: CALLS,
  })
  if (failures > 0) throw new Error(`${failures} calls of a turn failed`)
  return cpuMicrosPerAnswer
}

function row(
  what: string,
  values: readonly number[],
  digits: number,
): Record<string, string> & { what: string } {
  const at = (share: number): string => quantile(values, share).toFixed(digits)
  return { what, 'lower quartile': at(0.25), median: at(0.5), 'upper quartile': at(0.75) }
}
