import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { PETS } from '../../../support/tools/pets-api.ts'
import { liftRateLimit } from '../../../support/gateway/lift-rate-limit.ts'
import { TestGateway } from '../../../support/gateway/test-gateway.ts'
import { openApi, sendDocument, TestApi } from '../../../support/tools/api-desk.ts'
import { callSource } from '../../../support/tools/source-desk.ts'

const CANARY = 'canary-7f3a91c0/"x %'
let gateway: TestGateway
let api: TestApi
beforeAll(async () => {
  gateway = await TestGateway.create()
  api = await TestApi.start()
  await liftRateLimit(gateway)
  await openApi(gateway, PETS, {
    id: 'pets',
    server: `${api.origin}/v1`,
    secrets: { key: CANARY, login: `ann:${CANARY}` },
  })
})
afterAll(async () => {
  await gateway.close()
  await api.close()
})
afterEach(() => {
  api.answer = null
  api.seen.length = 0
})

const balance = () => gateway.instance.services.ledger.lastKnown(gateway.ownerId).balance
const preview = async (document: object, more: object = {}) => {
  const { json } = await sendDocument(gateway, document)
  const body = { kind: 'openapi', document: json.document.hash, ...more }
  return await gateway.asOwner('/app/sources/preview', { body })
}
const without = (part: string) => ({ ...PETS, [part]: undefined })

describe('an API with a document', () => {
  it('is called by its operations, with what was given for each and the secret that it asks for', async () => {
    const before = balance()
    const { status, json } = await callSource(gateway, 'pets__get-pet', {
      ...{ id: 'a/b', fields: ['x', 'y'], mode: 'all' },
    })
    expect([status, json.data.status]).toEqual([200, 200])
    expect(api.seen[0]).toMatchObject({ method: 'GET', url: '/v1/pets/a%2Fb?fields=x,y&mode=all' })
    expect(api.seen[0]?.headers['x-key']).toBe(CANARY)
    expect(json.meta).toMatchObject({ engine: 'external', credits_used: 1 })
    expect(before - balance()).toBe(1)
    await callSource(gateway, 'pets__delete-pet', { id: '1' })
    expect(api.seen[1]).toMatchObject({ method: 'DELETE', url: '/v1/pets/1' })
    expect(api.seen[1]?.headers['x-key']).toBeUndefined()
    await callSource(gateway, 'pets__add-photo', { body: { photo: '/9j/AA==' } })
    expect(api.seen[2]?.headers.authorization).toBe(
      `Basic ${Buffer.from(`ann:${CANARY}`).toString('base64')}`,
    )
    expect(api.seen[2]?.body.includes(Buffer.from([0xff, 0xd8, 0xff, 0x00]))).toBe(true)
  })

  it('checks what it is given, and what only answers have is not asked for', async () => {
    const put = (body: object) => callSource(gateway, 'pets__put-pet', { id: '1', body })
    expect((await put({ name: 1 })).status).toBe(400)
    expect((await put({ name: 'Rex', owner: null })).status).toBe(200)
    expect(JSON.parse(api.seen[0]!.body.toString())).toEqual({ name: 'Rex', owner: null })
  })

  it('names the source, its version and the definition in the receipt', async () => {
    const { receipt } = (await callSource(gateway, 'pets__get-pet', { id: '1', receipt: true })).json
    expect(receipt.statement.source).toMatchObject({ id: 'pets', kind: 'openapi', version: '1.4' })
  })

  it('gives JSON as a value, texts as texts, and pictures as pictures', async () => {
    const answered = async (type: string, body: string | Buffer, status = 200) => {
      api.answer = () => ({ status, headers: { 'content-type': type, 'x-secret': 's', link: '<n>' }, body })
      return (await callSource(gateway, 'pets__get-pet', { id: '1' })).json.data
    }
    const headers = { 'content-type': 'application/problem+json', link: '<n>' }
    expect(await answered('application/problem+json', '{"a":[1]}', 201)).toMatchObject({
      ...{ status: 201, headers, body: { a: [1] } },
    })
    expect(await answered('text/csv', 'a,b')).toMatchObject({ body: 'a,b' })
    expect(await answered('application/json', 'no json')).toMatchObject({ body: 'no json' })
    expect(await answered('application/json', '')).toMatchObject({ body: null })
    expect(await answered('image/png', Buffer.from([1, 2]))).toMatchObject({
      content: [{ type: 'image', data: 'AQI=', mimeType: 'image/png' }],
    })
  })

  it('has its words passed on where it fails, and charges nothing', async () => {
    const before = balance()
    api.answer = () => ({ status: 429, headers: { 'retry-after': '7' }, body: `slow down, ${CANARY}` })
    const { json } = await callSource(gateway, 'pets__put-pet', { id: '1', body: { name: 'a' } })
    expect(json.error).toMatchObject({ code: 'handler_error', outcome: 'failed', retry_after: 7 })
    expect(json.error.message).toContain('pets says: status 429: slow down, ••••')
    expect(balance()).toBe(before)
    expect(api.seen.length).toBe(1)
  })

  it('sends what only reads again when the line breaks, and tells that a write may have happened', async () => {
    const before = balance()
    api.answer = () => ({ hangsUp: true })
    const write = (await callSource(gateway, 'pets__put-pet', { id: '1', body: { name: 'a' } })).json.error
    expect(write).toMatchObject({ code: 'handler_error', outcome: 'unknown' })
    expect(write.message).toContain('It may have acted.')
    expect(api.seen.length).toBe(1)
    const read = (await callSource(gateway, 'pets__get-pet', { id: '1' })).json.error
    expect([read.outcome, api.seen.length]).toEqual(['failed', 3])
    expect(balance()).toBe(before)
    expect((await gateway.asOwner('/app/sources/pets')).json.source).toMatchObject({ unknown_outcomes: 1 })
  })

  it('keeps a write to one, also when it is repeated under its Idempotency-Key', async () => {
    api.answer = () => ({ hangsUp: true })
    const put = () =>
      callSource(gateway, 'pets__put-pet', { id: '1', body: { name: 'a' } }, { 'idempotency-key': 'k1' })
    expect((await put()).json.error.outcome).toBe('unknown')
    expect((await put()).json.error.code).toBe('outcome_unknown')
    expect(api.seen.length).toBe(1)
  })

  it('ends a call in the time of the source, and tells what is known of it', async () => {
    await gateway.asOwner('/app/sources/pets', { method: 'PATCH', body: { call_seconds: 1 } })
    api.answer = () => ({ afterMs: 60_000 })
    const { error } = (await callSource(gateway, 'pets__put-pet', { id: '1', body: { name: 'a' } })).json
    expect(error).toMatchObject({ outcome: 'unknown', timed_out: true })
    await gateway.asOwner('/app/sources/pets', { method: 'PATCH', body: { call_seconds: null } })
  })

  it('follows a redirect within its origin, and gives any other as an answer', async () => {
    api.answer = ({ url }) =>
      url === '/there' ? { body: '{"there":true}' } : { status: 302, headers: { location: '/there' } }
    expect((await callSource(gateway, 'pets__get-pet', { id: '1' })).json.data.status).toBe(200)
    const location = 'http://127.0.0.1:1/steal'
    api.answer = () => ({ status: 302, headers: { location } })
    const { data } = (await callSource(gateway, 'pets__get-pet', { id: '1' })).json
    expect(data).toMatchObject({ status: 302, headers: { location } })
    api.answer = () => ({ status: 307, headers: { location: '/there' } })
    const { json } = await callSource(gateway, 'pets__put-pet', { id: '1', body: { name: 'a' } })
    expect(json.data.status).toBe(307)
  })

  it('passes on at most 8 MiB of an answer', async () => {
    api.answer = () => ({ body: `"${'a'.repeat(8 * 1024 * 1024)}"` })
    const { error } = (await callSource(gateway, 'pets__get-pet', { id: '1' })).json
    expect(error.message).toContain('answered with more than 8 MiB')
  })

  it('keeps its secrets from answers and errors, however they are written', async () => {
    const ways = [CANARY, JSON.stringify(CANARY), encodeURIComponent(CANARY)].concat([
      Buffer.from(`ann:${CANARY}`).toString('base64'),
    ])
    for (const type of ['application/json', 'text/plain']) {
      api.answer = () => ({
        headers: { 'content-type': type, link: ways[2]! },
        body: JSON.stringify({ ways }),
      })
      const { text } = await callSource(gateway, 'pets__get-pet', { id: '1' })
      expect(text).toContain('••••')
      for (const way of ways) expect(text).not.toContain(way)
      expect(text).not.toContain('canary-7f3a91c0')
    }
    const { text } = await gateway.asOwner('/app/sources/pets')
    expect(text).not.toContain('canary')
  })

  it('is closed to every key that was not granted it', async () => {
    const keys = [gateway.key, gateway.instance.demoKey]
    for (const key of keys) {
      expect((await gateway.call('pets__get-pet', { id: '1' }, { key })).json.error.code).toBe(
        'scope_denied',
      )
      for (const path of ['/v1/tools?toolset=all', '/v1/openapi.json', '/v1/tools/search?q=pets'])
        expect((await gateway.send(path, { key })).text).not.toContain('pets__')
    }
    const granted = await gateway.asOwner('/v1/enterprise/keys', { body: { name: 'G', sources: ['pets'] } })
    const { key } = granted.json
    expect((await gateway.call('pets__get-pet', { id: '1' }, { key })).status).toBe(200)
    expect(api.seen.length).toBe(1)
  })
})

describe('adding an API', () => {
  it('shows where calls would go, with which secrets, and how many write; and calls nothing', async () => {
    const { json } = await preview(PETS, { secret_names: ['key'] })
    expect(json.consent).toMatchObject({
      ...{ kind: 'openapi', title: 'Pets', version: '1.4', server: 'https://pets.example.com/v1' },
      ...{ origins: ['https://pets.example.com'], operations: 4, writes: 3, deprecated: 1 },
      credentials: [{ name: 'key', kind: 'header', parameter: 'X-Key', is_always: false }],
      missing: [{ name: 'login' }, { name: 'query' }],
    })
    expect(api.seen).toEqual([])
  })

  it.each([
    ['without a server', without('servers'), {}, 'names no server'],
    [
      'at a private address',
      { ...PETS, servers: [{ url: 'http://10.0.0.1/' }] },
      {},
      'which is not public',
    ],
    ['on this machine', { ...PETS, servers: [{ url: 'http://localhost:1/' }] }, {}, 'which is not public'],
    ['with a secret that it does not know', PETS, { secret_names: ['other'] }, 'The document names key'],
    ['with a password in its address', PETS, { server: 'https://a:b@c.example' }, 'Remove the user name'],
    ['with a scheme of its own', PETS, { server: 'ftp://a.example' }, 'http or https'],
  ])('says why an API %s cannot be added', async (_what, document, more, said) => {
    const { status, json } = await preview(document, more)
    expect([status, json.error.message]).toEqual([400, expect.stringContaining(said)])
  })

  it('takes only what was shown', async () => {
    const { json } = await sendDocument(gateway, PETS)
    const body = { kind: 'openapi', id: 'other', document: json.document.hash }
    const { consent } = (await gateway.asOwner('/app/sources/preview', { body })).json
    const server = 'https://elsewhere.example'
    const changed = { ...body, server, consent: consent.hash }
    const answer = await gateway.asOwner('/app/sources', { body: changed })
    expect([answer.status, answer.json.error.code]).toEqual([409, 'consent_mismatch'])
  })

  it('refuses a document with a sentence, and one that it has not read', async () => {
    const { status, json } = await sendDocument(gateway, '{"openapi":"3.1.0","paths":{}}')
    expect([status, json.error.message]).toEqual([400, expect.stringContaining('has no paths')])
    const body = { kind: 'openapi', document: '0'.repeat(64) }
    const unread = await gateway.asOwner('/app/sources/preview', { body })
    expect(unread.json.error.message).toContain('Send it again')
    const large = await sendDocument(gateway, 'x'.repeat(20 * 1024 * 1024 + 1))
    expect(large.status).toBe(413)
  })

  it('asks for the owner and nobody else', async () => {
    for (const key of [gateway.key, gateway.instance.demoKey])
      for (const path of ['/app/sources/documents', '/app/sources/pets/document'])
        expect((await gateway.send(path, { method: 'POST', key, body: {} })).status).toBe(403)
  })

  it('never reaches the address at which a cloud answers about the machine, whatever was typed', async () => {
    const server = 'http://169.254.169.254/latest'
    await openApi(gateway, PETS, { id: 'meta', server, secrets: { key: 'k-12345' } })
    const { error } = (await callSource(gateway, 'meta__get-pet', { id: '1' })).json
    expect(error).toMatchObject({ code: 'handler_error', outcome: 'not_sent' })
  })

  it('sends nothing where an operation asks for a secret that was not given', async () => {
    await openApi(gateway, PETS, { id: 'bare', server: api.origin })
    const { error } = (await callSource(gateway, 'bare__get-pet', { id: '1' })).json
    expect(error).toMatchObject({ outcome: 'not_sent', message: expect.stringContaining('(key)') })
    expect((await callSource(gateway, 'bare__delete-pet', { id: '1' })).status).toBe(200)
    expect(api.seen.length).toBe(1)
  })

  it('says which secret a header cannot carry, and not what it is', async () => {
    await openApi(gateway, PETS, { id: 'odd', server: api.origin, secrets: { key: 'canary-ü' } })
    const { error } = (await callSource(gateway, 'odd__get-pet', { id: '1' })).json
    expect(error).toMatchObject({ outcome: 'not_sent', message: expect.stringContaining('The secret key') })
    expect(error.message).not.toContain('canary')
  })

  it('sends a secret of the owner with every call, where the document names none', async () => {
    const credentials = [{ name: 'TOKEN', kind: 'bearer' }]
    const document = { ...PETS, security: undefined, components: { schemas: PETS.components.schemas } }
    await openApi(gateway, document, {
      ...{ id: 'owned', server: api.origin, credentials, secrets: { TOKEN: 'tok-123456' } },
    })
    await callSource(gateway, 'owned__get-pet', { id: '1' })
    expect(api.seen[0]?.headers.authorization).toBe('Bearer tok-123456')
  })
})
