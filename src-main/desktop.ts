import * as electron from 'electron'
import { fileURLToPath } from 'node:url'
import packageJson from '../package.json' with { type: 'json' }
import { DEFAULT_PORT } from '../src-shared/default-port.ts'
import { dataDirOf } from './command-line/client/data-dir.ts'
import { telemetryOptions } from './command-line/serve/telemetry-options.ts'
import { runDesktop } from './desktop/run-desktop.ts'
import { secretOptionsOf } from './secrets/secret-options.ts'
import { outliveClosedOutput } from './telemetry/closed-output.ts'
import { Log } from './telemetry/log.ts'
import { startGateway } from './instance/start-gateway.ts'

// The build splits code into chunks; only the entry knows its own location.
const built = (path: string): URL => new URL(path, import.meta.url)
const dataDir = dataDirOf(undefined, process.env)
const log = new Log('warn')
outliveClosedOutput()

// Not awaited: Electron is ready only once this module has finished, so awaiting it here would never end
// (electron/electron#40719).
runDesktop(electron, {
  startGateway: () =>
    startGateway({
      port: DEFAULT_PORT,
      hostname: '127.0.0.1',
      dataDir,
      ownerKey: process.env.TOOLGATE_OWNER_KEY,
      providers: secretOptionsOf(process.env),
      pageDir: fileURLToPath(built('../renderer/')),
      workerUrl: built('./tool-worker.js'),
      warmsUp: true,
      version: packageJson.version,
      telemetry: telemetryOptions(process.env, packageJson.version),
      log,
    }),
  dataDir,
  preloadFile: fileURLToPath(built('../preload/preload.cjs')),
  trayIcons: {
    template: fileURLToPath(built('../../build/icons/tray-template.png')),
    coloured: fileURLToPath(built('../../build/icons/tray.png')),
  },
  developmentPage: process.env.ELECTRON_RENDERER_URL,
  machine: process,
  // Loaded only when updates are looked for; it is CommonJS, so its names are on `default`.
  loadUpdater: async () => (await import('electron-updater')).default.autoUpdater,
  reportBug: (error) => log.bug(error, 'desktop'),
}).catch((error: unknown) => {
  log.bug(error, 'desktop')
  electron.dialog.showErrorBox(
    'Toolgate could not start',
    error instanceof Error ? error.message : String(error),
  )
  electron.app.exit(1)
})
