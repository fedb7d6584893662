import { manyOperations } from '../../support/tools/many-operations.ts'
import { serverBody } from '../../support/tools/source-desk.ts'
import { AUTHORIZED, post, startMeasuredGateway } from '../measured-gateway.ts'
import type { MeasuredServer } from '../measured-server.ts'
import { median } from '../median.ts'
import type { BenchTable } from '../run.ts'
import { openServerOn } from './open-server.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9)
/** What the bars of sources ask for: nobody waits longer for a turn of the event loop. */
const GOAL_MS = 50

const OPERATIONS = 1_200
/** So many tools are decided about at once, at most. */
const MOST_DECIDED = 200
const BYTES = { 'content-type': 'application/octet-stream' }

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
    rows.push(...(await largeApi(gateway)))
    return {
      name: `The longest turn of the event loop in ms of CPU, ${ROUNDS} calls each, the first of them cold`,
      rows,
    }
  } finally {
    await stop()
  }
}

async function largeApi(gateway: MeasuredServer): Promise<Record<string, string>[]> {
  const document = JSON.stringify(manyOperations(OPERATIONS))
  const rows: Record<string, string>[] = []
  const measure = async (what: string, path: string, body?: object | string): Promise<unknown> => {
    await gateway.longestTurnMs()
    const answer = await fetch(`http://127.0.0.1:${gateway.port}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...AUTHORIZED, ...(typeof body === 'string' ? BYTES : {}) },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const told = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${told}`)
    rows.push(row(`${what}, with ${OPERATIONS} operations`, [await gateway.longestTurnMs()]))
    return JSON.parse(told)
  }
  // The shapes of our own routes.
  const read = (await measure('reading an API', '/app/sources/documents', document)) as {
    document: { hash: string }
  }
  const asked = { kind: 'openapi', id: 'large', document: read.document.hash, server: 'http://127.0.0.1:9' }
  const shown = (await measure('showing it', '/app/sources/preview', asked)) as {
    consent: { hash: string }
  }
  const added = (await measure('adding it', '/app/sources', { ...asked, consent: shown.consent.hash })) as {
    source: { tools: { name: string; hash: string }[] }
  }
  const tools = added.source.tools.map(({ name, hash }) => ({ name, hash, state: 'on', looked_at: true }))
  for (let at = 0; at < tools.length; at += MOST_DECIDED) {
    const body = { tools: tools.slice(at, at + MOST_DECIDED) }
    const approve = '/app/sources/large/approve'
    if (at === 0) await measure(`opening ${MOST_DECIDED} of it`, approve, body)
    else await post(gateway, approve, body)
  }
  await measure('the source', '/app/sources/large')
  await measure('the list of tools', '/v1/tools')
  await measure('a search', '/v1/tools?q=pet')
  await measure('the OpenAPI document', '/v1/openapi.json')
  return rows
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
