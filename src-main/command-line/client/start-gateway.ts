import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseJson } from '../../../src-shared/parse-json.ts'

/** How long a gateway started on demand stays up without requests. */
export const IDLE_MINUTES = 30

/**
 * Starts a gateway on a data folder in a process of its own, on the usual port or, when that is taken, a free one.
 * It stops by itself once nothing has used it for half an hour.
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
