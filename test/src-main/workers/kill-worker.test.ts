import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { closeChannel, killWorker } from '../../../src-main/workers/kill-worker.ts'
import { HEAP_VARIABLE } from '../../../src-main/workers/worker-host.ts'
import { TEST_FILES } from '../../support/gateway/test-gateway.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { waitUntil } from '../../support/wait-until.ts'

const WRAPPER = '"$@" & echo $! >"$PID_FILE"; wait'

/** A worker below a program that does not end it when it is ended itself, as a sandbox that is still being made. */
async function startBelowShell(): Promise<{ shell: ChildProcess; workerPid: number }> {
  const pidFile = join(makeTempDir(), 'pid')
  const worker = [process.execPath, fileURLToPath(TEST_FILES.workerUrl)]
  const shell = spawn('/bin/sh', ['-c', WRAPPER, 'sh', ...worker], {
    env: { PID_FILE: pidFile, [HEAP_VARIABLE]: '64' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const written = await waitUntil(() => readIfThere(pidFile), 'the shell has started a worker')
  return { shell, workerPid: Number(written) }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return ''
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

const HAS_PROC = process.platform === 'linux'

it.runIf(HAS_PROC)(
  'ends a worker that the kill of its sandbox has missed, also while it starts',
  async () => {
    const { shell, workerPid } = await startBelowShell()
    killWorker(shell)
    await waitUntil(() => !isRunning(workerPid), 'the worker has ended')
    expect(shell.connected).toBe(false)
  },
)

it.runIf(HAS_PROC)('ends a worker whose sandbox has ended without it', async () => {
  const { shell, workerPid } = await startBelowShell()
  await once(shell, 'message')
  const exit = once(shell, 'exit')
  shell.kill('SIGKILL')
  await exit
  expect(isRunning(workerPid)).toBe(true)
  closeChannel(shell)
  await waitUntil(() => !isRunning(workerPid), 'the worker has ended')
})
