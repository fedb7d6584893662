import Sqlite from 'better-sqlite3'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readPlace } from '../../../src-main/ledger/ledger-sums.ts'
import { DATABASE_FILE } from '../../../src-main/storage/open-database.ts'
import { TestGateway } from '../../support/gateway/test-gateway.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

it('a gateway that stops notes how it leaves its database, and how far its ledger is verified', async () => {
  const dataDir = makeTempDir()
  for (let start = 1; start <= 2; start++) {
    const gateway = await TestGateway.create({ dataDir })
    await gateway.call('crypto-hash-sha256', { text: `of start ${start}` })
    await gateway.close()
    expect(gateway.bugs).toEqual([])
    expect(existsSync(join(dataDir, 'clean-stop.json'))).toBe(true)
    const db = new Sqlite(join(dataDir, DATABASE_FILE), { readonly: true })
    const last = db.prepare('SELECT max(seq) FROM entry').pluck().get()
    expect(readPlace(db)?.seq).toBe(last)
    db.close()
  }
})
