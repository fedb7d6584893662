import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { foundServers } from '../../../src-main/extensions/other-clients/found-servers.ts'
import { MCP_CLIENTS, type Here } from '../../../src-main/extensions/other-clients/mcp-clients.ts'
import { writeSettings } from '../../../src-main/extensions/other-clients/write-settings.ts'
import { TestGateway, type Json } from '../../support/gateway/test-gateway.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { approveAll, serverBody } from '../../support/tools/source-desk.ts'

const home = (): Here => ({ platform: 'linux', home: makeTempDir(), env: {} })

function cursorWith(servers: object): { here: Here; file: string; before: string } {
  const here = home()
  const file = join(here.home, '.cursor', 'mcp.json')
  const before = JSON.stringify({ theme: 'dark', mcpServers: servers })
  mkdirSync(dirname(file))
  writeFileSync(file, before)
  return { here, file, before }
}

async function open(here: Here): Promise<TestGateway> {
  const gateway = await TestGateway.create({ here })
  onTestFinished(() => gateway.close())
  return gateway
}

async function foundIn(gateway: TestGateway): Promise<Json> {
  const { status, json } = await gateway.asOwner('/app/found-sources')
  expect(status).toBe(200)
  return json.clients
}

const { command, args } = serverBody({ vice: 'talks' })
const NOTES = { command, args, env: { CANARY_KEY: 'canary-9', PLAIN: 'x' } }

describe('servers of other programs', () => {
  // Catches: a token of another program that leaves the gateway, or a server that runs before somebody has agreed.
  it('are shown without their values, added as they were shown, and known from then on', async () => {
    const { here, file, before } = cursorWith({
      'My Notes': NOTES,
      gone: { command: '/nowhere/at-all' },
      toolgate: { url: 'http://127.0.0.1:1/mcp' },
    })
    const gateway = await open(here)
    const [cursor, ...others] = await foundIn(gateway)
    expect(others).toEqual([])
    expect(cursor).toMatchObject({ name: 'cursor', title: 'Cursor', problem: null, leave: null })
    const [notes, gone] = cursor.servers
    expect(notes).toMatchObject({
      ...{ name: 'My Notes', id: 'my-notes', problem: null, source: null },
      consent: { kind: 'mcp', command, args },
    })
    expect(notes.consent.variables).toContainEqual({ name: 'CANARY_KEY', from: 'secret' })
    expect(gone).toMatchObject({ consent: null, problem: expect.stringContaining('no program') })
    expect(cursor.servers).toHaveLength(2)
    expect((await gateway.asOwner('/app/sources')).json.sources).toEqual([])

    const body = { client: 'cursor', name: 'My Notes', id: 'notes' }
    const other = await gateway.asOwner('/app/found-sources', {
      body: { ...body, consent: '0'.repeat(64) },
    })
    expect(other.json.error.code).toBe('consent_mismatch')
    const added = await gateway.asOwner('/app/found-sources', {
      body: { ...body, consent: notes.consent.hash },
    })
    expect(added.json.source).toMatchObject({ id: 'notes', title: 'My Notes', state: 'reviewing' })
    expect(added.json.source.secrets).toEqual([{ name: 'CANARY_KEY', place: 'memory' }])
    const again = await gateway.asOwner('/app/found-sources')
    expect(again.json.clients[0].servers[0]).toMatchObject({ source: 'notes' })
    expect(again.json.clients[0].leave).toBeNull()
    expect(JSON.stringify(cursor) + added.text + again.text).not.toContain('canary-9')
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  it('that changed since they were shown are not added', async () => {
    const { here, file } = cursorWith({ notes: NOTES })
    const gateway = await open(here)
    const [{ servers }] = await foundIn(gateway)
    writeFileSync(file, JSON.stringify({ mcpServers: { notes: { ...NOTES, args: [...args, '--all'] } } }))
    const body = { client: 'cursor', name: 'notes', id: 'notes', consent: servers[0].consent.hash }
    expect((await gateway.asOwner('/app/found-sources', { body })).json.error.code).toBe('consent_mismatch')
    writeFileSync(file, '{')
    expect((await gateway.asOwner('/app/found-sources', { body })).status).toBe(400)
    expect(await foundIn(gateway)).toMatchObject([{ problem: expect.stringContaining('cannot be read') }])
  })

  // Catches: one odd server, or one file that nobody may read, after which no program is shown at all.
  it('are shown beside odd ones, and files that cannot be read are named', async () => {
    const { here, file } = cursorWith({
      notes: NOTES,
      'half \ud800': { command },
      half: { command, args: ['\ud800'] },
      nul: { command, env: { A: 'a\0' } },
      long: { command, args: [`${'a'.repeat(300)}.js`] },
    })
    const gateway = await open(here)
    const [{ servers }] = await foundIn(gateway)
    expect(servers.map(({ name, problem }: Json) => [name, problem !== null])).toEqual([
      ['notes', false],
      ['half', true],
      ['nul', true],
      ['long', false],
    ])
    // As Notepad saves it.
    writeFileSync(file, `\ufeff${JSON.stringify({ mcpServers: { notes: NOTES } })}`)
    expect((await foundIn(gateway))[0].servers).toHaveLength(1)
    rmSync(file)
    mkdirSync(file)
    expect(await foundIn(gateway)).toMatchObject([{ problem: `${file} cannot be read.`, servers: [] }])
  })

  // Catches: a program that loses a server whose tools it cannot reach through Toolgate, or settings without a copy.
  it('leave Toolgate in their place once their tools are open', async () => {
    const { here, file, before } = cursorWith({ notes: NOTES, own: { command: process.execPath } })
    const gateway = await open(here)
    const leave = (body: object) => gateway.asOwner('/app/found-sources/leave', { body })
    const body = { client: 'cursor', key: gateway.key }
    expect((await leave(body)).status).toBe(400)
    const [{ servers }] = await foundIn(gateway)
    const { hash } = servers[0].consent
    await gateway.asOwner('/app/found-sources', {
      body: { client: 'cursor', name: 'notes', id: 'notes', consent: hash },
    })
    await approveAll(gateway, 'notes')
    const [{ leave: offered }] = await foundIn(gateway)
    expect(offered).toEqual({
      ...{ names: ['notes'], sources: ['notes'], is_written_here: true },
      command: 'toolgate mcp config cursor --write --source notes --without notes',
    })
    const { status, json } = await leave(body)
    expect(status).toBe(200)
    expect(readFileSync(json.copy, 'utf8')).toBe(before)
    const after = JSON.parse(readFileSync(file, 'utf8'))
    expect(after).toMatchObject({ theme: 'dark' })
    expect(Object.keys(after.mcpServers)).toEqual(['own', 'toolgate'])
    expect(after.mcpServers.toolgate.headers.Authorization).toBe(`Bearer ${gateway.key}`)
    expect((await gateway.asOwner('/v1/enterprise/audit')).text).toContain('client.written')
  })

  it('are the owner alone to see', async () => {
    const gateway = await open(home())
    expect((await gateway.send('/app/found-sources')).status).toBe(403)
    expect((await gateway.send('/app/found-sources', { key: null })).status).toBe(401)
  })
})

const BOTH: Readonly<Record<string, string>> = {
  json: '{"servers":{"my notes":{"command":"x"},"other":{"command":"y"}}}',
  yaml: '# mine\nextensions:\n  my notes: {cmd: x}\n  other: {cmd: y}\n',
  toml: '# mine\n[mcp_servers."my notes"]\ncommand = "x"\n[mcp_servers."my notes".env]\nA = "b"\n[mcp_servers.other]\ncommand = "y"\n',
}

describe("a program's settings", () => {
  it.each([
    ['vscode', 'json'],
    ['goose', 'yaml'],
    ['codex', 'toml'],
  ])('of %s lose exactly the servers that are named', (name, format) => {
    const client = MCP_CLIENTS.find((one) => one.name === name)!
    const here = home()
    const file = client.file(here)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, BOTH[format]!)
    const server = { url: 'http://127.0.0.1:4777/mcp', key: 'k', command: 'toolgate', args: ['mcp'] }
    writeSettings(client, file, server, ['my notes'])
    expect(foundServers(here, [client]).map((one) => one.name)).toEqual(['other'])
    const after = readFileSync(file, 'utf8')
    expect(after).toContain('toolgate')
    if (format !== 'json') expect(after).toContain('# mine')
  })

  it('that name a server in another form are left alone', () => {
    const client = MCP_CLIENTS.find(({ name }) => name === 'codex')!
    const file = join(makeTempDir(), 'config.toml')
    const before = 'mcp_servers = { notes = { command = "x" } }\n'
    writeFileSync(file, before)
    const server = { url: 'http://127.0.0.1:4777/mcp', key: 'k', command: 'toolgate', args: ['mcp'] }
    expect(() => writeSettings(client, file, server, ['notes'])).toThrow('by hand')
    expect(readFileSync(file, 'utf8')).toBe(before)
  })
})
