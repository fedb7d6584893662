import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isFromHere } from '../../../src-main/gateway/routes/metrics.ts'
import { OWNER_KEY, TestGateway } from '../../support/gateway/test-gateway.ts'

let gateway: TestGateway
beforeEach(async () => {
  gateway = await TestGateway.create()
})
afterEach(async () => await gateway.close())

const SAMPLE =
  /^([a-zA-Z_:][\w:]*)(\{(?:[a-z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)+\})? (-?[\d.]+(?:e[+-]?\d+)?)$/

/** Reads the text format by its own rules: every sample belongs to a TYPE above it. */
async function read(options: object = { key: null }): Promise<Map<string, number>> {
  const answer = await gateway.send('/metrics', options)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(answer.text.endsWith('\n')).toBe(true)
  const samples = new Map<string, number>()
  let family = ''
  for (const line of answer.text.trimEnd().split('\n')) {
    const type = /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(line)
    if (type) family = type[1]!
    if (line.startsWith('#')) continue
    const [, name = '', labels = '', value = ''] = SAMPLE.exec(line) ?? []
    expect([line, name.replace(/_(bucket|sum|count)$/, '')]).toEqual([
      line,
      family.replace(/_(sum|count)$/, ''),
    ])
    expect(samples.has(name + labels)).toBe(false)
    samples.set(name + labels, Number(value))
  }
  return samples
}

describe('GET /metrics', () => {
  it('counts calls and credits by tool, engine and outcome', async () => {
    for (let i = 0; i < 3; i++) await gateway.call('crypto-hash-sha256', { text: String(i) })
    await gateway.call('crypto-hash-sha256', { wrong: 1 })
    await gateway.send('/v1/batch', {
      body: { calls: [{ slug: 'crypto-hash-sha256', input: { text: 'b' } }, { slug: 'no-such-tool' }] },
    })
    const samples = await read()
    const calls = (slug: string, engine: string, code: string) =>
      samples.get(`toolgate_calls_total{slug="${slug}",engine="${engine}",code="${code}"}`)
    expect(calls('crypto-hash-sha256', 'real', 'ok')).toBe(4)
    expect(calls('crypto-hash-sha256', 'error', 'validation_error')).toBe(1)
    expect(calls('unknown', 'error', 'api_not_found')).toBe(1)
    expect(samples.get('toolgate_credits_total{slug="crypto-hash-sha256"}')).toBe(4)
    expect(samples.get('toolgate_reservations_open')).toBe(0)
    expect(samples.get('toolgate_stored_bytes')).toBe(0)
    expect(samples.get('toolgate_stored_limit_bytes')).toBe(2_048 * 1024 * 1024)
  })

  it('tells of every shared resource how much there is, how much is in use and who was refused', async () => {
    await gateway.call('data-jsonata', { json: {}, expression: '1' })
    const samples = await read()
    const states = gateway.instance.services.shares.states()
    expect(states.map(({ resource }) => resource)).toContain('workers')
    for (const { resource, ...figures } of states)
      for (const [field, figure] of Object.entries(figures))
        expect([field, samples.get(`toolgate_share_${field}{resource="${resource}"}`)]).toEqual([
          field,
          figure,
        ])
    const of = (field: string) => samples.get(`toolgate_share_${field}{resource="workers"}`)
    expect([of('limit'), of('in_use'), of('entered_total')]).toEqual([4, 0, 1])
    expect(of('used_seconds_total')).toBeGreaterThan(0)
  })

  it('says which walls are around the workers, once one has started', async () => {
    expect((await read()).has('toolgate_worker_permissions')).toBe(false)
    await gateway.call('data-jsonata', { json: {}, expression: '1' })
    const samples = await read()
    expect(samples.get('toolgate_worker_permissions')).toBe(1)
    expect(samples.has('toolgate_worker_sandbox')).toBe(true)
  })

  it('has histograms whose buckets only grow and end with the count', async () => {
    for (let i = 0; i < 5; i++) await gateway.call('crypto-hash-sha256', { text: String(i) })
    const samples = await read()
    const buckets = [...samples].filter(([name]) =>
      name.startsWith('toolgate_call_duration_seconds_bucket{tier="compute"'),
    )
    const counts = buckets.map(([, count]) => count)
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(buckets.at(-1)?.[0]).toContain('le="+Inf"')
    expect(counts.at(-1)).toBe(5)
    expect(samples.get('toolgate_call_duration_seconds_count{tier="compute"}')).toBe(5)
    expect(samples.get('toolgate_call_duration_seconds_sum{tier="compute"}')).toBeGreaterThan(0)
    expect(samples.get('toolgate_ledger_commit_seconds_count')).toBeGreaterThanOrEqual(5)
  })

  it('tells what the process uses', async () => {
    await read()
    const samples = await read()
    for (const name of [
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'process_start_time_seconds',
    ])
      expect([name, samples.get(name)]).toEqual([name, expect.any(Number)])
    expect(samples.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
  })

  it('takes no label from a caller, and reveals no key', async () => {
    const before = (await read()).size
    for (let i = 0; i < 50; i++) {
      await gateway.send(`/v1/made-up-${i}`, { body: {} })
      await gateway.send('/v1/batch', { body: { calls: [{ slug: `made-up-${i}"} 1\n` }] } })
    }
    const answer = await gateway.send('/metrics', { key: OWNER_KEY })
    expect(answer.text).not.toContain('made-up')
    expect(answer.text).not.toMatch(/sk-toolgate|key_/)
    // One line more: the unknown tool of the batches.
    expect((await read()).size).toBeLessThanOrEqual(before + 1)
  })

  it('is open to the owner alone when a request comes from elsewhere or was forwarded', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    expect((await gateway.send('/metrics', { key: null, headers })).status).toBe(401)
    expect((await gateway.send('/metrics', { headers })).json.error.code).toBe('forbidden')
    expect((await gateway.send('/metrics', { key: 'sk-toolgate-nobody-at-all', headers })).status).toBe(401)
    await read({ key: OWNER_KEY, headers })
  })

  it.each([
    ['127.0.0.1', true],
    ['127.8.9.10', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['10.0.0.1', false],
    ['::ffff:192.168.1.1', false],
    ['127.0.0.1.example.org', false],
    ['fe80::1', false],
    ['unknown', false],
  ])('tells whether %s is an address of this machine: %s', (address, isHere) => {
    expect(isFromHere(address, new Headers())).toBe(isHere)
  })
})
