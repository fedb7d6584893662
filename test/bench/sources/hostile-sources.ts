import { serverBody } from '../../support/tools/source-desk.ts'
import { AUTHORIZED, post, startMeasuredGateway } from '../measured-gateway.ts'
import type { MeasuredServer } from '../measured-server.ts'
import { median } from '../median.ts'
import type { BenchTable } from '../run.ts'
import { openServerOn } from './open-server.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9)
/** What the bars of sources ask for: nobody waits longer for a turn of the event loop. */
const GOAL_MS = 50

type Hostile = readonly [what: string, path: string, body: object]

const big = (what: string, mib: number, of?: string): Hostile => [what, '/v1/vices__big', { mib, of }]
const names = (what: string, values: number, chars: number): Hostile => [
  what,
  '/v1/vices__names',
  { values, chars },
]

const HOSTILE: readonly Hostile[] = [
  ['a usual call', '/v1/vices__echo', { text: 'a' }],
  big('an answer of 20 MiB', 20),
  big('a text of 3.9 MiB', 3.9),
  big('a text of 3.9 MiB with two-byte characters', 3.9, 'é'),
  big('a text of 3.9 MiB of line ends', 3.9, '\n'),
  big('a text of 3.9 MiB of quotes', 3.9, '"\\'),
  big('a text of 1.3 MiB of control characters', 1.3, '\u0001'),
  big('a text of 3.9 MiB of emoji', 3.9, '🙂'),
  names('an object of 190,000 members', 190_000, 10),
  names('an object of 20,000 long names', 20_000, 150),
  ['an answer of 400,000 values', '/v1/vices__many', { values: 400_000 }],
  ['an answer of 90,000 values', '/v1/vices__many', { values: 90_000 }],
  ['a pattern that never ends', '/v1/schemas__redos', { a: 'a'.repeat(60_000) }],
]

/** How long hostile lists, schemas and answers keep the event loop of a gateway from turning. */
export async function benchHostileSources(): Promise<BenchTable> {
  const { gateway, stop } = await startMeasuredGateway()
  try {
    await openServerOn(gateway, serverBody())
    await openServerOn(gateway, serverBody({ id: 'schemas', vice: 'schemas' }))
    const rows = []
    for (const [what, path, body] of HOSTILE) {
      const turns = []
      for (let round = 0; round < ROUNDS; round++) turns.push(await turnOf(gateway, path, body))
      rows.push(row(what, turns))
    }
    const { secrets: _, ...huge } = serverBody({ id: 'huge', vice: 'huge' })
    const { consent } = (await post(gateway, '/app/sources/preview', huge)) as { consent: { hash: string } }
    rows.push(
      row('a list of 3,000 tools', [
        await turnOf(gateway, '/app/sources', { ...huge, secrets: {}, consent: consent.hash }),
      ]),
    )
    return {
      name: `The longest turn of the event loop in ms of CPU, ${ROUNDS} calls each, the first of them cold`,
      rows,
    }
  } finally {
    await stop()
  }
}

async function turnOf(gateway: MeasuredServer, path: string, body: object): Promise<number> {
  await gateway.longestTurnMs()
  const url = `http://127.0.0.1:${gateway.port}${path}`
  const answer = await fetch(url, { method: 'POST', headers: AUTHORIZED, body: JSON.stringify(body) })
  await answer.arrayBuffer()
  return await gateway.longestTurnMs()
}

function row(what: string, turns: readonly number[]): Record<string, string> {
  const worst = Math.max(...turns)
  return {
    what,
    first: turns[0]!.toFixed(1),
    median: median(turns).toFixed(1),
    worst: worst.toFixed(1),
    verdict: worst <= GOAL_MS ? 'good' : 'TOO LONG',
  }
}
