import { SqliteEngine } from '../../../src-main/storage/sqlite/sqlite-engine.ts'
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AuditTrail } from '../../../src-main/accounts/audit-trail.ts'
import { KeyStore } from '../../../src-main/accounts/key-store.ts'
import { HeadKeeper } from '../../../src-main/evidence/head-keeper.ts'
import { restoreBackup } from '../../../src-main/evidence/restore-backup.ts'
import { settleHistory } from '../../../src-main/evidence/settle-history.ts'
import { writeBackup } from '../../../src-main/ledger/backup.ts'
import { SqliteLedger } from '../../../src-main/ledger/sqlite-ledger.ts'
import { InstanceKey } from '../../../src-main/receipts/instance-key.ts'
import { currentEpoch } from '../../../src-main/receipts/epochs.ts'
import { OnlyChain } from '../../../src-main/receipts/receipt-chain.ts'
import { ReceiptBook } from '../../../src-main/receipts/receipt-book.ts'
import { verifyReceipts } from '../../../src-main/receipts/verify-receipts.ts'
import { GroupCommit } from '../../../src-main/storage/group-commit.ts'
import { openDatabase } from '../../../src-main/storage/open-database.ts'
import { checkChain } from '../../../src-shared/check-chain.ts'
import type { Receipt } from '../../../src-shared/receipt.ts'
import { sha256 } from '../../support/canonical-writer.ts'
import { copyOf, putDatabase } from '../../support/gateway/stopped-instance.ts'
import { runs } from '../../support/runs.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

const RESTORES = runs(20, 100)
const NOW = Date.UTC(2026, 0, 1)

/** Numbers that look random and are the same in every run (Lehmer's generator). */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state * 48_271) % 2_147_483_647
    return state % sides
  }
}

/** A real store, without the surfaces. */
async function open(dataDir: string) {
  const db = openDatabase(dataDir)
  const key = new InstanceKey(dataDir)
  const { head, begun } = settleHistory(db, dataDir, key, NOW)
  // Nothing here depends on power cuts, and waiting for the disk is most of the time.
  db.pragma('synchronous = OFF')
  const commits = new GroupCommit(db, { disk: null })
  const now = () => NOW
  const engine = new SqliteEngine(db, commits)
  const ledger = new SqliteLedger(db, commits, now)
  const keys = await KeyStore.open(engine, ledger, now)
  const audit = new AuditTrail(engine, now)
  const book = new ReceiptBook({ key, epoch: currentEpoch(db), chain: new OnlyChain(), now })
  const report = (error: unknown) => {
    throw error
  }
  const heads = new HeadKeeper({ db, commits, keys, key, dataDir, head, now, report })
  if (keys.owner() === null)
    await keys.create({ kind: 'personal', name: 'Owner', permissions: ['admin'], grant: 1_000_000 })
  await heads.write()
  const owner = keys.owner()!
  return {
    db,
    keys,
    begun,
    /** Makes a team key and gives its id. */
    make: async (): Promise<string> => {
      const wanted = { kind: 'team', name: 'Team', payer: owner.id, madeBy: owner.id } as const
      const record = ({ id: target }: { readonly id: string }) =>
        audit.write({ action: 'key.created', actor: owner, target, address: null, requestId: null })
      return (await keys.create(wanted, record)).account.id
    },
    revoke: (id: string) =>
      keys.revoke(id, () =>
        audit.write({ action: 'key.revoked', actor: owner, target: id, address: null, requestId: null }),
      ),
    charge: async (id: string): Promise<Receipt> => {
      ledger.reserve({ id, account: owner.id, credits: 1 })
      const call = {
        request_id: id,
        slug: 's',
        tool_version: 1,
        output_hash: sha256(id),
        credits: 1,
        engine: 'real',
      } as const
      const receipt = book.open(owner.id, { id })
      let written: Receipt | undefined
      await ledger.settle(id, { requestId: id, slug: 's' }, function* () {
        written = yield* receipt.write({ ...call, chargeId: id })
      })
      return written!
    },
    close: async () => {
      heads.stop()
      commits.close()
      await heads.close()
      db.close()
    },
  }
}

const repeated = (receipts: readonly Receipt[], part: (receipt: Receipt) => string): string[] => {
  const seen = receipts.map(part)
  return seen.filter((one, index) => seen.indexOf(one) !== index)
}

describe('restores at random points, half of them by hand', () => {
  // Catches: a revoked key that lives again, and two receipts of one epoch after the same receipt.
  it('bring back no revoked key and fork no receipt within an epoch', async () => {
    const roll = dice(20_260_101)
    const receipts: Receipt[] = []
    const revoked = new Set<string>()
    const folders = makeTempDir()
    let folder = join(folders, 'first')
    let livesAgain = 0
    let wasAsked = 0
    let charges = 0

    for (let round = 0; round < RESTORES; round++) {
      const store = await open(folder)
      const work = async () => {
        for (let step = roll(4); step >= 0; step--) {
          const known = store.keys.list().filter(({ id, kind }) => kind === 'team' && !revoked.has(id))
          const some = known[roll(Math.max(known.length, 1))]
          switch (roll(4)) {
            case 0:
              await store.make()
              break
            case 1:
              if (some) {
                await store.revoke(some.id)
                revoked.add(some.id)
              }
              break
            case 2:
              // The owner looks at a suspended key and confirms it.
              if (some) await store.keys.confirm(some.id)
              break
            default:
              receipts.push(await store.charge(`charge-${++charges}`))
          }
        }
      }
      await work()
      const backup = join(folders, `backup-${round}.db`)
      const byHand = round % 2 === 1
      if (!byHand) await writeBackup(store.db, backup, NOW)
      else await store.close()
      const old = byHand ? copyOf(folder) : null
      const later = byHand ? await open(folder) : store
      // Whatever happens after the backup: at least one revocation or receipt.
      const doomed = later.keys.list().find(({ id, kind }) => kind === 'team' && !revoked.has(id))
      if (doomed) {
        await (byHand ? later.revoke(doomed.id) : store.revoke(doomed.id))
        revoked.add(doomed.id)
      }
      receipts.push(await later.charge(`charge-${++charges}`))
      await later.close()

      if (old) putDatabase(old, folder)
      else {
        const next = join(folders, `restored-${round}`)
        mkdirSync(next)
        cpSync(join(folder, 'instance-key.pem'), join(next, 'instance-key.pem'))
        restoreBackup(backup, next, { by: 'test', now: NOW })
        rmSync(folder, { recursive: true })
        folder = next
      }
      const restored = await open(folder)
      wasAsked += restored.keys.list().filter(({ id }) => revoked.has(id)).length
      livesAgain += restored.keys
        .list()
        .filter(({ id }) => revoked.has(id) && restored.keys.findById(id)).length
      if (byHand) expect(restored.begun).not.toBeNull()
      receipts.push(await restored.charge(`charge-${++charges}`))
      expect(verifyReceipts(restored.db).problems).toEqual([])
      await restored.close()
    }

    expect(existsSync(folder)).toBe(true)
    expect(wasAsked).toBeGreaterThan(RESTORES)
    expect(livesAgain).toBe(0)
    const epochOf = ({ statement: { epoch, epoch_id: id } }: Receipt) => `${epoch}/${id}`
    expect(new Set(receipts.map(epochOf)).size).toBe(RESTORES + 1)
    expect(new Set(receipts.map(({ statement }) => statement.epoch)).size).toBe(RESTORES + 1)
    expect(repeated(receipts, (one) => `${epochOf(one)} ${one.statement.prev}`)).toEqual([])
    expect(repeated(receipts, (one) => `${epochOf(one)} ${one.statement.seq}`)).toEqual([])
    // Anybody who holds them all sees the restores in them.
    expect(await checkChain(receipts, sha256)).toMatchObject({ status: 'failed' })
    expect((await checkChain(receipts, sha256)).detail).toContain('restored from a backup')
  })
})
