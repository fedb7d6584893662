import { parseArgs } from 'node:util'
import { benchAgents } from './agents.ts'
import { benchCodeMode } from './code-mode.ts'
import { benchAttacks } from './attacks/bench-attacks.ts'
import { benchCommandLine } from './command-line.ts'
import { benchHostileRequests } from './hostile-requests.ts'
import { benchHostile } from './hostile.ts'
import { benchJsonToTypescript } from './json-to-typescript.ts'
import { benchLlmStream } from './llm-stream.ts'
import { benchLoop } from './loop.ts'
import { benchMeteredCall } from './metered-call.ts'
import { benchPairedCalls } from './paired-calls.ts'
import { benchPostgresLedger } from './postgres/postgres-ledger.ts'
import { benchSlowClients } from './slow-clients.ts'
import { benchSources } from './sources/bench-sources.ts'
import { benchHostileSources } from './sources/hostile-sources.ts'
import { benchStall } from './stall.ts'
import { benchStart } from './start.ts'
import { benchSurfaces } from './surfaces.ts'

/** One table of figures; each row names what it measured. */
export interface BenchTable {
  readonly name: string
  readonly rows: readonly Record<string, string>[]
}

const BENCHES: Readonly<Record<string, () => Promise<BenchTable>>> = {
  start: benchStart,
  'command-line': benchCommandLine,
  call: benchMeteredCall,
  surfaces: benchSurfaces,
  agents: benchAgents,
  'code-mode': benchCodeMode,
  postgres: benchPostgresLedger,
  json: benchJsonToTypescript,
  llm: benchLlmStream,
  loop: benchLoop,
  stall: benchStall,
  hostile: benchHostile,
  'hostile-keys': benchAttacks,
  'hostile-requests': benchHostileRequests,
  'hostile-clients': benchSlowClients,
  sources: benchSources,
  'hostile-sources': benchHostileSources,
}

// `npm run bench` runs all of them, `npm run bench -- call` those that are named, `hostile` with all that begin so.
// `npm run bench -- call --beside ../other` compares calls with those of another checkout, which must be built.
const { values, positionals: asked } = parseArgs({
  options: { beside: { type: 'string' } },
  allowPositionals: true,
})
const { beside } = values
const benches = beside === undefined ? BENCHES : { call: () => benchPairedCalls(beside) }
for (const [name, bench] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.some((start) => name === start || name.startsWith(`${start}-`))) continue
  const table = await bench()
  console.log(`\n${table.name}`)
  console.table(Object.fromEntries(table.rows.map(({ what, ...figures }) => [what, figures])))
}
