import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { ROOT } from '../paths.mjs'
import { asarFiles, faultsOf, standInProgram } from './desktop-stages.ts'

// `npm run dist:check`, on Linux: takes electron-builder through packing and fuses, with a stand-in for Electron's own
// program, and looks at what came out. What it cannot tell is whether the window opens.

const CONFIG = 'build/electron-builder.yml'
const MB = 1_000_000

const folder = mkdtempSync(join(tmpdir(), 'toolgate-desktop-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const electron = join(folder, 'electron')
for (const name of ['', 'locales', 'resources']) mkdirSync(join(electron, name), { recursive: true })
for (const name of ['electron', 'chrome-sandbox', 'chrome_crashpad_handler'])
  writeFileSync(join(electron, name), standInProgram(), { mode: 0o755 })
const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules/electron/package.json'), 'utf8')) as {
  version: string
}
for (const [name, text] of [
  ['version', version],
  ['LICENSE', ''],
  ['LICENSES.chromium.html', ''],
] as const)
  writeFileSync(join(electron, name), text)

// The version of electron-builder is where installers are made.
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: { dist: string }
}
const [, builder = ''] = /--yes (electron-builder@\S+)/.exec(scripts.dist) ?? []
const options = [`-c.electronDist=${electron}`, `-c.directories.output=${join(folder, 'dist')}`]
const args = ['--yes', builder, '--linux', 'dir', '--config', CONFIG, ...options]
const { status } = spawnSync('npx', args, {
  cwd: ROOT,
  stdio: ['ignore', 2, 2],
  shell: process.platform === 'win32',
})
if (status !== 0) throw new Error(`electron-builder ended with ${status}`)

const app = join(folder, 'dist', process.arch === 'arm64' ? 'linux-arm64-unpacked' : 'linux-unpacked')
// Our own file, of which a test checks the shape.
const { electronFuses } = parse(readFileSync(join(ROOT, CONFIG), 'utf8')) as {
  electronFuses: Record<string, boolean>
}
const faults = faultsOf(app, 'toolgate', electronFuses)
for (const fault of faults) console.error(fault)
const archive = join(app, 'resources/app.asar')
console.log(
  `app.asar: ${asarFiles(archive).size} files, ${Math.round(statSync(archive).size / MB)} MB; ${faults.length} faults`,
)
process.exitCode = faults.length === 0 ? 0 : 1
