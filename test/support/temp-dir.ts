import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder of its own for the running test, removed when it ends. */
export function makeTempDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-test-'))
  // A process that was told to end may still be writing its last file.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}
