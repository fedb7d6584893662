import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HeadlessProcess } from '../../../support/gateway/headless-process.ts'
import { OWNER_KEY } from '../../../support/gateway/test-gateway.ts'
import { toolgateHere } from '../../../support/gateway/toolgate-here.ts'
import { NpmRegistry } from '../../../support/network/npm-registry.ts'
import { SERVER } from '../../../support/tools/package-desk.ts'

let folder: string
let registry: NpmRegistry
let gateway: HeadlessProcess & { readonly url: string }
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'toolgate-packages-'))
  registry = await NpmRegistry.start()
  writeFileSync(join(folder, 'npmrc'), '')
  process.env['npm_config_registry'] = registry.url
  process.env['npm_config_cache'] = join(folder, 'cache')
  process.env['npm_config_userconfig'] = join(folder, 'npmrc')
  gateway = await HeadlessProcess.start(join(folder, 'data'))
})
afterAll(async () => {
  await gateway.end('SIGTERM')
  await registry.close()
  rmSync(folder, { recursive: true, force: true })
})

const run = (...words: string[]) => {
  const cut = words.indexOf('--')
  const [own, rest] = cut === -1 ? [words, []] : [words.slice(0, cut), words.slice(cut)]
  return toolgateHere([...own, '--url', gateway.url, ...rest], { TOOLGATE_KEY: OWNER_KEY })
}
const publish = (version: string, code: string): void =>
  registry.publish({
    ...{ name: 'desk-server', version, bin: { 'desk-server': 'server.mjs' } },
    files: { 'server.mjs': code },
  })

it('adds a package after showing what is installed, tells of a newer one, and takes it when asked', async () => {
  publish('1.0.0', SERVER)
  const added = await run('sources', 'add', 'npm', 'desk', 'desk-server', '--yes', '--approve', '--', 'rug')
  expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('desk is added: 1 tool') })
  expect(added.stderr).toMatch(/Package +desk-server@1\.0\.0\n +Integrity +sha512-/)
  expect((await run('call', 'desk__read', '--json')).code).toBe(0)

  publish('1.1.0', SERVER.replaceAll('Reads a file.', 'Reads any file.'))
  await run('sources', 'look', 'desk')
  const shown = await run('sources', 'show', 'desk')
  expect(shown.stdout).toMatch(/Command +npm:desk-server@1\.0\.0 rug\n +Newest +1\.1\.0/)
  const updated = await run('sources', 'update', 'desk', '--yes')
  expect(updated).toMatchObject({ code: 0, stdout: expect.stringContaining('1 changed') })
  expect((await run('call', 'desk__read', '--json')).code).toBe(5)

  await registry.close()
  const away = await run('sources', 'add', 'npm', 'other', 'other-server', '--yes')
  expect([away.code, away.stderr]).toEqual([5, expect.stringContaining('cannot be reached (ECONNREFUSED)')])
})
