/** `npm run soak`: a million calls of all kinds on the built gateway, and the memory that it has after each part. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { AUTHORIZED, OWNER_KEY, post, startMeasuredGateway } from '../measured-gateway.ts'
import type { MeasuredServer, Usage } from '../measured-server.ts'
import type { Round, Tally } from './callers.ts'
import { slopeOf } from './slope.ts'

const CALLS = 1_000_000
const PARTS = 48
const KEYS = 40
/** Keys that are made for one part, and revoked after it. */
const PASSING_KEYS = 10
/** What `slopeOf` may come to for the resident memory. */
const MOST_MB = 1
const CALLERS = fileURLToPath(new URL('./callers.ts', import.meta.url))

interface Sample extends Usage {
  readonly calls: number
}

const { values } = parseArgs({ options: { calls: { type: 'string' }, snapshots: { type: 'string' } } })
const calls = Number(values.calls ?? CALLS)
if (!Number.isInteger(calls) || calls < PARTS) throw new Error(`--calls takes a number from ${PARTS}.`)

const receiver = createServer((request, response) => {
  request.resume().on('end', () => response.end('{}'))
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
const { gateway, stop } = await startMeasuredGateway({ more: ['--allow-webhook', origin] })
const callers = fork(CALLERS, { stdio: 'inherit' })
try {
  const { samples, tally, seconds } = await soak(gateway, callers)
  print(samples, tally, seconds)
} finally {
  callers.kill()
  await once(callers, 'exit')
  await stop()
  receiver.close()
  receiver.closeAllConnections()
}

async function soak(
  gateway: MeasuredServer,
  callers: ChildProcess,
): Promise<{ samples: Sample[]; tally: Tally; seconds: number }> {
  const lasting = await makeKeys(gateway, KEYS)
  const { key: broke } = await makeKey(gateway, { credit_limit: 0 })
  const startedAt = performance.now()
  const samples: Sample[] = [{ calls: 0, ...(await gateway.usage({ collect: true })) }]
  const tally: Tally = {}
  const perPart = Math.ceil(calls / PARTS)
  for (let part = 0; part < PARTS; part++) {
    const passing = await makeKeys(gateway, PASSING_KEYS)
    const keys = [...lasting, ...passing].map(({ key }) => key)
    const round: Round = {
      port: gateway.port,
      calls: perPart,
      // A batch has up to 50 numbers more than the part has calls, and each follow-up none.
      from: (part + 1) * 2 * perPart,
      parts: { owner: OWNER_KEY, keys, broke, receiver: origin },
    }
    callers.send(round)
    addUp(tally, ((await once(callers, 'message')) as [Tally])[0])
    for (const { key_id: id } of passing) await revoke(gateway, id)
    const snapshot = snapshotOf(part)
    const usage = await gateway.usage({ collect: true, ...(snapshot === null ? {} : { snapshot }) })
    samples.push({ calls: (part + 1) * perPart, ...usage })
    process.stdout.write(
      `\r${(part + 1) * perPart} calls, ${usage.residentMb.toFixed(0)} MB, heap ${usage.heapMb.toFixed(1)} MB `,
    )
  }
  process.stdout.write('\n')
  return { samples, tally, seconds: (performance.now() - startedAt) / 1_000 }
}

function snapshotOf(part: number): string | null {
  const isAsked = values.snapshots !== undefined && (part === PARTS / 2 || part === PARTS - 1)
  return isAsked ? join(values.snapshots ?? '', `part-${part}.heapsnapshot`) : null
}

interface MadeKey {
  readonly key: string
  readonly key_id: string
}

async function makeKeys(gateway: MeasuredServer, count: number): Promise<MadeKey[]> {
  return await Promise.all(Array.from({ length: count }, () => makeKey(gateway, {})))
}

async function makeKey(gateway: MeasuredServer, more: object): Promise<MadeKey> {
  const wanted = { name: 'Soak', rate_limit: { limit: 100_000, window_seconds: 1 }, ...more }
  // The shape of the answer is what the API is described as.
  return (await post(gateway, '/v1/enterprise/keys', wanted)) as MadeKey
}

async function revoke({ port }: MeasuredServer, id: string): Promise<void> {
  const url = `http://127.0.0.1:${port}/v1/enterprise/keys/${id}`
  const answer = await fetch(url, { method: 'DELETE', headers: AUTHORIZED })
  if (!answer.ok) throw new Error(`A key was not revoked: ${await answer.text()}`)
}

function addUp(tally: Tally, more: Tally): void {
  for (const [kind, counts] of Object.entries(more))
    for (const [status, count] of Object.entries(counts)) {
      const known = (tally[kind] ??= {})
      known[Number(status)] = (known[Number(status)] ?? 0) + count
    }
}

function print(samples: readonly Sample[], tally: Tally, seconds: number): void {
  console.log(`\n${calls} calls of ${Object.keys(tally).length} kinds in ${seconds.toFixed(0)} s: statuses`)
  console.table(tally)
  console.log('\nMemory after a full garbage collection, in MB')
  console.table(
    samples.map((sample) => ({
      calls: sample.calls,
      RSS: sample.residentMb.toFixed(1),
      'heap used': sample.heapMb.toFixed(2),
      external: sample.externalMb.toFixed(2),
    })),
  )
  const last = samples.slice(-Math.ceil(PARTS / 3) - 1)
  const slope = (pick: (sample: Sample) => number): number =>
    slopeOf(last.map((sample) => [sample.calls / 10_000, pick(sample)]))
  const resident = slope((sample) => sample.residentMb)
  console.log(
    `In the last third, MB more for each 10,000 calls: RSS ${resident.toFixed(2)} (at most ${MOST_MB}), ` +
      `heap used ${slope((sample) => sample.heapMb).toFixed(3)}: ${resident <= MOST_MB ? 'good' : 'GROWS'}`,
  )
  if (resident > MOST_MB) process.exitCode = 1
}
