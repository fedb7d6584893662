import { SqliteEngine } from '../../../src-main/storage/sqlite/sqlite-engine.ts'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AuditTrail } from '../../../src-main/accounts/audit-trail.ts'
import { KeyStore } from '../../../src-main/accounts/key-store.ts'
import { verifyHead } from '../../../src-main/evidence/check-head.ts'
import { HEAD_FILE, readHeadFile } from '../../../src-main/evidence/head-file.ts'
import { HeadKeeper } from '../../../src-main/evidence/head-keeper.ts'
import type { HeadStatement } from '../../../src-main/evidence/head.ts'
import { settleHistory } from '../../../src-main/evidence/settle-history.ts'
import { SqliteLedger } from '../../../src-main/ledger/sqlite-ledger.ts'
import { InstanceKey } from '../../../src-main/receipts/instance-key.ts'
import { GroupCommit } from '../../../src-main/storage/group-commit.ts'
import type { DiskSync } from '../../../src-main/storage/log-sync.ts'
import { openDatabase } from '../../../src-main/storage/open-database.ts'
import { tamper } from '../../support/gateway/stopped-instance.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

const now = () => Date.UTC(2026, 0, 1)

/** A disk that confirms a sync when the test says so. */
class PatientDisk implements DiskSync {
  holds = false
  #waiting: (() => void)[] = []

  start(_mayBlock: boolean, synced: (error: Error | null) => void): void {
    if (this.holds) this.#waiting.push(() => synced(null))
    else synced(null)
  }

  confirm(): void {
    this.holds = false
    for (const go of this.#waiting.splice(0)) go()
  }

  close(): void {
    this.confirm()
  }
}

async function open(dataDir: string, disk: DiskSync | null = null) {
  const db = openDatabase(dataDir)
  const key = new InstanceKey(dataDir)
  const { head } = settleHistory(db, dataDir, key, now())
  const commits = new GroupCommit(db, { disk })
  const engine = new SqliteEngine(db, commits)
  const ledger = new SqliteLedger(db, commits, now)
  const keys = await KeyStore.open(engine, ledger, now)
  const audit = new AuditTrail(engine, now)
  const bugs: unknown[] = []
  const report = (error: unknown) => void bugs.push(error)
  const heads = new HeadKeeper({ db, commits, keys, key, dataDir, head, now, report })
  const grant = (id: string) => ledger.credit({ id, account: 'key_a', kind: 'grant', credits: 5 })
  const close = async () => {
    heads.stop()
    commits.close()
    await heads.close()
    db.close()
  }
  return { db, key, commits, keys, audit, heads, bugs, grant, close }
}

const headIn = (dataDir: string): HeadStatement =>
  JSON.parse(readFileSync(join(dataDir, HEAD_FILE), 'utf8')).statement

describe('the keeper of the signed head', () => {
  it('hashes each row once and comes to the same head as one that hashes all', async () => {
    const dataDir = makeTempDir()
    const store = await open(dataDir)
    for (let i = 0; i < 700; i++) void store.grant(`g${i}`)
    await store.grant('last')
    await store.heads.write()
    for (let i = 0; i < 90; i++) void store.grant(`h${i}`)
    await store.grant('very last')
    await store.heads.write()
    const stepwise = headIn(dataDir)
    const { db, key } = store
    expect(verifyHead(db, { text: readHeadFile(dataDir), trusted: key.publicKey }).problems).toEqual([])
    expect(stepwise.totals.grant).toEqual({ entries: 792, credits: 3_960 })
    expect(stepwise.ledger.marks.length).toBe(Math.floor(792 / 64))
    await store.close()
    expect(headIn(dataDir)).toEqual({ ...stepwise, final: true })
    expect(store.bugs).toEqual([])
  })

  // Catches: a head that knows of a charge which a power cut takes back, so that the next start sees a restore.
  it('signs nothing that is not on the disk yet', async () => {
    const dataDir = makeTempDir()
    const disk = new PatientDisk()
    const store = await open(dataDir, disk)
    await store.grant('durable')
    await store.heads.write()
    disk.holds = true
    const unsure = store.grant('unsure')
    store.commits.flush()
    const written = store.heads.write()
    // A head begins as a draft beside the file that it replaces.
    const drafts = new Set<string>()
    for (let i = 0; i < 200; i++)
      for (const name of await readdir(dataDir)) if (name.startsWith(`${HEAD_FILE}.`)) drafts.add(name)
    expect([...drafts]).toEqual([])
    expect(headIn(dataDir).totals.grant.entries).toBe(1)
    disk.confirm()
    await Promise.all([unsure, written])
    expect(headIn(dataDir).totals.grant.entries).toBe(2)
    await store.close()
  })

  it('takes back the last word of a stopped gateway before anything can follow', async () => {
    const dataDir = makeTempDir()
    await (await open(dataDir)).close()
    expect(headIn(dataDir).final).toBe(true)
    const again = await open(dataDir)
    expect(headIn(dataDir).final).toBe(false)
    await again.close()
  })

  it('writes nothing when nothing has changed', async () => {
    const dataDir = makeTempDir()
    const store = await open(dataDir)
    await store.heads.write()
    await store.heads.write()
    const before = (await stat(join(dataDir, HEAD_FILE))).ino
    await store.heads.write()
    expect((await stat(join(dataDir, HEAD_FILE))).ino).toBe(before)
    await store.close()
  })

  it('believes no row of the audit trail that brings a revoked key back', async () => {
    const dataDir = makeTempDir()
    const store = await open(dataDir)
    const { account } = await store.keys.create({ kind: 'personal', name: 'A' })
    await store.keys.revoke(account.id)
    // As after a kill: the head is open, so the audit trail may explain what follows it.
    const act = { actor: null, target: account.id, address: null, requestId: null }
    await store.audit.record({ ...act, action: 'key.confirmed' })
    store.heads.stop()
    store.commits.close()
    store.db.close()
    tamper(dataDir, 'UPDATE api_key SET revoked_at = NULL')
    const db = openDatabase(dataDir)
    const { problems } = verifyHead(db, { text: readHeadFile(dataDir), trusted: store.key.publicKey })
    expect(problems).toEqual([`The key ${account.id} was revoked and is active now.`])
    db.close()
  })

  it('reports that the disk refuses a head, once, and lets calls go on', async () => {
    const dataDir = makeTempDir()
    const store = await open(dataDir)
    await store.heads.write()
    // A folder in the place of the file cannot be replaced by it.
    rmSync(join(dataDir, HEAD_FILE))
    mkdirSync(join(dataDir, HEAD_FILE, 'taken'), { recursive: true })
    await store.grant('one')
    await store.heads.write()
    await store.grant('two')
    await store.heads.write()
    expect(store.bugs).toHaveLength(1)
    rmSync(join(dataDir, HEAD_FILE), { recursive: true })
    await store.heads.write()
    expect(headIn(dataDir).totals.grant.entries).toBe(2)
    await store.close()
  })
})
