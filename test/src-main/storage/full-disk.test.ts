import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { verifyLedger } from '../../../src-main/ledger/verify-ledger.ts'
import { openStores } from '../../support/gateway/open-stores.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

const CHILD = fileURLToPath(new URL('../../support/disk/fill-the-disk.ts', import.meta.url))
const hasLimits = spawnSync('prlimit', ['--version']).status === 0

describe('a disk that refuses writes in the middle of the work', () => {
  it.skipIf(!hasLimits)(
    'costs nobody a credit, leaves the process running, and ends when there is room',
    () => {
      const folder = makeTempDir()
      const child = spawnSync(process.execPath, [CHILD, folder], { encoding: 'utf8' })
      expect(child.stderr).toBe('')
      const seen = JSON.parse(child.stdout)
      const balance = 1_000_000 - seen.charged
      expect(seen.charged).toBeGreaterThan(0)
      expect(seen).toEqual({
        charged: seen.charged,
        refusals: ['storage_full'],
        whileFull: { balance, reserved: 0, ok: true },
        later: 'charged',
        after: { balance: balance - 1, reserved: 0, ok: true },
        check: 'ok',
      })
      const { db, ledger } = openStores(folder)
      expect(ledger.lastKnown('key_a').balance).toBe(balance - 1)
      expect(verifyLedger(db).ok).toBe(true)
    },
  )
})
