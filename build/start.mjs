/**
 * `npm start`: Toolgate in its own window where Electron can run, else headless with the page's address printed.
 * `--window` insists on the window, `--headless` goes without. Other arguments are passed on.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { canShowWindow, electronProgram, thisMachine } from './electron-program.mjs'
import { ROOT } from './paths.mjs'

/** A window that ends sooner than this, with an error, has never been seen. */
const FAILED_START_MS = 5000

const insists = process.argv.includes('--window')
const headless = process.argv.includes('--headless')
const args = process.argv
  .slice(2)
  .filter((argument) => argument !== '--window' && argument !== '--headless')
const program = !headless && canShowWindow(thisMachine()) ? electronProgram(ROOT) : null

if (program) {
  await startWindow(program)
} else if (insists) {
  process.stderr.write(
    'The window needs a display, a user other than root, and Electron\'s own program (run "npx install-electron ' +
      '--no" with network access). Without a window: npm run serve\n',
  )
  process.exitCode = 1
} else {
  await startHeadless()
}

/** @param {string} electron */
async function startWindow(electron) {
  const startedAt = Date.now()
  let asked = false
  const child = spawn(electron, [ROOT, ...args], { stdio: 'inherit' })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      asked = true
      child.kill(signal)
    })
  }
  /** @type {{ code: number | null, signal: NodeJS.Signals | null }} */
  const end = await new Promise((resolve) => {
    child.once('error', () => resolve({ code: 1, signal: null }))
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  const failedToStart = !asked && end.code !== 0 && Date.now() - startedAt < FAILED_START_MS
  if (failedToStart && !insists) {
    process.stderr.write(
      'Electron could not start here (its own lines are above); starting without a window.\n',
    )
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal)
    return startHeadless()
  }
  process.exitCode = end.code ?? 128 + (end.signal === 'SIGINT' ? 2 : 15)
}

/** In this same process, so that signals and the exit code are the gateway's own. */
async function startHeadless() {
  const entry = new URL('../out/main/headless.js', import.meta.url)
  process.argv = [process.execPath, fileURLToPath(entry), ...args]
  await import(entry.href)
  if (process.env['npm_lifecycle_event']) endWithParent()
}

/**
 * Ends this process once its parent has ended: npm signals the shell between the two, and that shell dies
 * without passing the signal on.
 */
function endWithParent() {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
  // After any signal the gateway is already ending.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => clearInterval(watch))
}
