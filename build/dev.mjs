/**
 * `npm run dev`: the gateway restarts and the page updates in place as files change. Where Electron cannot run,
 * the pinned Node takes its place and the page is opened in a browser. Arguments go to the gateway.
 */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { forgetBuild } from './built.mjs'
import { canShowWindow, electronProgram, thisMachine } from './electron-program.mjs'
import { DEV_PROCESS_FILE, nodeProgram, ROOT } from './paths.mjs'

const hasWindow = canShowWindow(thisMachine()) && electronProgram(ROOT) !== null
const program = hasWindow ? {} : { ELECTRON_EXEC_PATH: nodeProgram() }

// out/ now receives development builds.
forgetBuild(ROOT)
rmSync(DEV_PROCESS_FILE, { force: true })

const vite = join(ROOT, 'node_modules/electron-vite/bin/electron-vite.js')
const child = spawn(nodeProgram(), [vite, 'dev', '--watch', '--', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, ...program, ELECTRON_ENTRY: join(ROOT, 'build/dev-entry.mjs') },
})
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => child.kill(signal))
}
child.once('exit', (code, signal) => {
  process.exitCode = code ?? (signal ? 1 : 0)
})
