import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { makeTestFolder } from '../../build/test-folder.mjs'
import { makeTempDir } from '../support/temp-dir.ts'

describe('the folder of a run of the tests', () => {
  it('lies where the environment says, and is open to the account under which PostgreSQL runs', () => {
    const wanted = makeTempDir()
    vi.stubEnv('TMPDIR', wanted)
    onTestFinished(() => void vi.unstubAllEnvs())
    const folder = makeTestFolder()
    expect(dirname(folder)).toBe(process.platform === 'win32' ? tmpdir() : wanted)
    if (process.platform !== 'win32') expect(statSync(folder).mode & 0o777).toBe(0o711)
  })
})
