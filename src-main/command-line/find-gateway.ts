import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { readRuntimeFile } from '../storage/runtime-file.ts'
import { parseJson } from '../../src-shared/parse-json.ts'

/** How long a gateway that nobody has asked for stays once nothing asks it any more. */
const IDLE_MINUTES = 30
const HEALTH_MS = 2_000

/**
 * The address of the running gateway: TOOLGATE_URL, or the one that a data folder's `runtime.json` names.
 * @returns without a trailing slash; null when none answers
 */
export async function findGateway(dataDir: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  const named = env.TOOLGATE_URL ?? env.SLOPSHOP_BASE
  const url = named?.replace(/\/(v1\/?)?$/, '') ?? readRuntimeFile(dataDir)?.url
  if (url === undefined) return null
  const answers = await fetch(`${url}/v1/health`, { signal: AbortSignal.timeout(HEALTH_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
  return answers ? url : null
}

/**
 * Starts a gateway of its own process on a data folder: at the usual port, or at a free one when that is taken. It
 * stops by itself once nothing has used it for half an hour.
 * @param headless the built entry of the gateway
 * @returns its address without a trailing slash; null when it could not be started
 */
export async function startGatewayFor(dataDir: string, headless: URL): Promise<string | null> {
  return (
    (await spawnGateway(dataDir, headless, [])) ?? (await spawnGateway(dataDir, headless, ['--port', '0']))
  )
}

async function spawnGateway(
  dataDir: string,
  headless: URL,
  args: readonly string[],
): Promise<string | null> {
  const own = ['--data-dir', dataDir, '--json', '--stop-when-idle', String(IDLE_MINUTES), ...args]
  const child = spawn(process.execPath, [fileURLToPath(headless), ...own], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const lines = createInterface({ input: child.stdout })
  const first = once(lines, 'line').then(([line]) => String(line))
  const ended = once(child, 'exit').then(() => null)
  const line = await Promise.race([first, ended])
  lines.close()
  child.stdout.destroy()
  child.unref()
  return line === null ? null : urlIn(line)
}

function urlIn(line: string): string | null {
  const ready: unknown = parseJson(line)
  return typeof ready === 'object' && ready !== null && 'url' in ready ? String(ready.url) : null
}
