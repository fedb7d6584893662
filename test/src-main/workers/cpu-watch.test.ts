import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const WATCHED = fileURLToPath(new URL('../../fixtures/workers/watched.ts', import.meta.url))

it('counts the time that a process works and not the time that it waits', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [WATCHED])
  const { waitedMs, cpuMs } = JSON.parse(stdout) as { waitedMs: number; cpuMs: number }
  // Catches: a deadline by the clock, which ends good calls on a busy machine.
  expect(waitedMs).toBeGreaterThanOrEqual(990)
  expect(cpuMs).toBeGreaterThanOrEqual(300)
})
