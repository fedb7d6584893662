import { fileURLToPath } from 'node:url'
import packageJson from '../../../package.json' with { type: 'json' }
import { ownerKeyFile } from '../../accounts/owner-key-file.ts'
import { outliveClosedOutput } from '../../telemetry/closed-output.ts'
import { Log } from '../../telemetry/log.ts'
import { startGateway, type RunningGateway } from '../../instance/start-gateway.ts'
import { secretOptionsOf } from '../../secrets/secret-options.ts'
import { forgetEmptyVariables } from '../client/empty-variables.ts'
import { reporting } from '../terminal/reporting.ts'
import type { ProgramFiles } from './program-files.ts'
import { readServeOptions, SERVE_HELP, type ServeOptions } from './serve-options.ts'
import { stopWhenUnused } from './stop-when-unused.ts'
import { telemetryOptions } from './telemetry-options.ts'
import { openFile } from '../terminal/open-file.ts'
import { print, say } from '../terminal/terminal.ts'

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1'])

/** The headless command: starts a gateway and runs until it is asked to stop. */
export async function serve(args: readonly string[], files: ProgramFiles): Promise<void> {
  outliveClosedOutput()
  forgetEmptyVariables(process.env)
  process.exitCode = await reporting(false, async () => {
    const options = readServeOptions(args, process.env)
    if (options.help) print(SERVE_HELP)
    else await start(options, files)
  })
}

async function start(options: ServeOptions, files: ProgramFiles): Promise<void> {
  const isLocal = LOOPBACK.has(options.hostname)
  const gateway = await startGateway({
    ...options,
    hostnames: isLocal ? options.hostnames : [options.hostname, ...options.hostnames],
    signUpOpen: isLocal,
    ownerKey: process.env.TOOLGATE_OWNER_KEY,
    ...options.onDatabase,
    providers: { ...secretOptionsOf(process.env), environment: process.env },
    pageDir: fileURLToPath(files.pageDir),
    workerUrl: files.workerUrl,
    warmsUp: true,
    version: packageJson.version,
    log: new Log(options.logLevel),
    telemetry: telemetryOptions(process.env, packageJson.version),
  })
  stopOnSignal(gateway)
  if (options.idleMinutes !== null)
    stopWhenUnused(
      gateway,
      { idleMs: options.idleMinutes * 60_000, program: fileURLToPath(files.headless) },
      () => stop(gateway),
    )
  if (options.json) printReady(gateway)
  else printWelcome(gateway, options)
  if (options.open) await openPage(gateway)
}

// Its address is on the screen already.
async function openPage(gateway: RunningGateway): Promise<void> {
  const { file } = gateway.pageFile()
  if (file === null || !(await openFile(file))) say('No browser could be opened here.')
}

// Exactly one line on stdout: scripts wait for it.
function printReady({ url }: RunningGateway): void {
  process.stdout.write(`${JSON.stringify({ event: 'ready', url, pid: process.pid })}\n`)
}

function printWelcome(gateway: RunningGateway, options: ServeOptions): void {
  const lines = [
    `Toolgate answers at ${gateway.url}/v1`,
    '',
    `  Page   ${gateway.pageUrl()}`,
    `  Manual ${gateway.url}/docs/`,
    `  Data   ${placeOfData(options)}`,
    ...(gateway.newOwnerKey === null
      ? []
      : [`  Owner  the key of this new instance is in ${ownerKeyPlace(options)}`]),
    ...(gateway.restored === null ? [] : ['', `  ${gateway.restored}`]),
    '',
    'Try it:',
    `  curl ${gateway.url}/v1/code-json-to-typescript \\`,
    `    -H 'Authorization: Bearer ${gateway.demoKey}' -H 'Content-Type: application/json' \\`,
    `    -d '{"json": {"id": 1, "tags": ["new"]}}'`,
    '',
    'Stop with Ctrl-C.',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

function placeOfData({ dataDir, onDatabase }: ServeOptions): string {
  if (!onDatabase) return dataDir
  const { host, database, schema } = onDatabase.database.place
  return `the database ${database} at ${host}, schema ${schema}; what is this machine's own in ${dataDir}`
}

function ownerKeyPlace({ dataDir, onDatabase }: ServeOptions): string {
  if (onDatabase) return 'TOOLGATE_OWNER_KEY'
  return process.env.TOOLGATE_OWNER_KEY === undefined ? ownerKeyFile(dataDir) : 'TOOLGATE_OWNER_KEY'
}

function stopOnSignal(gateway: RunningGateway): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(gateway))
}

function stop(gateway: RunningGateway): void {
  void gateway.close().then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
}
