import { hash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkAnswer } from '../../../src-shared/check-answer.ts'
import { readAnswers } from '../../../src-shared/read-answers.ts'
import {
  CANARIES,
  guardedKey,
  guardOf,
  ORDER,
  ORDERS,
  setGuards,
} from '../../support/gateway/guard-desk.ts'
import { HASH } from '../../support/gateway/key-desk.ts'
import { mcpClient } from '../../support/gateway/mcp-client.ts'
import { TestGateway, type Json } from '../../support/gateway/test-gateway.ts'
import { receiver } from '../../support/network/receiver.ts'
import { eventsOf } from '../../support/events/events-of.ts'
import { openServer } from '../../support/tools/source-desk.ts'
import { waitUntil } from '../../support/wait-until.ts'

const { email: EMAIL } = CANARIES
const REDACT = guardOf('results', 'redact')
const REFUSE = guardOf('results', 'refuse')
// Base64 hides it from no guard of arguments, which these keys have none of.
const HIDDEN = { base64: Buffer.from(`Write to ${EMAIL}.`).toString('base64') }
const DECODE = 'text-base64-decode'

let gateway: TestGateway
afterEach(async () => {
  expect(gateway.bugs).toEqual([])
  await gateway.close()
})

async function open(answer = 'ok'): Promise<string> {
  const { origin } = await receiver((_request, response) => response.end(answer))
  gateway = await TestGateway.create({ allowedOrigins: [origin] })
  return origin
}

const moneyOf = async (key: string): Promise<Json[]> =>
  (await gateway.send('/v1/credits/history', { key })).json.entries.map(
    ({ type, credits, unanswered }: Json) => [type, credits, unanswered],
  )

describe('a guard that redacts results', () => {
  beforeEach(async () => void (await open()))

  it('answers with labels, whose hash and receipt are those of what was answered', async () => {
    const { key } = await guardedKey(gateway, [REDACT])
    const { json, text, headers } = await gateway.call(DECODE, { ...HIDDEN, receipt: true }, { key })
    expect(json.data.text).toBe('Write to [EMAIL].')
    expect(json.meta.redacted).toEqual({ arguments: 0, results: 1 })
    const dataJson = /"data":(\{.*?\}),"meta"/.exec(text)?.[1] ?? ''
    expect(hash('sha256', dataJson)).toBe(json.meta.output_hash)
    expect(headers.get('x-output-hash')).toBe(json.meta.output_hash)
    expect(json.receipt.statement.output_hash).toBe(json.meta.output_hash)
    expect(json.guarantees.schema_valid).toBe(true)
    const [read] = readAnswers(JSON.stringify({ request: HIDDEN, response: json }))
    const { checks } = await checkAnswer(read!, {
      sha256: (of) => hash('sha256', of),
      checkSignature: () => ({ ok: true }),
      trusted: null,
      rerun: () => Promise.resolve({ kind: 'done', outputHash: hash('sha256', 'raw'), chars: 3 }),
    })
    expect(Object.fromEntries(checks.map(({ name, status }) => [name, status]))).toEqual({
      output_hash: 'passed',
      signature: 'passed',
      statement: 'passed',
      input_hash: 'passed',
      recompute: 'skipped',
    })
  })

  it('leaves the cache as it is, so that a change of the guards changes the next answer', async () => {
    const { key, key_id } = await guardedKey(gateway, [REDACT])
    const first = await gateway.call(DECODE, HIDDEN, { key })
    await setGuards(gateway, key_id, null)
    const open = await gateway.call(DECODE, HIDDEN, { key })
    expect([open.headers.get('x-cache'), open.json.data.text]).toEqual(['HIT', `Write to ${EMAIL}.`])
    await setGuards(gateway, key_id, [REDACT])
    const again = await gateway.call(DECODE, HIDDEN, { key })
    expect(again.headers.get('x-cache')).toBe('HIT')
    expect(again.json.data).toEqual(first.json.data)
  })

  it('says that the schema is not kept where a label stands for a number', async () => {
    const { key } = await guardedKey(gateway, [guardOf('results', 'redact', { patterns: ['^12$'] })])
    const { json } = await gateway.call('text-word-count', { text: 'lorem ipsum!' }, { key })
    expect(json.guarantees.schema_valid).toBe(false)
    expect(JSON.stringify(json.data)).toContain('[REDACT-RESULTS]')
  })

  it('does so in batches, streams, jobs, over MCP, in agent memory and for a repeated request', async () => {
    const { key } = await guardedKey(gateway, [REDACT])
    const calls = [{ slug: DECODE, input: HIDDEN }]
    const { results } = (await gateway.send('/v1/batch', { key, body: { calls } })).json
    expect(results[0]).toMatchObject({ data: { text: 'Write to [EMAIL].' }, redacted: { results: 1 } })
    const stream = await gateway.send(`/v1/stream/${DECODE}`, { key, body: HIDDEN })
    expect(stream.text).toContain('"redacted":{"arguments":0,"results":1}')
    const { json } = await gateway.send(`/v1/async/${DECODE}`, { key, body: HIDDEN })
    const job = await waitUntil(async () => {
      const now = await gateway.send(json.poll, { key })
      return now.json.finished_at === null ? null : now
    }, 'the job ends')
    const client = await mcpClient(gateway, { key })
    const over = JSON.stringify(await client.callTool({ name: DECODE, arguments: HIDDEN }))
    await client.close()
    const agent = await gateway.call(DECODE, { ...HIDDEN, mode: 'agent' }, { key })
    const { memory_persisted: place } = agent.json.agent
    const kept = await gateway.call('memory-get', place, { key })
    const headers = { 'idempotency-key': 'one' }
    const once = await gateway.call(DECODE, HIDDEN, { key, headers })
    const twice = await gateway.call(DECODE, HIDDEN, { key, headers })
    expect(twice.headers.get('idempotent-replayed')).toBe('true')
    for (const text of [stream.text, job.text, over, agent.text, kept.text, once.text, twice.text]) {
      expect(text).toContain('[EMAIL]')
      expect(text).not.toContain(EMAIL)
    }
  })

  it('looks through long results as well, which a worker does', async () => {
    const { key } = await guardedKey(gateway, [REDACT])
    const words = `${'lorem ipsum '.repeat(2_000)}${EMAIL}`
    const base64 = Buffer.from(words).toString('base64')
    const { json } = await gateway.call(DECODE, { base64 }, { key })
    expect(json.data.text).toBe(words.replace(EMAIL, '[EMAIL]'))
    expect(json.guarantees.schema_valid).toBe(true)
  })

  it('holds for what a tool of a source answers, and for the words with which it fails', async () => {
    await openServer(gateway)
    const { key } = await guardedKey(gateway, [REDACT], { sources: ['vices'] })
    const echoed = await gateway.call('vices__echo', { text: EMAIL }, { key })
    expect([echoed.status, echoed.text.includes(EMAIL)]).toEqual([200, false])
    const words = await guardedKey(gateway, [guardOf('results', 'redact', { patterns: ['[a-z]+'] })], {
      sources: ['vices'],
    })
    const failed = await gateway.call('vices__fail', {}, { key: words.key })
    expect(failed.json.error.code).toBe('handler_error')
    expect(failed.json.error.message).toContain('[REDACT-RESULTS]')
  })
})

describe('a guard that refuses results', () => {
  it('is free when nothing had happened outside', async () => {
    await open()
    const { key } = await guardedKey(gateway, [REFUSE])
    const refused = await gateway.call(DECODE, HIDDEN, { key })
    expect([refused.status, refused.headers.get('x-credits-used')]).toEqual([403, '0'])
    expect(refused.json.error).toMatchObject({
      code: 'guard_refused',
      message:
        'The guard "refuse-results" of this key withholds the result: it found email in text. The call has run. ' +
        'Nothing was charged.',
    })
    expect(refused.text).not.toContain(EMAIL)
    const spent = (await moneyOf(key)).reduce((sum, [, credits]) => sum + credits, 0)
    expect(spent).toBe(0)
    expect((await gateway.call(HASH.slug, HASH.input, { key })).status).toBe(200)
  })

  it('is charged when a request had left, and is not run again by the same Idempotency-Key', async () => {
    const origin = await open(`{"contact":"${EMAIL}"}`)
    const { key } = await guardedKey(gateway, [REFUSE])
    const headers = { 'idempotency-key': 'send' }
    const sent = { url: origin, payload: {} }
    const refused = await gateway.call('webhook-send', sent, { key, headers })
    expect([refused.status, refused.headers.get('x-credits-used')]).toEqual([403, '5'])
    expect(refused.json.error).toMatchObject({ code: 'guard_refused', credits_used: 5, outcome: 'unknown' })
    expect(refused.json.error.message).toContain('It was charged 5 credits')
    expect(await moneyOf(key)).toEqual([['charge', -5, 'withheld']])
    const again = await gateway.call('webhook-send', sent, { key, headers })
    expect(again.json.error.code).toBe('outcome_unknown')
  })

  it('holds in batches, streams and jobs', async () => {
    await open()
    const { key } = await guardedKey(gateway, [REFUSE])
    const calls = [HASH, { slug: DECODE, input: HIDDEN }]
    const { results } = (await gateway.send('/v1/batch', { key, body: { calls } })).json
    expect(results.map(({ error }: Json) => error?.code)).toEqual([undefined, 'guard_refused'])
    const stream = await gateway.send(`/v1/stream/${DECODE}`, { key, body: HIDDEN })
    const names = eventsOf(stream.text).map(({ event }) => event)
    expect(names.slice(-2)).toEqual(['error', 'done'])
    const { json } = await gateway.send(`/v1/async/${DECODE}`, { key, body: HIDDEN })
    const job = await waitUntil(async () => {
      const now = (await gateway.send(json.poll, { key })).json
      return now.finished_at === null ? null : now
    }, 'the job ends')
    expect(job).toMatchObject({ status: 'failed', error: { code: 'guard_refused' } })
  })
})

describe('guards that look for a pattern of the owner', () => {
  it('find it in results, and label it with their name', async () => {
    await open()
    const { key } = await guardedKey(gateway, [{ ...guardOf('results', 'redact', ORDERS), name: 'order' }])
    const base64 = Buffer.from(`Your ${ORDER} is on its way`).toString('base64')
    const { json } = await gateway.call(DECODE, { base64 }, { key })
    expect(json.data.text).toBe('Your [ORDER] is on its way')
  })
})
