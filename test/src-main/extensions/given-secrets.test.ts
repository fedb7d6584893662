import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { TestGateway, type Json } from '../../support/gateway/test-gateway.ts'
import { httpUpstream } from '../../support/network/http-upstream.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { addApi, openApi, sendDocument, TestApi } from '../../support/tools/api-desk.ts'
import { PETS } from '../../support/tools/pets-api.ts'
import { approveAll, callSource } from '../../support/tools/source-desk.ts'

let gateway: TestGateway
let dataDir: string
beforeEach(async () => {
  dataDir = makeTempDir()
  gateway = await TestGateway.create({ dataDir })
  onTestFinished(() => gateway.close())
  await liftRateLimit(gateway)
})

const give = (id: string, secrets: Readonly<Record<string, string | null>>, credentials: object[] = []) =>
  gateway.asOwner(`/app/sources/${id}/secrets`, { method: 'PATCH', body: { secrets, credentials } })
const sourceOf = async (id: string): Promise<Json> =>
  (await gateway.asOwner(`/app/sources/${id}`)).json.source
const namesOf = (list: Json): string[] => list.map(({ name }: Json) => name)

async function startApi(): Promise<TestApi> {
  const api = await TestApi.start()
  onTestFinished(() => api.close())
  return api
}

/** Adds a server that ends at once without its token, and else tells the token by its hash. */
async function addNeedy(more: object = {}, secrets: Readonly<Record<string, string>> = {}): Promise<Json> {
  const script = join(makeTempDir(), 'needy.mjs')
  writeFileSync(
    script,
    `import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
if (!process.env.TOKEN) process.exit(3)
const hash = createHash('sha256').update(process.env.TOKEN).digest('hex')
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  const result = {
    initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'needy', version: '1' } },
    'tools/list': { tools: [{ name: 'hash', description: 'Tells.', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: hash }] },
  }[method]
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: result ?? {} }))
})
`,
  )
  const body = { id: 'needy', command: process.execPath, args: [script], cwd: dataDir, ...more }
  const shown = await gateway.asOwner('/app/sources/preview', {
    body: { ...body, secret_names: Object.keys(secrets) },
  })
  const { hash } = shown.json.consent
  await gateway.asOwner('/app/sources', { body: { ...body, secrets, consent: hash } })
  return { ...(await sourceOf('needy')), script }
}
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const told = async (): Promise<string> => (await callSource(gateway, 'needy__hash')).json.data.text

describe('secrets of an API', () => {
  it('are given, replaced and taken away after it was added, and go where the document says', async () => {
    const api = await startApi()
    await openApi(gateway, PETS, { id: 'pets', server: api.origin })
    const call = async () => (await callSource(gateway, 'pets__get-pet', { id: '1' })).json
    const { error } = await call()
    expect(error).toMatchObject({ outcome: 'not_sent' })
    expect(error.message).toContain('toolgate sources secret pets')
    expect((await sourceOf('pets')).last_error).not.toBeNull()
    expect(namesOf((await sourceOf('pets')).settings.missing)).toEqual(['key', 'login', 'query'])

    const { json } = await give('pets', { key: 'first' })
    expect(namesOf(json.source.settings.credentials)).toEqual(['key'])
    expect(namesOf(json.source.settings.missing)).toEqual(['login', 'query'])
    expect(json.source.last_error).toBeNull()
    expect((await call()).ok).toBe(true)
    await give('pets', { key: 'second' })
    await call()
    expect(api.seen.map(({ headers }) => headers['x-key'])).toEqual(['first', 'second'])
    // What was agreed to stays: where calls go, and what is open.
    expect(json.source.settings).toMatchObject({ server: api.origin, origins: [api.origin] })
    expect(json.source.tool_counts.on).toBe(4)

    const gone = (await give('pets', { key: null })).json.source
    expect([namesOf(gone.settings.missing), gone.secrets]).toEqual([['key', 'login', 'query'], []])
    expect((await call()).error).toMatchObject({ outcome: 'not_sent' })
  })

  it('are sent as their owner says where the document does not name them', async () => {
    const api = await startApi()
    await openApi(gateway, PETS, { id: 'pets', server: api.origin })
    const refused = await give('pets', { mine: 'x' })
    expect([refused.status, refused.json.error.message]).toEqual([400, expect.stringContaining('key')])
    await give('pets', { mine: 'tok', team: 'blue' }, [
      { name: 'mine', kind: 'bearer' },
      { name: 'team', kind: 'query', parameter: 'team' },
    ])
    await callSource(gateway, 'pets__get-pet', { id: '1' })
    expect(api.seen[0]).toMatchObject({
      url: '/pets/1?team=blue',
      headers: { authorization: 'Bearer tok' },
    })
    const { settings } = (await give('pets', { mine: null })).json.source
    expect(namesOf(settings.missing)).toEqual(['key', 'login', 'query'])
    expect((await give('pets', { key: 'x' }, [{ name: 'other', kind: 'bearer' }])).status).toBe(400)
  })

  it('are those of its newest document', async () => {
    const api = await startApi()
    await addApi(gateway, PETS, { id: 'pets', server: api.origin, secrets: { key: 'kept' } })
    const next = structuredClone(PETS) as Json
    next.components.securitySchemes = {
      key: { type: 'http', scheme: 'bearer' },
      fresh: PETS.components.securitySchemes.query,
    }
    const { json } = await sendDocument(gateway, next)
    await gateway.asOwner('/app/sources/pets/document', { body: { document: json.document.hash } })
    const { settings } = await sourceOf('pets')
    expect(namesOf(settings.missing)).toEqual(['fresh'])
    // A document cannot change how a secret is sent that was given.
    expect(settings.credentials).toMatchObject([{ name: 'key', kind: 'header', parameter: 'X-Key' }])
  })
})

describe('secrets of a server', () => {
  it('reach its next process, and one that has ended for want of them is started again', async () => {
    expect(await addNeedy()).toMatchObject({ tools: [], last_error: expect.stringContaining('exit 3') })
    for (let n = 0; n < 2; n++) await gateway.asOwner('/app/sources/needy/look', { method: 'POST' })
    expect((await sourceOf('needy')).state).toBe('broken')
    const given = (await give('needy', { TOKEN: 'one' })).json.source
    expect(given).toMatchObject({ state: 'reviewing', last_error: null, tool_counts: { new: 1 } })
    await approveAll(gateway, 'needy')
    expect(await told()).toBe(hashOf('one'))
    const { pid } = await sourceOf('needy')
    await give('needy', { TOKEN: 'two' })
    expect(await told()).toBe(hashOf('two'))
    expect((await sourceOf('needy')).pid).not.toBe(pid)
  })

  it('take the place of plain variables, but never of those that change which program runs', async () => {
    await addNeedy({ env: { TOKEN: 'plain' } })
    await approveAll(gateway, 'needy')
    expect(await told()).toBe(hashOf('plain'))
    const { settings } = (await give('needy', { TOKEN: 'secret' })).json.source
    expect(settings.variables).toEqual([])
    expect(await told()).toBe(hashOf('secret'))
    for (const name of ['LD_PRELOAD', 'NODE_OPTIONS', 'TOOLGATE_KEY', '(sign-in)', 'a b'])
      expect([name, (await give('needy', { [name]: 'x' })).status]).toEqual([name, 400])
    expect((await give('needy', { TOKEN: 'half\0' })).status).toBe(400)
    expect((await give('needy', { OTHER: null })).status).toBe(400)
    expect(await told()).toBe(hashOf('secret'))
  })

  it('start no program that is another than was agreed to, and none that is off', async () => {
    const { script } = await addNeedy({}, { TOKEN: 'one' })
    await approveAll(gateway, 'needy')
    await gateway.asOwner('/app/sources/needy/stop', { method: 'POST' })
    await give('needy', { TOKEN: 'two' })
    expect(await sourceOf('needy')).toMatchObject({ state: 'off', pid: null })
    await gateway.asOwner('/app/sources/needy/start', { method: 'POST' })
    writeFileSync(script, `${readFileSync(script, 'utf8')}\n// another\n`)
    const { source } = (await give('needy', { TOKEN: 'three' })).json
    expect(source).toMatchObject({ state: 'broken', asks_again: true, pid: null })
  })

  it('are headers of one at an address, whatever their case', async () => {
    const upstream = await httpUpstream()
    const body = { kind: 'mcp-http', id: 'web', url: upstream.url, headers: { 'X-Team': 'blue' } }
    const preview = await gateway.asOwner('/app/sources/preview', { body })
    await gateway.asOwner('/app/sources', { body: { ...body, consent: preview.json.consent.hash } })
    await approveAll(gateway, 'web')
    const sent = async (header: string): Promise<string | undefined> => {
      await callSource(gateway, 'web__echo')
      return upstream.seen(header).at(-1)
    }
    expect(await sent('authorization')).toBe('')
    await give('web', { Authorization: 'Bearer one' })
    expect(await sent('authorization')).toBe('Bearer one')
    const { source } = (await give('web', { authorization: 'Bearer two', 'x-team': 'red' })).json
    expect([namesOf(source.secrets).toSorted(), source.settings.headers]).toEqual([
      ['authorization', 'x-team'],
      [],
    ])
    expect(await sent('authorization')).toBe('Bearer two')
    expect(await sent('x-team')).toBe('red')
    for (const name of ['Mcp-Session-Id', 'Host Name'])
      expect([name, (await give('web', { [name]: 'x' })).status]).toEqual([name, 400])
    await give('web', { authorization: null })
    expect(await sent('authorization')).toBe('')
  })
})

describe('what is given', () => {
  // Catches: a value in the audit trail, in the settings of the source, or left behind by the one that replaced it.
  it('is found nowhere but where secrets are kept, sealed', async () => {
    await addNeedy({}, { TOKEN: 'canary-a1' })
    await give('needy', { TOKEN: 'canary-b2' })
    await give('needy', { TOKEN: null, OTHER: 'canary-c3' })
    const trail = (await gateway.asOwner('/v1/enterprise/audit')).text
    expect(trail).toContain('"given"')
    const texts = [trail, JSON.stringify(await sourceOf('needy')), ...filesIn(dataDir)]
    for (const canary of ['canary-a1', 'canary-b2', 'canary-c3'])
      expect([canary, texts.filter((text) => text.includes(canary)).length]).toEqual([canary, 0])
    expect(namesOf((await sourceOf('needy')).secrets)).toEqual(['OTHER'])
  })

  it("is the owner's alone to give, and not to a folder", async () => {
    await addNeedy({}, { TOKEN: 'one' })
    const { json } = await gateway.asOwner('/v1/enterprise/keys', {
      body: { name: 'Agent', sources: ['needy'] },
    })
    const tried = await gateway.send('/app/sources/needy/secrets', {
      ...{ method: 'PATCH', key: json.key, body: { secrets: { TOKEN: 'theirs' } } },
    })
    expect(tried.status).toBe(403)
    const body = { kind: 'folder', id: 'my' }
    const { consent } = (await gateway.asOwner('/app/sources/preview', { body })).json
    await gateway.asOwner('/app/sources', { body: { ...body, consent: consent.hash } })
    expect((await give('my', { TOKEN: 'x' })).status).toBe(400)
    expect((await give('nobody', { TOKEN: 'x' })).status).toBe(404)
    expect(
      (await gateway.asOwner('/app/sources/needy/secrets', { method: 'PATCH', body: { secrets: {} } }))
        .status,
    ).toBe(400)
  })
})

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
}
