import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { NAME, PackageDesk } from '../../support/tools/package-desk.ts'
import { approveAll, callSource } from '../../support/tools/source-desk.ts'
import { waitUntil } from '../../support/wait-until.ts'

let desk: PackageDesk
beforeEach(async () => {
  desk = await PackageDesk.open()
})
afterEach(() => desk.close())

const installed = (): string[] => {
  const folder = join(desk.dataDir, 'packages')
  return existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : []
}
const HOUR_MS = 60 * 60 * 1_000

it('shows the version, its integrity and all that it needs, and installs nothing', async () => {
  desk.publish('1.1.0')
  const { json } = await desk.preview(NAME)
  const { package: pinned, args, command, warnings } = json.consent
  expect(pinned).toMatchObject({
    ...{ name: NAME, version: '1.1.0', count: 2 },
    integrity: expect.stringMatching(/^sha512-.{88}$/),
    origins: [new URL(desk.registry.url).origin],
  })
  expect(args).toEqual([join(pinned.folder, `node_modules/${NAME}/dist/server.mjs`), 'rug'])
  expect(command).toMatch(/node$/)
  expect(warnings.join()).toContain(`the scripts of ${NAME}`)
  expect([installed(), existsSync(desk.ran)]).toEqual([[], false])
  expect(desk.registry.asked.filter((path) => path.endsWith('.tgz'))).toEqual([])
})

// Catches: an owner who is shown no registry, because their own settings leave them out of locks.
it('shows where packages come from whatever npm is told to leave out', async () => {
  const settings = process.env['npm_config_userconfig']!
  writeFileSync(settings, 'omit-lockfile-registry-resolved=true\npackage-lock=false\n')
  const { json } = await desk.preview()
  expect(json.consent?.package.origins).toEqual([new URL(desk.registry.url).origin])
})

it('runs at the version that was shown until it is updated, and never an install script', async () => {
  const source = await desk.openServer()
  expect(source).toMatchObject({
    kind: 'mcp',
    settings: { package: { name: NAME, version: '1.0.0', newest: null } },
  })
  expect((await callSource(desk.gateway, 'desk__read')).status).toBe(200)
  expect(installed()).toEqual([expect.stringMatching(/^@desk\+server@1\.0\.0-[0-9a-f]{12}$/)])
  expect(existsSync(desk.ran)).toBe(false)

  // It stays at its version, tells of a newer one, and asks again for what that changes.
  desk.publish('1.1.0', (code) => code.replaceAll('Reads a file.', 'Reads any file.'))
  await desk.gateway.asOwner('/app/sources/desk/stop', { method: 'POST' })
  await desk.gateway.asOwner('/app/sources/desk/start', { method: 'POST' })
  await desk.gateway.asOwner('/app/sources/desk/look', { method: 'POST' })
  expect((await callSource(desk.gateway, 'desk__read')).status).toBe(200)
  expect((await desk.source()).settings.package).toMatchObject({ version: '1.0.0', newest: '1.1.0' })

  const body = { package: `${NAME}@1.1.0`, consent: '0'.repeat(64) }
  const other = await desk.gateway.asOwner('/app/sources/desk/start', { body })
  expect([other.status, other.json.error.code]).toEqual([409, 'consent_mismatch'])
  const { json } = await desk.update(`${NAME}@1.1.0`)
  expect(json.source).toMatchObject({
    settings: { package: { version: '1.1.0', newest: null } },
    tool_counts: { on: 0, changed: 1 },
  })
  expect((await callSource(desk.gateway, 'desk__read')).json.error.code).toBe('tool_changed')
  await approveAll(desk.gateway, 'desk')
  expect((await callSource(desk.gateway, 'desk__read')).status).toBe(200)
})

it('tells of a newer version after a start of its process, without being asked', async () => {
  await desk.openServer()
  await desk.gateway.asOwner('/app/sources/desk/stop', { method: 'POST' })
  desk.publish('2.0.0')
  desk.gateway.advance(25 * HOUR_MS)
  await desk.gateway.asOwner('/app/sources/desk/start', { method: 'POST' })
  await waitUntil(
    async () => (await desk.source()).settings.package.newest === '2.0.0',
    'the newer version is told',
  )
})

it('installs nothing but what was shown, also when the registry sends something else under its name', async () => {
  const { consent } = (await desk.preview()).json
  desk.registry.replace(NAME, '1.0.0', { 'dist/server.mjs': 'process.exit(7)' })
  const { status, json } = await desk.add(consent.hash)
  expect([status, json.error.message]).toEqual([
    400,
    expect.stringContaining('is not the @desk/server@1.0.0'),
  ])
  expect(installed()).toEqual([])
  expect((await desk.gateway.asOwner('/app/sources/desk')).status).toBe(404)
})

it('takes dependencies as they were shown, and asks again where they are others by then', async () => {
  const { consent } = (await desk.preview()).json
  desk.registry.publish({ name: 'helper', version: '1.9.0', files: { 'index.js': 'throw 1' } })
  expect((await desk.add(consent.hash)).status).toBe(201)
  const helper = join(consent.package.folder, 'node_modules/helper/package.json')
  expect(JSON.parse(readFileSync(helper, 'utf8')).version).toBe('1.0.0')

  desk.gateway.advance(2 * HOUR_MS)
  const later = await desk.add(consent.hash, undefined, 'later')
  expect([later.status, later.json.error.code]).toEqual([409, 'consent_mismatch'])
})

it('says that the registry is away, and runs what is installed without it', async () => {
  await desk.openServer()
  await desk.registry.close()
  const { status, json } = await desk.preview('other-server')
  expect([status, json.error.message]).toEqual([
    400,
    expect.stringContaining('The registry of npm cannot be reached (ECONNREFUSED)'),
  ])
  await desk.gateway.asOwner('/app/sources/desk/stop', { method: 'POST' })
  await desk.gateway.asOwner('/app/sources/desk/start', { method: 'POST' })
  expect((await callSource(desk.gateway, 'desk__read')).status).toBe(200)
  expect((await desk.source()).settings.package.newest).toBeNull()
})

it.each([
  ['--global', 'does not name a package of npm'],
  ['https://example.com/x.tgz', 'does not name a package of npm'],
  ['file:../x', 'does not name a package of npm'],
  [`${NAME}@1.0.0 --foreground-scripts`, 'is not a version'],
  [`${NAME}@9.9.9`, `The registry has no version ${NAME}@9.9.9`],
  ['no-such-server', 'The registry has no package no-such-server@latest'],
  ['no-program', 'no-program has no program that could be started'],
  ['of-git', 'of-git'],
  ['of-shell', 'of-shell is started by /bin/sh'],
])('refuses %s with what is wrong', async (spec, words) => {
  const files = { 'index.js': '#!/bin/sh\n' }
  desk.registry.publish({ name: 'no-program', version: '1.0.0', files })
  desk.registry.publish({
    ...{ name: 'of-git', version: '1.0.0', files, bin: { 'of-git': 'index.js' } },
    dependencies: { x: `git+file://${desk.dataDir}` },
  })
  desk.registry.publish({ name: 'of-shell', version: '1.0.0', files, bin: { a: 'index.js' } })
  const shown = await desk.preview(spec)
  const last = shown.status === 200 ? await desk.add(shown.json.consent.hash, spec) : shown
  expect([last.status, last.json.error?.message]).toEqual([400, expect.stringContaining(words)])
  expect(installed()).toEqual([])
})

it('does not run a script that was changed, and installs it again once that is agreed to', async () => {
  const source = await desk.openServer()
  const [entry] = source.settings.args
  appendFileSync(entry, '// changed\n')
  await desk.gateway.asOwner('/app/sources/desk/stop', { method: 'POST' })
  await desk.gateway.asOwner('/app/sources/desk/start', { method: 'POST' })
  await waitUntil(async () => (await desk.source()).state === 'broken', 'it is not started')
  expect((await desk.source()).asks_again).toBe(true)
  const { json } = await desk.update(`${NAME}@1.0.0`)
  expect(json.source).toMatchObject({ asks_again: false, tool_counts: { on: 1 } })
  expect(readFileSync(entry, 'utf8')).not.toContain('// changed')
})

it('becomes no other package, and is deleted with its last source', async () => {
  await desk.openServer()
  const { status, json } = await desk.update('helper@1.0.0')
  expect([status, json.error.message]).toEqual([400, expect.stringContaining(`It is ${NAME}`)])
  const unseen = await desk.gateway.asOwner('/app/sources/desk/start', { body: { package: NAME } })
  expect([unseen.status, unseen.json.error.message]).toEqual([
    400,
    expect.stringContaining('Look at it first'),
  ])
  const { consent } = (await desk.preview()).json
  expect((await desk.add(consent.hash, undefined, 'twin')).status).toBe(201)
  desk.gateway.advance(2 * HOUR_MS)
  await desk.gateway.asOwner('/app/sources/desk', { method: 'DELETE' })
  expect(installed()).toHaveLength(1)
  await desk.gateway.asOwner('/app/sources/twin', { method: 'DELETE' })
  expect(installed()).toEqual([])
})
