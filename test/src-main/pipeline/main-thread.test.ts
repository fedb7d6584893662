import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canonicalJson } from '../../../src-shared/canonical-json.ts'
import { MAX_BODY_BYTES } from '../../../src-shared/limits.ts'
import type { RegisteredTool } from '../../../src-main/registry/registry.ts'
import { threadCpuMs } from '../../support/cpu-time.ts'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { OWNER_KEY, TestGateway } from '../../support/gateway/test-gateway.ts'
import { LONG, oneIn, runs } from '../../support/runs.ts'
import { sendLarge, shapesFor, toolsToTry, type LargeCall } from '../../support/tools/large-calls.ts'
import type { LargeShape } from '../../support/tools/largest-inputs.ts'

// One shape of the largest input of every third tool, and in the long run more of each tool's; `npm run bench -- loop`
// tries all of them and shows milliseconds.
const SHAPES = runs(1, 12)
// A receipt in agent mode is the most that a call can be asked for.
const OWN = LONG ? [{}, { mode: 'agent', receipt: true }] : [{ mode: 'agent', receipt: true }]
/**
 * The longest turns take up to seven of them on a quiet machine, and more while other tests use the caches of its
 * processor. A yardstick takes about 8 ms.
 */
const MOST_YARDSTICKS = 14

let gateway: TestGateway
let inline: readonly RegisteredTool[]
let yardstickMs: number
beforeAll(async () => {
  gateway = await TestGateway.create()
  await liftRateLimit(gateway)
  const { ledger } = gateway.instance.services
  await ledger.credit({ id: 'large', account: gateway.keyId, kind: 'grant', credits: 10_000_000 })
  inline = await toolsToTry(false)
  yardstickMs = yardstick()
})
afterAll(async () => await gateway.close())

// What nobody can do without: reading a body of the same size, writing it and hashing it. The least of several
// runs, since the first is slow.
function yardstick(): number {
  const text = JSON.stringify({ text: 'word '.repeat(MAX_BODY_BYTES / 5) })
  const runs = Array.from({ length: 7 }, () => {
    const before = threadCpuMs()
    hash('sha256', canonicalJson(JSON.parse(text)))
    return threadCpuMs() - before
  })
  return Math.max(Math.min(...runs), 8)
}

// The same few each time: evenly spread, and another choice for each tool.
function some<T>(all: readonly T[], salt: number): T[] {
  const step = all.length / SHAPES
  return Array.from(
    { length: Math.min(SHAPES, all.length) },
    (_, n) => all[Math.floor(n * step + (salt % step))]!,
  )
}

const held = (calls: readonly LargeCall[]): LargeCall[] =>
  calls.filter(({ turnMs }) => turnMs > MOST_YARDSTICKS * yardstickMs)

// A collection of the whole process's garbage falls into some turn by chance; what a tool does itself is there each
// time. Another key has another cache.
async function send(tool: RegisteredTool, shape: LargeShape, own = {}): Promise<LargeCall | null> {
  const call = await sendLarge(gateway, tool, shape, own)
  if (!call || held([call]).length === 0) return call
  const again = await sendLarge(gateway, tool, shape, own, OWNER_KEY)
  return again && again.status === call.status && again.turnMs < call.turnMs ? again : call
}

describe('the largest input that a tool accepts', () => {
  it('never holds up the other calls of the gateway, whichever tool runs in its thread', async () => {
    const calls: LargeCall[] = []
    const tried = oneIn(3, inline)
    for (const [salt, tool] of tried.entries()) {
      for (const shape of some(shapesFor(tool), salt)) {
        const call = await send(tool, shape)
        if (call) calls.push(call)
      }
    }
    expect(calls.length).toBeGreaterThan((tried.length * SHAPES) / 2)
    expect(held(calls)).toEqual([])
    expect(gateway.bugs).toEqual([])
  })

  // Catches: signing in the gateway's thread, which stopped it for 2.4 s.
  it.each(
    oneIn(4, [
      ['crypto-jwt-sign', 'payload: many members'],
      ['comm-ical-create', 'events: 100 of attendees: 200 of email: digits'],
      ['file-download', 'headers: many members'],
      ['memory-set', 'value: zeros'],
      ['memory-set', 'value: many members'],
      ['memory-import', 'entries: 20 of value: many different objects'],
      ['queue-push', 'value: many objects with an escaped name'],
      ['webhook-send', 'payload: many objects with an escaped name'],
      ['geo-point-in-polygon', 'polygon: coordinates: 1000 of 65 of different items'],
      ['crypto-jwt-verify', 'jwks: keys: 20 of a member with many different objects'],
      ['net-http-post', 'form: many members'],
      ['code-json-to-types', 'json: many empty lists'],
    ] as const),
  )('not even the worst one of %s: %s', async (slug, what) => {
    const tool = [...inline, ...(await toolsToTry(true))].find((one) => one.slug === slug)!
    const shape = shapesFor(tool).find((one) => one.what === what)!
    for (const own of OWN) {
      const call = await send(tool, shape, own)
      expect(held([call!])).toEqual([])
    }
  })
})
