import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { expect, it, onTestFinished, vi } from 'vitest'
import { signalGroup } from '../../../src-main/extensions/processes/process-group.ts'
import { StrayProcesses } from '../../../src-main/extensions/processes/stray-processes.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

// Catches: a promise that nobody waits for and that rejects, which ends the gateway.
it('reports that the disk refuses to note what runs, which runs on', async () => {
  const dataDir = makeTempDir()
  const reported: unknown[] = []
  const strays = new StrayProcesses(dataDir, (error) => reported.push(error))
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => undefined, 60_000)'], { detached: true })
  onTestFinished(() => void child.kill('SIGKILL'))
  rmSync(dataDir, { recursive: true })
  await strays.begin(child.pid!)
  strays.ended(child.pid!)
  expect(reported).toMatchObject([{ code: 'ENOENT' }, { code: 'ENOENT' }])
})

// Catches: a time-out that ends the gateway, because its command has become another user's, as with sudo.
it('leaves a group alone that it may not signal', () => {
  const refused = Object.assign(new Error('kill EPERM'), { code: 'EPERM' })
  vi.spyOn(process, 'kill').mockImplementation(() => {
    throw refused
  })
  onTestFinished(() => void vi.restoreAllMocks())
  expect(() => signalGroup(2_147_483_647, 'SIGKILL')).not.toThrow()
})
