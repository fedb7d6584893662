import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  CANARIES,
  guardedKey,
  guardOf,
  ORDER,
  ORDERS,
  setGuards,
} from '../../support/gateway/guard-desk.ts'
import { HASH, KEYS } from '../../support/gateway/key-desk.ts'
import { mcpClient, textsOf } from '../../support/gateway/mcp-client.ts'
import { TestGateway, type Json } from '../../support/gateway/test-gateway.ts'
import { waitUntil } from '../../support/wait-until.ts'

const { credit_card: CARD, email: EMAIL } = CANARIES
const RULES = '/v1/enterprise/key-rules'
// Longer than what is looked through without a worker.
const FILLER = 'lorem ipsum '.repeat(400)

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create()
})
afterAll(async () => {
  expect(gateway.bugs).toEqual([])
  await gateway.close()
})

const entriesOf = (key: string) => gateway.send('/v1/credits/history', { key })
const upload = async (key: string, content: string | Uint8Array<ArrayBuffer>): Promise<string> => {
  const request = new Request('http://127.0.0.1:4777/v1/files', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: content,
  })
  const sent: Json = await (await gateway.instance.app.fetch(request)).json()
  return sent.file.id
}

describe('a guard that refuses arguments', () => {
  const refuse = [
    guardOf('arguments', 'refuse'),
    { ...guardOf('arguments', 'refuse', ORDERS), name: 'orders' },
  ]

  it('ends the call before it costs anything, and names itself and the place, never what it found', async () => {
    const { key } = await guardedKey(gateway, refuse)
    const refused = await gateway.call(HASH.slug, { text: `Pay ${CARD}` }, { key })
    expect([refused.status, refused.headers.get('x-credits-used')]).toEqual([403, '0'])
    expect(refused.json.error).toEqual({
      code: 'guard_refused',
      message:
        'The guard "refuse-arguments" of this key refuses the call: it found credit_card in text. The call did not ' +
        'run and cost nothing.',
      issues: [{ path: 'text', message: 'The guard "refuse-arguments" found credit_card here' }],
    })
    expect(refused.text).not.toContain('4111')
    const own = await gateway.call(HASH.slug, { text: ORDER }, { key })
    expect(own.json.error.issues).toEqual([
      { path: 'text', message: 'The guard "orders" found a match of its pattern here' },
    ])
    expect((await entriesOf(key)).json.entries).toEqual([])
    expect((await gateway.call(HASH.slug, HASH.input, { key })).status).toBe(200)
  })

  it('finds it in names, numbers, lists, Base64, behind characters that nobody sees, and in long inputs', async () => {
    const { key } = await guardedKey(gateway, refuse)
    const values: Json[] = [
      { [EMAIL]: 1 },
      { n: 4111111111111111 },
      [[{ deep: [CARD] }]],
      Buffer.from(`Write to ${EMAIL}`).toString('base64'),
      '4111​1111​1111​1111',
      '４１１１ 1111 1111 1111',
      `${FILLER}${ORDER}`,
    ]
    for (const value of values) {
      const { json, text } = await gateway.call('memory-set', { key: 'a', value }, { key })
      expect([value, json.error?.code]).toEqual([value, 'guard_refused'])
      expect(text).not.toMatch(/4111|example\.com|ORD-1/)
      expect(json.error.issues[0].path).toMatch(/^value/)
    }
    const numbers = { key: 'a', value: [0.4111111111111111, 1234567890123456, 'lorem'] }
    expect((await gateway.call('memory-set', numbers, { key })).status).toBe(200)
  })

  it('holds in batches, streams, jobs, dry runs and over MCP alike', async () => {
    const { key, key_id } = await guardedKey(gateway, refuse)
    const bad = { text: EMAIL }
    const batch = await gateway.send('/v1/batch', { key, body: { calls: [HASH, { ...HASH, input: bad }] } })
    expect(batch.json.results.map(({ error }: Json) => error?.code)).toEqual([undefined, 'guard_refused'])
    for (const way of ['stream', 'async', 'dry-run']) {
      const answer = await gateway.send(`/v1/${way}/${HASH.slug}`, { key, body: bad })
      expect([way, answer.status, answer.json.error?.code]).toEqual([way, 403, 'guard_refused'])
    }
    const client = await mcpClient(gateway, { key })
    const refused = await client.callTool({ name: HASH.slug, arguments: bad })
    expect([refused.isError, textsOf(refused).join()]).toEqual([
      true,
      expect.stringContaining('email in text'),
    ])
    await client.close()
    expect((await entriesOf(key)).json.entries).toHaveLength(1)
    // The record of calls is for the owner, and has the labels as well.
    const { text } = await gateway.asOwner(`/app/activity?limit=50&key_id=${key_id}`)
    expect(text).not.toContain(EMAIL)
  })

  it('looks into text files, and refuses files that are not text', async () => {
    const { key } = await guardedKey(gateway, refuse)
    const file = await upload(key, `Dear ${EMAIL}`)
    const inside = await gateway.call(HASH.slug, { text: { file } }, { key })
    expect(inside.json.error).toMatchObject({ code: 'guard_refused', issues: [{ path: 'text' }] })
    const bytes = await upload(key, Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff))
    const picture = await gateway.call('vision-image-metadata', { image: { file: bytes } }, { key })
    expect(picture.json.error?.message).toContain('bytes that are not UTF-8 text')
  })

  it('also holds for the keys that end with its key, and is set by the owner alone', async () => {
    const { key, key_id } = await guardedKey(gateway, refuse, { permissions: ['admin'] })
    const child = (await gateway.send(KEYS, { key, body: { name: 'Child' } })).json
    const refused = await gateway.call(HASH.slug, { text: CARD }, { key: child.key })
    expect(refused.json.error.code).toBe('guard_refused')
    // Guards of its own come beside those of its maker.
    await setGuards(gateway, child.key_id, [guardOf('arguments', 'redact', { kinds: ['url'] })])
    const again = await gateway.call(HASH.slug, { text: CARD }, { key: child.key })
    expect(again.json.error.code).toBe('guard_refused')
    const freed = await gateway.send(RULES, { key, body: { key_id, guards: null } })
    expect(freed.json.error.code).toBe('forbidden')
  })
})

describe('a guard that redacts arguments', () => {
  it('gives the tool labels, says in how many places, and signs what the tool got', async () => {
    const { key } = await guardedKey(gateway, [guardOf('arguments', 'redact')])
    const body = { text: `${EMAIL}, ${CARD}`, receipt: true }
    const { json } = await gateway.call(HASH.slug, body, { key })
    const text = '[EMAIL], [CREDIT_CARD]'
    expect(json.data.hash).toBe(hash('sha256', text))
    expect(json.meta.redacted).toEqual({ arguments: 1, results: 0 })
    expect(json.receipt.statement.input_hash).toBe(hash('sha256', JSON.stringify({ text })))
    const long = await gateway.call(HASH.slug, { text: `${FILLER}${EMAIL}` }, { key })
    expect(long.json.data.hash).toBe(hash('sha256', `${FILLER}[EMAIL]`))
    expect((await gateway.call(HASH.slug, HASH.input, { key })).json.meta).not.toHaveProperty('redacted')
  })

  it('stores a job with the labels, and counts its places once', async () => {
    const { key } = await guardedKey(gateway, [guardOf('arguments', 'redact')])
    const { json } = await gateway.send(`/v1/async/${HASH.slug}`, { key, body: { text: EMAIL } })
    const job = await waitUntil(async () => {
      const now = (await gateway.send(json.poll, { key })).json
      return now.finished_at === null ? null : now
    }, 'the job ends')
    expect(job.envelope.meta.redacted).toEqual({ arguments: 1, results: 0 })
    expect(job.envelope.data.hash).toBe(hash('sha256', '[EMAIL]'))
  })

  it('does so in batches and over MCP', async () => {
    const { key } = await guardedKey(gateway, [guardOf('arguments', 'redact')])
    const calls = [{ ...HASH, input: { text: EMAIL } }]
    const batch = await gateway.send('/v1/batch', { key, body: { calls } })
    const redacted = { arguments: 1, results: 0 }
    expect(batch.json.results).toMatchObject([{ ok: true, redacted }])
    const client = await mcpClient(gateway, { key })
    const { _meta } = await client.callTool({ name: HASH.slug, arguments: { text: EMAIL } })
    expect(_meta).toMatchObject({ 'toolgate/redacted': redacted })
    await client.close()
  })
})

describe('guards as they are laid down', () => {
  it('are answered as they were sent, and taken back with null', async () => {
    const guards = [guardOf('arguments', 'refuse'), guardOf('results', 'redact', ORDERS)]
    const { key_id, key } = await guardedKey(gateway, guards)
    const { keys } = (await gateway.asOwner(`${KEYS}?limit=100`)).json
    expect(keys.find((one: Json) => one.key_id === key_id).rules.guards).toEqual(guards)
    await setGuards(gateway, key_id, null)
    expect((await gateway.call(HASH.slug, { text: CARD }, { key })).status).toBe(200)
  })

  it('have patterns that end in linear time, and never match nothing', async () => {
    const { key_id } = (await gateway.asOwner(KEYS, { body: { name: 'Wrong' } })).json
    for (const pattern of ['(?=a)', '(a)\\1', '(', 'a*', '[a-z]{1000}[a-z]{1000}']) {
      const guards = [guardOf('arguments', 'refuse', { patterns: [pattern] })]
      const { status, json } = await gateway.asOwner(RULES, { body: { key_id, guards } })
      expect([pattern, status, json.error?.issues?.[0].path]).toEqual([pattern, 400, 'guards.0.patterns.0'])
    }
    const wrong: object[] = [{}, { kinds: [] }, { kinds: ['names'] }, { patterns: ['a'.repeat(201)] }]
    for (const finds of wrong) {
      const guards = [{ name: 'wrong', on: 'arguments', action: 'refuse', ...finds }]
      expect((await gateway.asOwner(RULES, { body: { key_id, guards } })).status).toBe(400)
    }
    const twice = [guardOf('arguments', 'refuse'), guardOf('arguments', 'refuse')]
    expect((await gateway.asOwner(RULES, { body: { key_id, guards: twice } })).status).toBe(400)
  })
})
