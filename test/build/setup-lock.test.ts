import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isHeld, withSetupLock } from '../../build/setup-lock.mjs'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolgate-lock-'))
  file = join(folder, '.setup-lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A process that has ended, so that its id belongs to nobody. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(child, 'exit')
  return child.pid!
}

describe('the setup lock', () => {
  it('exists during the work, names the child, and is removed afterwards', async () => {
    await withSetupLock(file, async (note) => {
      note(4242)
      expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ pids: [process.pid, 4242] })
    })
    expect(existsSync(file)).toBe(false)
  })

  it('is removed after failed work too', async () => {
    const failed = withSetupLock(file, () => Promise.reject(new Error('npm failed')))
    await expect(failed).rejects.toThrow('npm failed')
    expect(existsSync(file)).toBe(false)
  })

  it('lets no two pieces of work overlap', async () => {
    const other = spawn(process.execPath, ['--eval', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore' })
    writeFileSync(file, JSON.stringify({ pids: [other.pid] }))
    const order: string[] = []
    const waiting = withSetupLock(file, async () => {
      order.push('work')
    })
    // The other process ends without clearing up, as one does that is killed.
    other.once('exit', () => order.push('other ended'))
    other.kill('SIGKILL')
    await waiting
    expect(order).toEqual(['other ended', 'work'])
  })

  it('stays held while npm outlives a killed setup', async () => {
    const npm = spawn(process.execPath, ['--eval', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore' })
    writeFileSync(file, JSON.stringify({ pids: [await endedProcess(), npm.pid] }))
    expect(isHeld(file)).toBe(true)
    npm.kill('SIGKILL')
    await once(npm, 'exit')
    expect(isHeld(file)).toBe(false)
  })

  it('counts as free when it carries the number of this very process', () => {
    writeFileSync(file, JSON.stringify({ pids: [process.pid] }))
    expect(isHeld(file)).toBe(false)
  })

  it('counts as held for a moment while it is empty, since another command may be writing it', () => {
    writeFileSync(file, '')
    expect(isHeld(file)).toBe(true)
    const earlier = new Date(Date.now() - 60_000)
    utimesSync(file, earlier, earlier)
    expect(isHeld(file)).toBe(false)
  })
})
