import { sendRaw, type RawAnswer } from '../support/network/raw-http.ts'
import { hostileRequest, randomOf, type HostileParts, type HostileRequest } from './hostile-request.ts'
import { AUTHORIZED, startMeasuredGateway } from './measured-gateway.ts'
import type { MeasuredServer } from './measured-server.ts'
import type { BenchTable } from './run.ts'

const SEEDS = [1, 2, 3]
const REQUESTS = 10_800
const AT_ONCE = 32
const HUNG_MS = 15_000
const MOST_GROWTH_MB = 256
const MOST_HANDLER_ERRORS = 0.02
/** What tells of this machine: stacks, files, folders. */
const TELLS = /\n\s+at |file:\/\/|node_modules|\/(?:home|root|work|tmp)\/|\.(?:ts|js):\d+/

/** Requests that nobody should send, from three seeds, each held to what an answer must be. */
export async function benchHostileRequests(): Promise<BenchTable> {
  const { gateway, stop } = await startMeasuredGateway()
  try {
    const parts = await partsOf(gateway)
    const rows = []
    for (const seed of SEEDS) rows.push(await rowOf(seed, gateway, parts))
    return { name: `${REQUESTS} hostile requests a seed, ${AT_ONCE} at a time`, rows }
  } finally {
    await stop()
  }
}

async function partsOf({ port }: MeasuredServer): Promise<HostileParts> {
  // The list is what GET /v1/tools is described as.
  const { tools } = (await (await fetch(`http://127.0.0.1:${port}/v1/tools`)).json()) as {
    tools: { slug: string; tier: string; input_schema: { properties: object } }[]
  }
  return {
    port,
    key: AUTHORIZED.authorization.replace('Bearer ', ''),
    // Nothing may leave this machine.
    tools: tools
      .filter(({ tier, slug }) => tier !== 'network' && slug !== 'webhook-send')
      .map(({ slug, input_schema: { properties } }) => ({ slug, fields: Object.keys(properties) })),
  }
}

async function rowOf(
  seed: number,
  gateway: MeasuredServer,
  parts: HostileParts,
): Promise<Record<string, string>> {
  const random = randomOf(seed)
  const counts = new Map<string, number>()
  const before = await gateway.usage()
  let sent = 0
  const note = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)
  const worker = async () => {
    while (sent < REQUESTS) {
      sent++
      const request = hostileRequest(random, parts)
      for (const fault of faultsOf(request, await answerTo(request, parts.port))) {
        note(fault)
        if (process.env.BENCH_SHOW && fault !== 'handler_error')
          console.log(fault, request.kind, JSON.stringify(request.bytes.toString('latin1')).slice(0, 400))
      }
    }
  }
  const health = healthBeside(parts.port, () => sent < REQUESTS)
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  const after = await gateway.usage()
  const grownMb = after.residentMb - before.residentMb
  const handlerErrors = counts.get('handler_error') ?? 0
  counts.delete('handler_error')
  const isGood =
    counts.size === 0 && handlerErrors <= REQUESTS * MOST_HANDLER_ERRORS && grownMb < MOST_GROWTH_MB
  return {
    what: `seed ${seed}`,
    faults: [...counts].map(([what, count]) => `${count} ${what}`).join(', ') || 'none',
    handler_error: String(handlerErrors),
    'RSS grown MB': grownMb.toFixed(0),
    'slowest health ms': (await health).toFixed(0),
    verdict: isGood ? 'good' : 'BAD',
  }
}

async function answerTo(request: HostileRequest, port: number): Promise<RawAnswer | 'hung' | 'dropped'> {
  const late = Promise.withResolvers<'hung'>()
  const timer = setTimeout(() => late.resolve('hung'), HUNG_MS)
  const exchange = await Promise.race([sendRaw(port, [request.bytes]), late.promise])
  clearTimeout(timer)
  return exchange === 'hung' ? 'hung' : (exchange.answers[0] ?? 'dropped')
}

function faultsOf(request: HostileRequest, answer: RawAnswer | 'hung' | 'dropped'): string[] {
  if (typeof answer === 'string') return [answer]
  const { status, body } = answer
  const isSuccess = status < 400
  const error = isSuccess ? null : errorIn(body)
  const faults: string[] = []
  if (error?.code === 'handler_error') faults.push('handler_error')
  else if (status >= 500 && status !== 503) faults.push(`${status}`)
  if (!isSuccess && error === null) faults.push('refusal without an error object')
  if (isSuccess && request.mustFail) faults.push(`${request.mustFail} taken`)
  if (request.mustFail === 'bad key' && status !== 401 && status !== 400) faults.push(`bad key: ${status}`)
  if (!isSuccess && TELLS.test(body)) faults.push('tells of this machine')
  return faults
}

function errorIn(body: string): { readonly code: string } | null {
  try {
    const { error } = JSON.parse(body) as { error?: { code?: unknown; message?: unknown } }
    // What MCP refuses by itself has JSON-RPC's numbers.
    const hasCode = typeof error?.code === 'string' || typeof error?.code === 'number'
    return hasCode && typeof error.message === 'string' ? { code: String(error.code) } : null
  } catch {
    // No JSON, and so no error object.
    return null
  }
}

async function healthBeside(port: number, isOn: () => boolean): Promise<number> {
  let slowest = 0
  while (isOn()) {
    const startedAt = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}/v1/health`)
    await answer.text()
    slowest = Math.max(slowest, answer.ok ? performance.now() - startedAt : Infinity)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return slowest
}
