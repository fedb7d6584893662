import { app, BrowserWindow, dialog, session, shell } from 'electron'
import { fileURLToPath } from 'node:url'
import packageJson from '../package.json' with { type: 'json' }
import { dataDirOf } from './command-line/data-dir.ts'
import { telemetryOptions } from './command-line/telemetry-options.ts'
import { runDesktop } from './desktop/run-desktop.ts'
import { secretOptionsOf } from './providers/secret-options.ts'
import { startGateway } from './gateway/start-gateway.ts'

// Built code lands in chunks; only the entry knows where it lies itself.
const built = (path: string): URL => new URL(path, import.meta.url)

await runDesktop(
  { app, BrowserWindow, dialog, session, shell },
  {
    startGateway: () =>
      startGateway({
        port: 4777,
        hostname: '127.0.0.1',
        dataDir: dataDirOf(undefined, process.env),
        ownerKey: process.env.TOOLGATE_OWNER_KEY,
        providers: secretOptionsOf(process.env),
        pageDir: fileURLToPath(built('../renderer/')),
        workerUrl: built('./tool-worker.js'),
        version: packageJson.version,
        telemetry: telemetryOptions(process.env, packageJson.version),
      }),
    preloadFile: fileURLToPath(built('../preload/preload.cjs')),
    developmentPage: process.env.ELECTRON_RENDERER_URL,
  },
)
