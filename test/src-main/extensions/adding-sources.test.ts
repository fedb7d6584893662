import { appendFileSync, copyFileSync, existsSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { TestGateway } from '../../support/gateway/test-gateway.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import {
  addServer,
  approveAll,
  callSource,
  openServer,
  serverBody,
} from '../../support/tools/source-desk.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create()
  await liftRateLimit(gateway)
})
afterAll(() => gateway.close())

describe('adding a server', () => {
  it('shows everything that would run, and runs nothing', async () => {
    const folder = makeTempDir()
    const log = join(folder, 'ran')
    const { secrets, ...body } = serverBody({ id: 'shown', args: [log], env: { MODE: 'x' } })
    expect(secrets).toEqual({})
    const { json } = await gateway.asOwner('/app/sources/preview', {
      body: { ...body, secret_names: ['TOKEN'] },
    })
    expect(json.consent).toMatchObject({ command: process.execPath, args: body.args, cwd: body.cwd })
    const names = json.consent.variables.map(({ name }: { name: string }) => name)
    expect(names).toEqual(expect.arrayContaining(['HOME', 'PATH', 'MODE', 'TOKEN']))
    expect(names.filter((name: string) => name.startsWith('TOOLGATE') || name === 'NODE_OPTIONS')).toEqual(
      [],
    )
  })

  it('takes only the very command that was shown', async () => {
    const { secrets, ...shown } = serverBody({ id: 'other' })
    const { consent } = (await gateway.asOwner('/app/sources/preview', { body: shown })).json
    const body = { ...shown, secrets, args: [...shown.args, 'more'], consent: consent.hash }
    const { status, json } = await gateway.asOwner('/app/sources', { body })
    expect([status, json.error.code]).toEqual([409, 'consent_mismatch'])
  })

  it('refuses variables that make one program another, and programs that do not exist', async () => {
    for (const name of ['LD_PRELOAD', 'NODE_OPTIONS', 'TOOLGATE_KEY', 'DYLD_INSERT_LIBRARIES', 'A B']) {
      const body = { command: 'node', args: [], env: { [name]: 'x' } }
      expect([name, (await gateway.asOwner('/app/sources/preview', { body })).status]).toEqual([name, 400])
    }
    const gone = await gateway.asOwner('/app/sources/preview', { body: { command: 'no-such-program' } })
    expect(gone.json.error.message).toContain('There is no program no-such-program')
  })

  // Catches: a fault of the gateway's own, and one of the system whose words have the value.
  it('refuses what no program can be given, and files that cannot be looked at', async () => {
    const { secrets: _, ...body } = serverBody({ id: 'odd' })
    const long = `${'a'.repeat(300)}.js`
    for (const [more, status] of [
      [{ args: ['a\0b'] }, 400],
      [{ env: { A: 'a\0b' } }, 400],
      [{ cwd: '/a\0b' }, 400],
      [{ cwd: `/${long}` }, 400],
      [{ args: [long, `/nowhere/${long}`] }, 200],
    ] as const) {
      const answer = await gateway.asOwner('/app/sources/preview', { body: { ...body, ...more } })
      expect([more, answer.status]).toEqual([more, status])
    }
  })

  // Catches: a failure of the system that is shown with the secret in it, and one that only says that a line broke.
  it('refuses secrets that cannot be passed on, by their names', async () => {
    const { secrets: _, ...program } = serverBody({ id: 'odd' })
    const command = { name: 'a', summary: 'A', argv: [process.execPath] }
    for (const [body, value] of [
      [program, 'canary-1\0'],
      [{ kind: 'command', id: 'odd', commands: [command], cwd: program.cwd }, 'canary-1\0'],
      [{ kind: 'mcp-http', id: 'odd', url: 'http://127.0.0.1:1/mcp' }, 'canary-1\nX-Other: 1'],
      [{ kind: 'mcp-http', id: 'odd', url: 'http://127.0.0.1:1/mcp' }, 'canary-1\0'],
    ] as const) {
      const { json } = await gateway.asOwner('/app/sources/preview', {
        body: { ...body, secret_names: ['TOKEN'] },
      })
      const added = await gateway.asOwner('/app/sources', {
        body: { ...body, secrets: { TOKEN: value }, consent: json.consent.hash },
      })
      expect([added.status, added.json.error?.message]).toEqual([400, expect.stringContaining('TOKEN')])
      expect(added.text).not.toContain('canary')
    }
    expect((await gateway.asOwner('/app/sources/odd')).status).toBe(404)
  })

  it.each([
    ['source', { sources: ['again'] }],
    ['tool', { slugs: ['again__echo'] }],
  ])('gives no key with a %s that was removed another source of its id', async (_what, scopes) => {
    await addServer(gateway, { id: 'again' })
    await approveAll(gateway, 'again')
    const { json: made } = await gateway.asOwner('/v1/enterprise/keys', {
      body: { name: 'Of the first', ...scopes },
    })
    const { secrets, ...body } = serverBody({ id: 'again' })
    const { consent } = (await gateway.asOwner('/app/sources/preview', { body })).json
    const twice = await gateway.asOwner('/app/sources', { body: { ...body, consent: consent.hash } })
    expect(twice.json.error.message).toContain('There is a source again already')
    await gateway.asOwner('/app/sources/again', { method: 'DELETE' })
    const { keys } = gateway.instance.services
    const scopesNow = () => keys.findAnyById(made.key_id)?.scopes
    const left = 'slugs' in scopes ? { slugs: [] } : null
    expect(scopesNow()).toEqual(left)
    // As a gateway leaves it that ends in between.
    await keys.setScopes(
      made.key_id,
      () => scopes,
      function* () {},
    )
    const added = await gateway.asOwner('/app/sources', {
      body: { ...body, secrets, consent: consent.hash },
    })
    expect([added.status, scopesNow()]).toEqual([201, left])
    await gateway.asOwner('/app/sources/again', { method: 'DELETE' })
  })

  it('is for the owner alone', async () => {
    const { key } = await gateway.instance.services.keys.create({
      kind: 'team',
      name: 'Admin',
      payer: gateway.ownerId,
      madeBy: gateway.ownerId,
      permissions: ['admin'],
    })
    for (const asked of [gateway.key, key, gateway.instance.demoKey])
      for (const [method, path] of [
        ['GET', '/app/sources'],
        ['POST', '/app/sources/preview'],
        ['POST', '/app/sources'],
        ['DELETE', '/app/sources/vices'],
      ] as const)
        expect(
          (await gateway.send(path, { method, key: asked, ...(method === 'POST' ? { body: {} } : {}) }))
            .status,
        ).toBe(403)
  })

  it('serves nothing before the tools were approved', async () => {
    await addServer(gateway, { id: 'fresh' })
    const { source } = (await gateway.asOwner('/app/sources/fresh')).json
    expect(source).toMatchObject({ state: 'reviewing', tool_counts: { on: 0, new: 18 } })
    expect((await callSource(gateway, 'fresh__echo')).status).toBe(404)
    await approveAll(gateway, 'fresh')
    expect((await callSource(gateway, 'fresh__echo')).status).toBe(200)
    await gateway.asOwner('/app/sources/fresh/stop', { method: 'POST' })
    expect((await callSource(gateway, 'fresh__echo')).json.error.message).toContain('is switched off')
    await gateway.asOwner('/app/sources/fresh/start', { method: 'POST' })
    expect((await callSource(gateway, 'fresh__echo')).status).toBe(200)
    await gateway.asOwner('/app/sources/fresh', { method: 'DELETE' })
    expect((await callSource(gateway, 'fresh__echo')).status).toBe(404)
  })

  it('names twins, long names and names in other scripts apart', async () => {
    await openServer(gateway, { id: 'twins', vice: 'twins' })
    const { tools } = (await gateway.asOwner('/app/sources/twins')).json.source
    const slugs: string[] = tools.map(({ slug }: { slug: string }) => slug)
    expect(new Set(slugs).size).toBe(5)
    for (const slug of slugs) expect(slug).toMatch(/^twins__[a-z0-9-]{1,41}$/)
    for (const { slug, name } of tools)
      expect(JSON.parse((await callSource(gateway, slug)).json.data.text).name).toBe(name)
  })

  it('makes tools of schemas of every kind, and fails at none', async () => {
    await openServer(gateway, { id: 'schemas', vice: 'schemas' })
    const call = async (tool: string, input: object) =>
      (await callSource(gateway, `schemas__${tool}`, input)).status
    expect(await call('redos', { a: `${'a'.repeat(40)}!` })).toBe(400)
    expect(await call('redos', { a: 'aaa' })).toBe(200)
    expect([await call('draft4', { n: 1 }), await call('draft4', { n: 2 })]).toEqual([400, 200])
    for (const tool of ['remote', 'badtype', 'lookahead', 'nullable', 'list', 'deep'])
      expect([tool, await call(tool, { a: null, r: 1, f: 'x' })]).toEqual([tool, 200])
    expect([await call('union', {}), await call('union', { a: 'x' })]).toEqual([400, 200])
    expect((await gateway.asOwner('/v1/openapi.json')).status).toBe(200)
    expect((await gateway.asOwner('/v1/tools?toolset=all&format=openai&category=schemas')).status).toBe(200)
  })

  it('leaves fields to a tool that the gateway has names for', async () => {
    await openServer(gateway, { id: 'fields', vice: 'fields' })
    const sent = { mode: 'fast', input: { a: 1 }, receipt: 'r' }
    expect(JSON.parse((await callSource(gateway, 'fields__own', sent)).json.data.text)).toEqual({
      name: 'own',
      ...sent,
    })
  })

  it('keeps servers that list too much, or never come to an end, with a sentence', async () => {
    for (const [vice, said] of [
      ['endless', '64 pages'],
      ['huge', '2,000 tools'],
    ] as const) {
      const source = await addServer(gateway, { id: vice, vice })
      expect(source.last_error).toContain(said)
    }
    expect((await addServer(gateway, { id: 'garbage', vice: 'garbage' })).tool_counts.new).toBe(18)
  })

  it('shows why a server does not start, without its secrets, and gives up after three times', async () => {
    const source = await addServer(gateway, {
      id: 'dies',
      vice: 'dies',
      secrets: { CANARY: 'canary-7c1f' },
    })
    expect(source.stderr).toContain('cannot find its settings')
    expect(JSON.stringify(source)).not.toContain('canary-7c1f')
    for (let count = 0; count < 2; count++)
      await gateway.asOwner('/app/sources/dies/look', { method: 'POST' })
    await expect
      .poll(async () => (await gateway.asOwner('/app/sources/dies')).json.source)
      .toMatchObject({ state: 'broken', last_error: 'ended (exit 3)' })
  })

  // Catches: another script behind the same interpreter, which is all that an update of a server changes.
  it('asks again before it runs a script that was replaced', async () => {
    const script = join(makeTempDir(), 'server.mjs')
    copyFileSync(join(import.meta.dirname, '../../fixtures/upstreams/vices.mjs'), script)
    const body = { id: 'scripted', command: process.execPath, args: [script, 'good'], cwd: makeTempDir() }
    const preview = await gateway.asOwner('/app/sources/preview', { body })
    expect(preview.json.consent.scripts).toEqual([realpathSync(script)])
    const { hash } = preview.json.consent
    expect((await gateway.asOwner('/app/sources', { body: { ...body, consent: hash } })).status).toBe(201)
    await gateway.asOwner('/app/sources/scripted/stop', { method: 'POST', body: {} })
    appendFileSync(script, '// another')
    const started = await gateway.asOwner('/app/sources/scripted/start', { method: 'POST', body: {} })
    expect(started.json.source).toMatchObject({ asks_again: true, pid: null })
    expect(started.json.source.last_error).toContain('is not the script that you agreed to')
  })

  // Catches: a program that was replaced after its owner had agreed runs with the next call.
  it('asks again before it runs a program that was replaced', async () => {
    const program = join(makeTempDir(), 'server')
    const script = (more: string): string =>
      `#!/bin/sh\n${more}exec ${process.execPath} ${serverBody().args[0]} good\n`
    writeFileSync(program, script(''), { mode: 0o700 })
    const body = { id: 'swapped', command: program, args: [], cwd: makeTempDir() }
    const { consent } = (await gateway.asOwner('/app/sources/preview', { body })).json
    await gateway.asOwner('/app/sources', { body: { ...body, consent: consent.hash } })
    await approveAll(gateway, 'swapped')
    expect((await callSource(gateway, 'swapped__echo')).status).toBe(200)
    await gateway.asOwner('/app/sources/swapped/stop', { method: 'POST' })
    writeFileSync(program, script(`echo ran >> ${program}.ran\n`), { mode: 0o700 })
    await gateway.asOwner('/app/sources/swapped/start', { method: 'POST' })
    const closed = await callSource(gateway, 'swapped__echo')
    expect(closed.json.error).toMatchObject({ code: 'handler_error', outcome: 'not_sent' })
    expect(closed.json.error.message).toContain('is not the program that you agreed to')
    expect(existsSync(`${program}.ran`)).toBe(false)
    const { source } = (await gateway.asOwner('/app/sources/swapped')).json
    expect(source).toMatchObject({ state: 'broken', asks_again: true, pid: null })
    const start = (hash: string) =>
      gateway.asOwner('/app/sources/swapped/start', { body: { consent: hash } })
    expect((await start(consent.hash)).json.error.code).toBe('consent_mismatch')
    const again = await gateway.asOwner('/app/sources/swapped/preview', { method: 'POST' })
    expect((await start(again.json.consent.hash)).json.source).toMatchObject({ asks_again: false })
    expect((await callSource(gateway, 'swapped__echo')).status).toBe(200)
  })

  it('opens a tool with characters that nobody sees only after they were looked at', async () => {
    await addServer(gateway, { id: 'odd', vice: 'odd' })
    const { source } = (await gateway.asOwner('/app/sources/odd')).json
    const [{ hash }] = source.tools
    expect(source.tools[0]).toMatchObject({ has_odd_characters: true })
    expect(source.tools[0].summary).toContain('⟦U+200B⟧')
    const open = (more: object) =>
      gateway.asOwner('/app/sources/odd/approve', {
        body: { tools: [{ name: 'odd', hash, state: 'on', ...more }] },
      })
    const refused = await open({})
    expect([refused.status, refused.json.error.message]).toEqual([
      400,
      expect.stringContaining('characters that nobody sees: odd'),
    ])
    expect((await callSource(gateway, 'odd__odd')).status).toBe(404)
    expect((await open({ looked_at: true })).status).toBe(200)
    expect((await callSource(gateway, 'odd__odd')).status).toBe(200)
  })
})
