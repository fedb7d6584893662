import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { OWNER_KEY } from '../measured-gateway.ts'
import { MeasuredServer } from '../measured-server.ts'
import { SIGN_UPS_PER_ADDRESS } from '../../../src-shared/limits.ts'
import type { ShareList } from '../../../src-shared/shares.ts'
import type { BenchTable } from '../run.ts'
import type { Answered } from './attacker.ts'
import type { Target } from './attacks.ts'
import * as probes from './probes.ts'
import { openSlowServers, type SlowServers } from './slow-servers.ts'

const QUIET_MS = 2_000
const ATTACKED_MS = 4_000
/** By then an attack has taken all that it gets. */
const BEGUN_MS = 1_000
const RECOVERY_MS = 2_000
const HOSTILE_KEYS = 9
const MOST_P99_MS = 250
const GATEWAY = new URL('./attacked-gateway.ts', import.meta.url)
const ATTACKER = fileURLToPath(new URL('./attacker.ts', import.meta.url))

interface Goal {
  /** In milliseconds. */
  readonly p99: number
  /** Times the quiet one. */
  readonly ratio?: number
}

interface Row {
  readonly attack: string
  /** The shared resource that it is after, if there is one. */
  readonly share?: string
  readonly beside: string
  readonly probe: (parts: probes.ProbeParts) => probes.Probe | Promise<probes.Probe>
  readonly goal: Goal
}

const IN_TIME: Goal = { p99: MOST_P99_MS }
const LIKE_QUIET: Goal = { p99: Infinity, ratio: 2 }
const webhook = (origin: (servers: SlowServers) => string) => (parts: probes.ProbeParts) =>
  probes.calling(parts, 'webhook-send', (payload) => ({ url: `${origin(parts.servers)}/quick`, payload }))
const metered = (parts: probes.ProbeParts) =>
  probes.calling(parts, 'crypto-hash-sha256', (number) => ({ text: `beside ${number}` }))

const ROWS: readonly Row[] = [
  {
    attack: 'workers',
    share: 'workers',
    beside: 'math-evaluate',
    probe: (parts) => probes.calling(parts, 'math-evaluate', (number) => ({ expression: `${number} + 1` })),
    goal: IN_TIME,
  },
  {
    attack: 'sends',
    share: 'sends',
    beside: 'webhook-send',
    probe: webhook(({ receiver }) => receiver),
    goal: LIKE_QUIET,
  },
  {
    attack: 'models',
    share: 'models',
    beside: 'llm-summarize',
    probe: (parts) =>
      probes.calling(parts, 'llm-summarize', (number) => ({ text: `A short text about ${number}.` })),
    goal: LIKE_QUIET,
  },
  {
    attack: 'dead names',
    share: 'lookups',
    beside: 'webhook-send by name',
    probe: webhook(({ named }) => named),
    goal: LIKE_QUIET,
  },
  {
    attack: 'sockets',
    share: 'sockets',
    beside: 'call on a new connection',
    probe: probes.callingAnew,
    goal: IN_TIME,
  },
  {
    attack: 'slow bodies',
    share: 'request_bodies',
    beside: 'call on a new connection',
    probe: probes.callingAnew,
    goal: IN_TIME,
  },
  {
    attack: 'sign-ups',
    beside: 'crypto-hash-sha256',
    probe: metered,
    goal: IN_TIME,
  },
  { attack: 'batches', share: 'batch_items', beside: 'crypto-hash-sha256', probe: metered, goal: IN_TIME },
  {
    attack: 'usage streams',
    share: 'usage_streams',
    beside: 'stream to its first event',
    probe: probes.opening,
    goal: IN_TIME,
  },
  {
    attack: 'MCP sessions',
    share: 'mcp_sessions',
    beside: 'call in a session',
    probe: probes.inSession,
    goal: IN_TIME,
  },
  { attack: 'jobs', share: 'jobs', beside: 'job to its end', probe: probes.running, goal: IN_TIME },
]

/** One hostile key or a few, and what a key beside them notices of it: quiet, during the attack and after it. */
export async function benchAttacks(): Promise<BenchTable> {
  const servers = await openSlowServers()
  const gateway = await MeasuredServer.start(
    GATEWAY,
    [servers.dns, servers.receiver, servers.named],
    '/v1/health',
  )
  try {
    const url = `http://127.0.0.1:${gateway.port}`
    const owner = { url, key: OWNER_KEY }
    const provider = { kind: 'openai-compatible', model: 'bench', base_url: `${servers.model}/v1` }
    await probes.post(owner, '/app/providers', provider)
    // The keys beside and the hostile ones spend the owner's.
    await probes.post(owner, '/v1/credits/buy', { credits: 100_000_000 })
    const rows = []
    for (const row of ROWS) {
      const keys = await Promise.all(Array.from({ length: HOSTILE_KEYS }, () => makeKey(owner)))
      const target: Target = { url, port: gateway.port, keys, receiver: servers.receiver }
      const probe = await row.probe({ url, key: await makeKey(owner), servers })
      rows.push(await attacked(row, target, probe))
    }
    return { name: 'What a key notices of hostile keys beside it; times in ms', rows }
  } finally {
    await gateway.stop()
    servers.close()
  }
}

async function makeKey(owner: { readonly url: string; readonly key: string }): Promise<string> {
  const rate = { limit: 100_000, window_seconds: 1 }
  const budget = { questions: 100_000, tokens: 100_000_000 }
  const wanted = { name: 'Attack', rate_limit: rate, model_budget: budget, credit_limit: 50_000 }
  const { text } = await probes.post(owner, '/v1/enterprise/keys', wanted)
  return (JSON.parse(text) as { readonly key: string }).key // as the API is described
}

async function attacked(row: Row, target: Target, probe: probes.Probe): Promise<Record<string, string>> {
  for (let warm = 0; warm < 20; warm++) await probe()
  const quiet = await probed(probe, QUIET_MS)
  const before = (await shareOf(row, target)).refused
  const attacker = fork(ATTACKER, [JSON.stringify({ name: row.attack, target })])
  await pause(BEGUN_MS)
  const during = await probed(probe, ATTACKED_MS)
  const { in_use, waiting, refused } = await shareOf(row, target)
  const { answered, endedAt } = await end(attacker)
  const recovery = await recoveryOf(probe, Math.max(2 * quiet.p99, 50), endedAt)
  const isQuick =
    during.p99 <= row.goal.p99 && (row.goal.ratio === undefined || during.p99 <= row.goal.ratio * quiet.p99)
  const isCapped = row.attack !== 'sign-ups' || (answered[201] ?? 0) <= SIGN_UPS_PER_ADDRESS
  const failed = quiet.failed + during.failed
  return {
    what: `${row.attack}: ${row.beside}`,
    'quiet p50 / p99': `${quiet.p50.toFixed(1)} / ${quiet.p99.toFixed(1)}`,
    'attacked p50 / p99': `${during.p50.toFixed(1)} / ${during.p99.toFixed(1)}`,
    'p99 ratio': (during.p99 / quiet.p99).toFixed(1),
    answers: String(during.count),
    failed: String(failed),
    attacker: Object.entries(answered)
      .map(([status, count]) => `${count} × ${status === '0' ? 'closed' : status}`)
      .join(', '),
    'in use, waiting, refused': row.share ? `${row.share} ${in_use}, ${waiting}, ${refused - before}` : '',
    'recovery ms': recovery.toFixed(0),
    verdict: isQuick && isCapped && failed === 0 && recovery <= RECOVERY_MS ? 'good' : 'BAD',
  }
}

/** The figures of the shared resource that an attack is after. */
async function shareOf(
  { share }: Row,
  { url }: Target,
): Promise<{ in_use: number; waiting: number; refused: number }> {
  const answer = await fetch(`${url}/app/shares`, { headers: { authorization: `Bearer ${OWNER_KEY}` } })
  const { shares } = (await answer.json()) as ShareList // as its route writes it
  const found = shares.find(({ resource }) => resource === share)
  const { in_use = 0, waiting = 0, refused_total = 0, waited_out_total = 0 } = found ?? {}
  return { in_use, waiting, refused: refused_total + waited_out_total }
}

interface Probed {
  readonly p50: number
  readonly p99: number
  readonly count: number
  readonly failed: number
}

async function probed(probe: probes.Probe, ms: number): Promise<Probed> {
  const times: number[] = []
  let failed = 0
  for (const endsAt = performance.now() + ms; performance.now() < endsAt;) {
    const { took, error } = await timed(probe)
    times.push(took)
    if (error !== null && failed++ === 0 && process.env.BENCH_SHOW) console.log(error)
    // A client that waits a little between its calls, so that what is measured is not its own load.
    await pause(5)
  }
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? NaN
  return { p50: at(0.5), p99: at(0.99), count: times.length, failed }
}

async function timed(probe: probes.Probe): Promise<{ readonly took: number; readonly error: unknown }> {
  const startedAt = performance.now()
  try {
    await probe()
    return { took: performance.now() - startedAt, error: null }
  } catch (error) {
    return { took: performance.now() - startedAt, error }
  }
}

async function end(attacker: ChildProcess): Promise<{ answered: Answered; endedAt: number }> {
  const exited = once(attacker, 'exit')
  attacker.send('over')
  const endedAt = performance.now()
  const [answered] = (await once(attacker, 'message')) as [Answered]
  await exited
  return { answered, endedAt }
}

/** After how long the last answer came that was slower than in quiet times, or a refusal. */
async function recoveryOf(probe: probes.Probe, slowMs: number, endedAt: number): Promise<number> {
  let recovered = 0
  for (let inTime = 0; inTime < 20 && performance.now() < endedAt + 4 * RECOVERY_MS;) {
    const { took, error } = await timed(probe)
    if (error === null && took <= slowMs) inTime++
    else {
      inTime = 0
      recovered = performance.now() - endedAt
    }
  }
  return recovered
}
