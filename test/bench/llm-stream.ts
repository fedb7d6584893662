import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { MeasuredServer } from './measured-server.ts'
import type { BenchTable } from './run.ts'

const STREAMS = 50
const START_GAP_MS = 20
const ROUNDS = 5
const OWNER_KEY = `sk-toolgate-${'0123456789abcdef'.repeat(3)}`
const GATEWAY = new URL('../../out/main/headless.js', import.meta.url)
const PROVIDER = new URL('./token-provider.ts', import.meta.url)
const HEADERS = { 'content-type': 'application/json', authorization: `Bearer ${OWNER_KEY}` }

/**
 * How long a token takes from the provider's socket to the client's event, through llm-summarize at 50 streams at
 * once, beside the same streams read from the provider itself.
 */
export async function benchLlmStream(): Promise<BenchTable> {
  const folder = await mkdtemp(join(tmpdir(), 'toolgate-bench-'))
  const provider = await MeasuredServer.start(PROVIDER, [], '/v1/models')
  Object.assign(process.env, {
    TOOLGATE_OWNER_KEY: OWNER_KEY,
    OPENAI_BASE_URL: `http://127.0.0.1:${provider.port}/v1`,
    TOOLGATE_LLM_MODEL: 'bench',
  })
  const args = ['--port', '0', '--data-dir', folder, '--json']
  const gateway = await MeasuredServer.start(GATEWAY, args, '/v1/health')
  try {
    await post(gateway.port, '/v1/credits/buy', { credits: 1_000_000 }, () => undefined)
    await streams(gateway.port, '/v1/stream/llm-summarize')
    const direct: number[][] = []
    const through: number[][] = []
    let cpuMicros = 0
    for (let round = 0; round < ROUNDS; round++) {
      direct.push(await streams(provider.port, '/v1/chat/completions'))
      const before = await gateway.usage()
      through.push(await streams(gateway.port, '/v1/stream/llm-summarize'))
      cpuMicros += (await gateway.usage()).cpuMicros - before.cpuMicros
    }
    const cpu = `${(cpuMicros / through.flat().length).toFixed(0)}`
    return {
      name: `a token from the provider to the client, ${STREAMS} streams of 50 tokens a second, ${ROUNDS} rounds`,
      rows: [
        row('read from the provider itself', direct),
        { ...row('through llm-summarize', through), 'CPU µs a token': cpu },
      ],
    }
  } finally {
    await gateway.stop()
    await provider.stop()
    await rm(folder, { recursive: true })
  }
}

/** The delays of all tokens of all streams, in milliseconds. */
async function streams(port: number, path: string): Promise<number[]> {
  const body = { text: 'Some text.', token_granularity: 'chunk' }
  const delays: number[] = []
  // The clock of hrtime is the machine's own, so it is the same in every process.
  const onText = (text: string, at: bigint): void => {
    for (const [, stamp] of text.matchAll(/"(?:text|content)":"(\d{9,}) "/g))
      delays.push(Number(at - BigInt(stamp!)) / 1e6)
  }
  // Nobody starts fifty streams in the same millisecond.
  const started = Array.from({ length: STREAMS }, async (_, index) => {
    await pause(index * START_GAP_MS)
    await post(port, path, body, onText)
  })
  await Promise.all(started)
  return delays
}

function post(
  port: number,
  path: string,
  body: object,
  onText: (text: string, at: bigint) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { port, path, method: 'POST', host: '127.0.0.1', headers: HEADERS },
      (response) => {
        if ((response.statusCode ?? 500) >= 300) reject(new Error(`${path}: ${response.statusCode}`))
        response.setEncoding('latin1')
        response.on('data', (text: string) => onText(text, process.hrtime.bigint()))
        response.on('end', resolve)
        response.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(JSON.stringify(body))
  })
}

// Other work on the machine shows first in the last hundredth, so the best round is told beside the middle one.
function row(what: string, rounds: readonly (readonly number[])[]): Record<string, string> {
  const of = (share: number): number[] =>
    rounds.map((delays) => quantile(delays, share)).toSorted((a, b) => a - b)
  const middle = (share: number): string => of(share)[Math.floor(rounds.length / 2)]!.toFixed(2)
  return {
    what,
    tokens: String(rounds.flat().length),
    'p50 ms': middle(0.5),
    'p90 ms': middle(0.9),
    'p99 ms': middle(0.99),
    'p99 ms, best round': of(0.99)[0]!.toFixed(2),
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN
}
