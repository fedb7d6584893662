import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { liftRateLimit } from '../../../support/gateway/lift-rate-limit.ts'
import { TestGateway, type Json } from '../../../support/gateway/test-gateway.ts'
import { startDnsServer } from '../../../support/network/zone-server.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'
import { openApi, sendDocument, TestApi } from '../../../support/tools/api-desk.ts'
import { PETS } from '../../../support/tools/pets-api.ts'
import { approveAll, callSource } from '../../../support/tools/source-desk.ts'

const CANARY = 'canary-"6e\\3d-80b5'

let gateway: TestGateway
let api: TestApi
let dataDir: string
beforeEach(async () => {
  dataDir = makeTempDir()
  gateway = await TestGateway.create({ dataDir })
  api = await TestApi.start()
  await liftRateLimit(gateway)
})
afterEach(async () => {
  await gateway.close()
  await api.close()
})

const balance = () => gateway.instance.services.ledger.lastKnown(gateway.ownerId).balance
const approve = (tools: readonly object[]) =>
  gateway.asOwner('/app/sources/pets/approve', { body: { tools } })

describe('the secrets of an API', () => {
  // Catches: a token in the database, in a log, in an answer or in a backup.
  it('reach its server and are found nowhere else', async () => {
    const secrets = { key: CANARY, login: `ann:${CANARY}` }
    const source = await openApi(gateway, PETS, { id: 'pets', server: api.origin, secrets })
    const told = [JSON.stringify(source)]
    const call = async (slug: string, input: object): Promise<void> => {
      told.push((await callSource(gateway, `pets__${slug}`, input)).text)
      told.push((await gateway.asOwner(`/v1/stream/pets__${slug}`, { body: input })).text)
    }
    const calls = async (): Promise<void> => {
      await call('get-pet', { id: '1', mode: 'all' })
      await call('add-photo', { body: { photo: '/9j/AA==' } })
      await call('put-pet', { id: '1', body: { name: 'a' } })
    }
    await calls()
    expect(api.seen.map(({ headers }) => headers['x-key'])).toContain(CANARY)
    api.answer = () => ({ status: 500, body: JSON.stringify({ CANARY }) })
    await calls()
    api.answer = () => ({ hangsUp: true })
    await calls()
    const paths = ['/app/sources', '/app/sources/pets', '/app/sources/pets/changes', '/app/activity']
    for (const path of [...paths, '/v1/enterprise/audit', '/v1/tools?category=pets', '/metrics'])
      told.push((await gateway.asOwner(path)).text)
    await gateway.asOwner('/app/backup', { method: 'POST' })
    told.push(...gateway.bugs.map(String))
    const stored = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
      .map((name) => join(dataDir, name))
      .filter((path) => statSync(path).isFile())
    expect(stored.length).toBeGreaterThan(2)
    for (const part of [
      CANARY,
      JSON.stringify(CANARY).slice(1, -1),
      Buffer.from(`ann:${CANARY}`).toString('base64'),
    ]) {
      expect(told.join('')).not.toContain(part)
      expect(stored.filter((path) => readFileSync(path).includes(part))).toEqual([])
    }
  })
})

describe('a call of an API', () => {
  // Catches: a token that a server writes into a picture or an archive and that nobody masks there.
  it('masks secrets in bytes, too, and leaves their number as it is', async () => {
    await openApi(gateway, PETS, { id: 'pets', server: api.origin, secrets: { key: CANARY } })
    const body = Buffer.concat([Buffer.from([0, 255]), Buffer.from(CANARY), Buffer.from([254])])
    api.answer = () => ({ headers: { 'content-type': 'image/png' }, body })
    const { json } = await callSource(gateway, 'pets__get-pet', { id: '1' })
    const got = Buffer.from(json.data.content[0].data, 'base64')
    expect([got.length, got[0], got[1], got.at(-1)]).toEqual([body.length, 0, 255, 254])
    expect(got.toString('latin1')).not.toContain('canary')
  })

  // Catches: a name of the internet that leads into the network of the owner when it is called.
  it('reaches no private address by a name of the internet, until its owner opens that origin', async () => {
    const zone = { 'pets.example.com A': [Buffer.from([127, 0, 0, 1])], 'pets.example.com AAAA': [] }
    const dns = await startDnsServer(zone)
    onTestFinished(dns.close)
    const other = await TestGateway.create({ names: { servers: [dns.address] } })
    onTestFinished(() => other.close())
    await liftRateLimit(other)
    const server = api.origin.replace('127.0.0.1', 'pets.example.com')
    const document = { ...PETS, servers: [{ url: server }] }
    await openApi(other, document, { id: 'pets', secrets: { key: CANARY } })
    const named = (await callSource(other, 'pets__get-pet', { id: '1' })).json.error
    expect(named).toMatchObject({
      outcome: 'not_sent',
      message: expect.stringContaining('does not lead to a public address'),
    })
    await other.asOwner('/app/sources/pets', { method: 'DELETE' })
    await openApi(other, PETS, { id: 'typed', server, secrets: { key: CANARY } })
    const typed = (await callSource(other, 'typed__get-pet', { id: '1' })).json.error
    expect([typed.outcome, typed.message]).toEqual([named.outcome, named.message])
    expect(api.seen).toEqual([])
    const opened = { method: 'POST', body: { origin: new URL(server).origin } }
    expect((await other.asOwner('/app/settings/outbound', opened)).status).toBeLessThan(300)
    expect((await callSource(other, 'typed__get-pet', { id: '1' })).status).toBe(200)
    expect(api.seen).toHaveLength(1)
  })

  it('goes to the server beside a document whose private address its owner has written', async () => {
    const document = { ...PETS, servers: [{ url: '/v1' }] }
    const elsewhere = { ...PETS, servers: [{ url: 'http://127.0.0.1:1/v1' }] }
    api.answer = ({ url }) =>
      url === '/openapi.json'
        ? { body: JSON.stringify(document) }
        : url === '/leads-away'
          ? { status: 302, headers: { location: `${api.origin.replace('127.0.0.1', 'localhost')}/there` } }
          : { body: JSON.stringify(url === '/elsewhere.json' ? elsewhere : { at: url }) }
    const read = (path: string): Promise<Json> =>
      gateway.asOwner(`/app/sources/documents?url=${encodeURIComponent(api.origin + path)}`, {
        method: 'POST',
      })
    const { json } = await read('/openapi.json')
    const body = { kind: 'openapi', id: 'near', document: json.document.hash }
    const asked = { ...body, secret_names: ['key'] }
    const { consent } = (await gateway.asOwner('/app/sources/preview', { body: asked })).json
    expect(consent.warnings.join()).toContain('on this machine or in its network')
    const added = { ...body, secrets: { key: CANARY }, consent: consent.hash }
    expect((await gateway.asOwner('/app/sources', { body: added })).status).toBe(201)
    await approveAll(gateway, 'near')
    const { data } = (await callSource(gateway, 'near__get-pet', { id: '1' })).json
    expect(data.body).toEqual({ at: '/v1/pets/1' })
    // Another port of this machine is another origin, in the document as in a redirect.
    const other = (await read('/elsewhere.json')).json.document.hash
    const refused = await gateway.asOwner('/app/sources/preview', { body: { ...body, document: other } })
    expect([refused.status, refused.json.error.message]).toEqual([
      400,
      expect.stringContaining('which is not public'),
    ])
    expect((await read('/leads-away')).status).toBe(400)
    expect(api.seen.map(({ url }) => url)).not.toContain('/there')
  })

  it('goes to no server that its owner did not agree to, whatever a new document says', async () => {
    await openApi(gateway, PETS, { id: 'pets', server: api.origin, secrets: { key: CANARY } })
    const next = structuredClone(PETS) as Json
    next.paths['/pets/{id}'].get.servers = [{ url: 'https://elsewhere.example.com' }]
    const document = (await sendDocument(gateway, next)).json.document.hash
    const { source } = (await gateway.asOwner('/app/sources/pets/document', { body: { document } })).json
    const { name, hash } = source.tools.find((tool: Json) => tool.name === 'getPet')
    await approve([{ name, hash, state: 'on' }])
    const before = balance()
    const { error } = (await callSource(gateway, 'pets__get-pet', { id: '1' })).json
    expect(error).toMatchObject({ code: 'handler_error', outcome: 'not_sent' })
    expect(error.message).toContain('https://elsewhere.example.com, which pets was not added with')
    expect([balance(), api.seen.length]).toEqual([before, 0])
  })

  it('is not sent on once its tool was closed', async () => {
    await openApi(gateway, PETS, { id: 'pets', server: api.origin, secrets: { key: CANARY } })
    const closed = Promise.withResolvers<void>()
    api.answer = () => ({ status: 302, headers: { location: '/there' }, once: closed.promise })
    const before = balance()
    const calling = callSource(gateway, 'pets__get-pet', { id: '1' })
    await expect.poll(() => api.seen.length).toBe(1)
    expect((await approve([{ name: 'getPet', state: 'off' }])).status).toBe(200)
    closed.resolve()
    const { error } = (await calling).json
    expect([error.code, error.message]).toEqual([
      'api_not_found',
      expect.stringContaining('is switched off'),
    ])
    expect([balance(), api.seen.length]).toEqual([before, 1])
  })
})
