import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { TestGateway, type Json } from '../../support/gateway/test-gateway.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { callSource, openServer } from '../../support/tools/source-desk.ts'

const CALLS = 500
const LANES = 8
/** A server is killed after so many answers. */
const KILL_AFTER = 60

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create()
  await liftRateLimit(gateway)
})
afterAll(() => gateway.close())

// Catches: money for nothing, an answer for nothing, and an action that nobody is told of.
it('charges what was answered, and tells of every other call whether it may have acted, when servers are killed', async () => {
  const log = join(makeTempDir(), 'log')
  writeFileSync(log, '')
  await openServer(gateway, { id: 'log', args: [log] })
  const { ledger } = gateway.instance.services
  const before = ledger.lastKnown(gateway.ownerId).balance
  const outcomes = new Map<string, string>()
  let next = 0
  const lane = async (): Promise<void> => {
    for (let index = next++; index < CALLS; index = next++) {
      const text = `call-${index}`
      const { json } = await callSource(gateway, 'log__echo', { text })
      outcomes.set(text, json.ok ? 'answered' : (json.error.outcome ?? json.error.code))
      if (index % KILL_AFTER === KILL_AFTER - 1) await killServer()
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))

  const acted = new Set([...readFileSync(log, 'utf8').matchAll(/call-\d+/g)].map(([text]) => text))
  const of = (wanted: string): string[] =>
    [...outcomes].flatMap(([text, one]) => (one === wanted ? [text] : []))
  const answered = of('answered')
  expect(before - ledger.lastKnown(gateway.ownerId).balance).toBe(answered.length)
  expect(answered.filter((text) => !acted.has(text))).toEqual([])
  expect(of('not_sent').filter((text) => acted.has(text))).toEqual([])
  expect(answered.length + of('not_sent').length + of('unknown').length).toBe(CALLS)
  expect(answered.length).toBeGreaterThan(CALLS / 2)
  expect(ledger.openReservations()).toBe(0)
  expect(readFileSync(log, 'utf8').trim().split('\n')).toHaveLength(acted.size)
})

async function killServer(): Promise<void> {
  const { source }: Json = (await gateway.asOwner('/app/sources/log')).json
  try {
    if (source.pid !== null) process.kill(source.pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
  // Somebody presses Start, so that nobody waits for a server that has ended often.
  await gateway.asOwner('/app/sources/log/start', { method: 'POST' })
}
