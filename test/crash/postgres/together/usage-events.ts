import type { GatewayProcesses } from '../../../support/postgres/gateway-processes.ts'
import { ask } from '../../../support/postgres/served-gateways.ts'
import { OWNER_KEY } from '../../../support/gateway/test-gateway.ts'
import { waitUntil } from '../../../support/wait-until.ts'

const CALLERS = 32

/** What a stream at one gateway told of the calls of the others. */
export interface UsageReport {
  readonly calls: number
  readonly lost: number
  readonly twice: number
  /** From the last answer until its event had come. */
  readonly lastMs: number
  readonly callsPerSecond: number
}

/** Calls at all gateways but the last, and reads the stream of all usage there. */
export async function tellUsage(served: GatewayProcesses, calls: number): Promise<UsageReport> {
  const told = new Map<string, number>()
  const stop = new AbortController()
  const reading = await readUsage(served.all.at(-1)!.url, stop.signal, (id) =>
    told.set(id, (told.get(id) ?? 0) + 1),
  )
  const ids: string[] = []
  let next = 0
  const caller = async (): Promise<void> => {
    while (next < calls) {
      const n = next++
      const gateway = served.all[n % (served.all.length - 1)]!
      const { status, text, headers } = await ask(gateway, '/v1/crypto-hash-sha256', { text: `u${n}` })
      if (status !== 200) throw new Error(text)
      ids.push(headers.get('x-request-id')!)
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: CALLERS }, caller))
  const endedAt = performance.now()
  const isTold = (): boolean => ids.every((id) => told.has(id))
  // What is still missing then is counted as lost.
  await waitUntil(isTold, 'all calls are told').catch(() => undefined)
  const lastMs = Math.round(performance.now() - endedAt)
  stop.abort()
  await reading.ended
  return {
    calls,
    lost: ids.filter((id) => !told.has(id)).length,
    twice: ids.filter((id) => (told.get(id) ?? 0) > 1).length,
    lastMs,
    callsPerSecond: Math.round((calls * 1_000) / (endedAt - startedAt)),
  }
}

/** Reads a stream until it is stopped. @returns once it has begun, what resolves at its end */
async function readUsage(url: string, signal: AbortSignal, tell: (id: string) => void) {
  const headers = { authorization: `Bearer ${OWNER_KEY}` }
  const { body } = await fetch(`${url}/v1/stream/usage?keys=all`, {
    headers,
    signal,
  })
  let begun = false
  const reading = (async () => {
    let rest = ''
    for await (const piece of body!.pipeThrough(new TextDecoderStream())) {
      begun = true
      const lines = (rest + piece).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines)
        if (line.includes('"request_id"')) tell(JSON.parse(line.slice('data: '.length)).request_id)
    }
  })().catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  await waitUntil(() => begun, 'the stream begins')
  return { ended: reading }
}
