import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { OWNER_KEY, TestGateway, type Json } from '../../support/gateway/test-gateway.ts'
import { bodyOf, receiver } from '../../support/network/receiver.ts'
import { signInServer } from '../../support/network/sign-in-server.ts'
import { callEverywhere, readEverywhere } from '../../support/sources/every-surface.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { addApi, TestApi } from '../../support/tools/api-desk.ts'
import { PETS } from '../../support/tools/pets-api.ts'
import { approveAll } from '../../support/tools/source-desk.ts'

const CANARY = 'canary-"7d\\4a-92e6'

/** A source that tells everybody what it was given. */
interface Leak {
  readonly id: string
  /** What is called, with which fields. */
  readonly calls: readonly (readonly [slug: string, input: object])[]
  /** What nobody else may find, however it was given. */
  readonly secrets: () => readonly string[]
  /** The secrets as the source got them. */
  readonly arrived: () => readonly string[]
}

const KINDS: Readonly<Record<string, (gateway: TestGateway) => Promise<Leak>>> = {
  'headers of a server over HTTP': async (gateway) => {
    const seen: string[] = []
    const { origin } = await receiver(async (request, response) => {
      if (request.method !== 'POST') return void response.writeHead(405).end()
      const { id, method, params } = JSON.parse(await bodyOf(request))
      if (id === undefined) return void response.writeHead(202).end()
      const told = JSON.stringify(request.headers)
      seen.push(String(request.headers['x-token']))
      const send = (message: object, status = 200): void =>
        void response
          .writeHead(status, {
            'content-type': 'application/json',
            'x-told': told,
          })
          .end(JSON.stringify({ jsonrpc: '2.0', id, ...message }))
      if (method === 'initialize')
        return send({
          result: {
            protocolVersion: '2025-06-18',
            capabilities: {},
            serverInfo: {
              name: `I am ${told}`,
              version: String(request.headers['x-token']),
            },
            instructions: told,
          },
        })
      const tool = (name: string) => ({
        name,
        description: `Knows ${told}`,
        inputSchema: { type: 'object' },
      })
      if (method === 'tools/list')
        return send({
          result: { tools: ['say', 'fail', 'refuse', 'break'].map(tool) },
        })
      const content = [
        { type: 'text', text: told },
        {
          type: 'image',
          mimeType: 'image/png',
          data: Buffer.from(`\0${told}`).toString('base64'),
        },
      ]
      if (params.name === 'say') return send({ result: { content, structuredContent: { told } } })
      if (params.name === 'fail') return send({ result: { isError: true, content } })
      if (params.name === 'refuse')
        return send({
          error: { code: -32_000, message: told, data: { told } },
        })
      send({ result: told }, 500)
    })
    const secrets = { 'X-Token': CANARY, Authorization: `Bearer ${CANARY}` }
    await open(gateway, { kind: 'mcp-http', id: 'web', url: `${origin}/mcp` }, secrets)
    const calls = ['say', 'fail', 'refuse', 'break'].map((name) => [`web__${name}`, {}] as const)
    return { id: 'web', calls, secrets: () => [CANARY], arrived: () => seen }
  },
  'credentials of an API': async (gateway) => {
    const api = await TestApi.start()
    onTestFinished(() => api.close())
    const secrets = { key: CANARY, login: `ann:${CANARY}` }
    await addApi(gateway, PETS, { id: 'pets', server: api.origin, secrets })
    await approveAll(gateway, 'pets')
    api.answer = ({ method, headers }) => {
      const told = JSON.stringify(headers)
      if (method === 'GET')
        return {
          headers: {
            'content-type': 'application/json',
            link: told.slice(0, 500),
          },
          body: told,
        }
      return method === 'PUT' ? { status: 500, body: told } : { hangsUp: true }
    }
    const calls = [
      ['pets__get-pet', { id: '1' }],
      ['pets__put-pet', { id: '1', body: { name: 'a' } }],
      ['pets__add-photo', { body: { photo: '/9j/AA==' } }],
    ] as const
    const arrived = () => api.seen.map(({ headers }) => String(headers['x-key']))
    return {
      id: 'pets',
      calls,
      secrets: () => [CANARY, Buffer.from(`ann:${CANARY}`).toString('base64')],
      arrived,
    }
  },
  'tokens of a sign-in': async (gateway) => {
    const server = await signInServer()
    await open(gateway, { kind: 'mcp-http', id: 'web', url: server.url })
    const { json } = await gateway.asOwner('/app/sources/web/sign-in', {
      method: 'POST',
    })
    const back = await server.agree(json.url)
    const from = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    }
    const returned = await gateway.send(back.pathname + back.search, {
      key: null,
      headers: from,
    })
    expect(returned.status).toBe(200)
    await approveAll(gateway, 'web')
    const verifier = () => server.grants.flatMap((form) => form.getAll('code_verifier'))
    const secrets = () => [
      ...server.live(),
      ...server.bearers,
      ...server.grants.flatMap((form) => form.getAll('refresh_token')),
      ...verifier(),
      ...back.searchParams.getAll('code'),
    ]
    return {
      id: 'web',
      calls: [
        ['web__echo', {}],
        ['web__write', {}],
      ],
      secrets,
      arrived: () => server.bearers,
    }
  },
  'variables of a command': async (gateway) => {
    const program = join(makeTempDir(), 'tell.cjs')
    const heard = join(makeTempDir(), 'heard')
    writeFileSync(
      program,
      `require('fs').appendFileSync(${JSON.stringify(heard)}, process.env.TOKEN + '\\n')
       process.stderr.write('my token is ' + process.env.TOKEN)
       process.stdout.write(JSON.stringify({ token: process.env.TOKEN, all: process.env }))
       process.exit(Number(process.argv[2]))`,
    )
    const tool = (name: string, exit: number) => ({
      ...{ name, summary: `Does ${name}.`, output: 'json' },
      argv: [process.execPath, program, String(exit)],
    })
    const commands = [tool('say', 0), tool('fail', 3)]
    await open(gateway, { kind: 'command', id: 'own', commands, cwd: makeTempDir() }, { TOKEN: CANARY })
    const arrived = () => readFileSync(heard, 'utf8').trim().split('\n')
    return {
      id: 'own',
      calls: [
        ['own__say', {}],
        ['own__fail', {}],
      ],
      secrets: () => [CANARY],
      arrived,
    }
  },
}

async function open(gateway: TestGateway, body: Json, secrets: Record<string, string> = {}): Promise<void> {
  const preview = await gateway.asOwner('/app/sources/preview', {
    body: { ...body, secret_names: Object.keys(secrets) },
  })
  if (preview.status !== 200) throw new Error(preview.text)
  const consent = preview.json.consent.hash
  const added = await gateway.asOwner('/app/sources', {
    body: { ...body, secrets, consent },
  })
  if (added.status !== 201) throw new Error(added.text)
  if (added.json.source.tools.length > 0) await approveAll(gateway, body.id)
}

/** A secret in the ways in which texts and files have it. */
const waysOf = (secret: string): string[] => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  JSON.stringify(JSON.stringify(secret)).slice(3, -3),
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
]

/** Where one of the secrets is; files compressed within the data cannot be read so, and have no texts of calls. */
const foundIn = (texts: Iterable<readonly [string, string]>, secrets: readonly string[]): string[] =>
  [...texts].flatMap(([name, text]) =>
    secrets.some((secret) => waysOf(secret).some((way) => text.includes(way))) ? [name] : [],
  )

const filesIn = (folder: string): (readonly [string, string])[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => [path, readFileSync(path, 'latin1')])

// Catches: a token in a log, an answer, an export, a file of the data or a backup.
it.each(Object.entries(KINDS))('%s reach their source and are found nowhere else', async (_kind, begin) => {
  const dataDir = makeTempDir()
  const gateway = await TestGateway.create({ dataDir })
  onTestFinished(() => gateway.close())
  await liftRateLimit(gateway)
  const settings = { method: 'PATCH', body: { activity: 'full' } }
  expect((await gateway.asOwner('/app/settings', settings)).status).toBe(200)
  const written: string[] = []
  const writers = [process.stdout, process.stderr].map((out) => [out, out.write] as const)
  for (const [out] of writers) out.write = (text: string) => written.push(text) > 0
  onTestFinished(() => {
    for (const [out, write] of writers) out.write = write
  })
  const { id, calls, secrets, arrived } = await begin(gateway)
  const told: (readonly [string, string])[] = []
  for (const [slug, input] of calls)
    for (const [way, text] of await callEverywhere(gateway, slug, input))
      told.push([`${slug} ${way}`, text])
  const slugs = calls.map(([slug]) => slug)
  told.push(...(await readEverywhere(gateway, { source: id, slugs, words: 'token' })))
  const backup = await gateway.asOwner('/app/backup', { method: 'POST' })
  expect(backup.status).toBe(201)
  await gateway.asOwner(`/app/sources/${id}/stop`, { method: 'POST' })
  const stored = filesIn(dataDir)
  for (const [out, write] of writers) out.write = write
  // The test itself has looked at what matters: it has arrived, calls were recorded, and a backup was made.
  expect(arrived().filter((value) => secrets().includes(value)).length).toBeGreaterThan(3)
  expect(told.filter(([, text]) => text.includes('••••')).length).toBeGreaterThan(3)
  expect(stored.length).toBeGreaterThan(2)
  expect(foundIn(told, secrets())).toEqual([])
  expect(foundIn(stored, secrets())).toEqual([])
  expect(foundIn([['bugs', gateway.bugs.map(String).join('\n')]], secrets())).toEqual([])
  expect(foundIn([['stdout and stderr', written.join('')]], secrets())).toEqual([])
  expect(told.join('')).not.toContain(OWNER_KEY)
})
