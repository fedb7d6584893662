import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { OWNER_KEY, programFile } from './test-gateway.ts'

/** A gateway in a process of its own, which a test can end as a power cut would. */
export interface GatewayProcess {
  readonly url: string
  /** kill -9, and nothing is left to run. */
  kill(): Promise<void>
}

/** Starts the headless gateway and waits until it answers. */
export async function startGatewayProcess(
  dataDir: string,
  args: readonly string[] = [],
): Promise<GatewayProcess> {
  const child = spawn(
    process.execPath,
    [programFile('headless'), '--port', '0', '--data-dir', dataDir, '--json', ...args],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, TOOLGATE_OWNER_KEY: OWNER_KEY },
    },
  )
  const ended = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface(child.stdout)
  const line = await Promise.race([once(lines, 'line'), ended.then(() => null)])
  if (line === null) throw new Error('The gateway ended before it was ready')
  const { url } = JSON.parse(String(line[0])) as { readonly url: string } // the ready line of --json
  return {
    url,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
