import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { archiveFile, debFile } from '../../build/package/archive.ts'
import { DEB_NAME } from '../../build/package/deb.ts'
import { HeadlessProcess } from '../support/gateway/headless-process.ts'
import { MANIFEST, post } from './installed.ts'

const MB = 1_000_000
const root = mkdtempSync(join(tmpdir(), 'toolgate-archive-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const inside = (...names: string[]): string => join(root, ...names)

/** Somebody without Node, whose path has nothing but what the command itself starts. */
function environment(): Record<string, string> {
  for (const name of ['path', 'home']) mkdirSync(inside(name), { recursive: true })
  for (const name of ['sh', 'readlink', 'dirname'])
    if (!existsSync(inside('path', name))) symlinkSync(join('/usr/bin', name), inside('path', name))
  return { PATH: inside('path'), HOME: inside('home') }
}

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}${stdout}`)
  return stdout
}

/** Starts a gateway, asks it for a hash and a picture, and lets the command check one answer. */
async function answers(toolgate: string): Promise<void> {
  const env = environment()
  expect(run(toolgate, ['--version'], env)).toBe(`${MANIFEST.version}\n`)
  const dataDir = mkdtempSync(inside('data-'))
  const gateway = await HeadlessProcess.start(dataDir, [], { command: toolgate, args: ['serve'], env })
  const hash = await post(`${gateway.url}/v1/crypto-hash-sha256`, { text: 'abc', receipt: true })
  expect(hash.text).toContain('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  // Each of them needs machine code, or a process of its own.
  const sql = await post(`${gateway.url}/v1/exec-sql-on-json`, {
    tables: { t: [{ a: 1 }, { a: 2 }] },
    sql: 'SELECT sum(a) AS s FROM t',
  })
  expect({ status: sql.status, text: sql.text }).toMatchObject({ status: 200 })
  const icon = readFileSync(join(import.meta.dirname, '../../build/icons/linux/16x16.png')).toString(
    'base64',
  )
  const picture = await post(`${gateway.url}/v1/vision-image-resize`, { image: icon, width: 8 })
  expect({ status: picture.status, text: picture.text.slice(0, 300) }).toMatchObject({ status: 200 })
  writeFileSync(join(dataDir, 'answer.json'), hash.text)
  run(toolgate, ['verify', join(dataDir, 'answer.json')], env)
  await gateway.end('SIGTERM')
}

describe.skipIf(process.platform === 'win32')('the archive with Node inside', () => {
  it('runs where it was unpacked, without Node, also through a link', async () => {
    const archive = archiveFile(MANIFEST)
    expect(statSync(archive).size / MB).toBeLessThanOrEqual(80)
    mkdirSync(inside('some where'))
    run('tar', ['-xzf', archive, '-C', inside('some where')])
    const program = inside('some where', `${MANIFEST.name}-${MANIFEST.version}`)
    for (const file of [
      'lib/NODE-LICENSE.txt',
      'lib/toolgate/THIRD-PARTY-NOTICES.txt',
      'lib/toolgate/LICENSE',
    ])
      expect(existsSync(join(program, file))).toBe(true)
    symlinkSync(join(program, 'bin/toolgate'), inside('toolgate'))
    await answers(inside('toolgate'))
  })
})

describe.skipIf(process.platform !== 'linux')('the Debian package', () => {
  it('installs, answers, and leaves nothing of its own when it is removed', async () => {
    const system = inside('system')
    for (const name of ['updates', 'info', 'triggers'])
      mkdirSync(join(system, 'var/lib/dpkg', name), { recursive: true })
    for (const name of ['status', 'available']) writeFileSync(join(system, 'var/lib/dpkg', name), '')
    const options = ['--log=/dev/null', '--force-not-root', '--force-depends', '--force-script-chrootless']
    run('dpkg', [`--root=${system}`, ...options, '--install', debFile(MANIFEST)])
    await answers(join(system, 'usr/bin/toolgate'))
    const page = readFileSync(join(system, 'usr/share/man/man1/toolgate-keys.1.gz'))
    expect(gunzipSync(page).toString()).toContain('toolgate keys create')
    run('dpkg', [`--root=${system}`, ...options, '--remove', DEB_NAME])
    expect(existsSync(join(system, 'usr'))).toBe(false)
  })
})
