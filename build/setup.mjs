/**
 * Makes a checkout ready, before a script runs: `node build/setup.mjs [--build] [--electron]`.
 * It runs on the machine's own Node, with nothing installed, so it uses Node's modules alone. Everything it says
 * goes to stderr: stdout belongs to the script that follows.
 */
import { spawn } from 'node:child_process'
import { existsSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { isBuilt, markBuilt, sourcesFingerprint } from './built.mjs'
import { canShowWindow, electronProgram, thisMachine } from './electron-program.mjs'
import { isInstalled } from './installed.mjs'
import { npmCommand } from './npm-command.mjs'
import { nodeProgram, ROOT } from './paths.mjs'
import { withSetupLock } from './setup-lock.mjs'

const ELECTRON_LIMIT_MS = 5 * 60_000
/** The first Node that runs TypeScript files and every dependency. */
const OLDEST_NODE = [22, 18]

/** @typedef {(child: number | undefined) => void} NoteChild */

const wantsBuild = process.argv.includes('--build')
const wantsElectron = process.argv.includes('--electron') && canShowWindow(thisMachine())

const needsInstall = () => !isInstalled(ROOT)
const needsBuild = () => wantsBuild && !isBuilt(ROOT, sourcesFingerprint(ROOT))
const needsElectron = () => wantsElectron && electronProgram(ROOT) === null

try {
  if (needsInstall() || needsBuild() || needsElectron()) {
    await withSetupLock(join(ROOT, '.setup-lock'), async (note) => {
      // Checked again: another command may have done it while this one waited.
      if (needsInstall()) await install(note)
      if (needsElectron()) await fetchElectron(note)
      if (needsBuild()) await build(note)
    })
  }
  checkNode()
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

/** @param {NoteChild} note */
async function install(note) {
  const folder = join(ROOT, 'node_modules')
  if (existsSync(folder) && lstatSync(folder).isSymbolicLink()) {
    throw new Error('node_modules is a link and out of date; run "npm ci" in the folder it points to.')
  }
  say('Installing the packages; the first time this takes up to a minute.')
  // npm's configuration may leave these kinds out, and the build and the tests need them.
  const npm = npmCommand(['ci', '--include=dev', '--include=optional', '--loglevel=error'])
  const started = run(npm.program, npm.args, { shell: npm.shell })
  note(started.pid)
  if ((await started.code) !== 0)
    throw new Error('The packages could not be installed; npm says why above.')
}

/** @param {NoteChild} note */
async function build(note) {
  say('Building.')
  const fingerprint = sourcesFingerprint(ROOT)
  const vite = join(ROOT, 'node_modules/electron-vite/bin/electron-vite.js')
  const started = run(nodeProgram(), [vite, 'build', '--logLevel', 'warn'])
  note(started.pid)
  if ((await started.code) !== 0) throw new Error('The build failed; the lines above say why.')
  markBuilt(ROOT, fingerprint)
}

/** @param {NoteChild} note */
async function fetchElectron(note) {
  say('Downloading Electron, once.')
  const script = join(ROOT, 'node_modules/electron/install.js')
  const started = run(nodeProgram(), [script], { quiet: true, timeout: ELECTRON_LIMIT_MS })
  note(started.pid)
  await started.code
  if (electronProgram(ROOT) === null) {
    say('Electron could not be downloaded, so the page opens in a browser instead of a window.')
  }
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE
  const recent = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
  if (recent || nodeProgram() !== process.execPath) return
  throw new Error(
    `There is no pinned Node for ${process.platform}-${process.arch}, and this one is ${process.version}. ` +
      `Install Node ${OLDEST_NODE.join('.')} or newer from https://nodejs.org and run the command again.`,
  )
}

/**
 * Starts a program whose output goes to stderr.
 * @param {string} program
 * @param {string[]} args
 * @param {{ quiet?: boolean, shell?: boolean, timeout?: number }} [options] timeout in milliseconds
 */
function run(program, args, { quiet = false, shell = false, timeout } = {}) {
  const output = quiet ? /** @type {const} */ ('ignore') : 2
  const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', output, output], shell, timeout })
  /** @type {Promise<number | null>} */
  const code = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return { pid: child.pid, code }
}

/** @param {string} line */
function say(line) {
  process.stderr.write(`${line}\n`)
}
