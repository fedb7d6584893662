import type { Database } from 'better-sqlite3'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { KeyStore } from '../accounts/key-store.ts'
import { currentEpoch, noteHead } from '../receipts/epochs.ts'
import type { InstanceKey } from '../receipts/instance-key.ts'
import type { GroupCommit } from '../storage/group-commit.ts'
import { addTo, emptyTotals, type Totals } from './check-tables.ts'
import { TableRows, TABLES, type TableName } from './evidence-tables.ts'
import { saveHead } from './head-file.ts'
import { signHead, type HeadStatement } from './head.ts'
import { KeyRecords, type KeyRecord } from './key-records.ts'
import { RunningChain } from './running-chain.ts'

/** Rows hashed in one turn of the event loop: about two milliseconds. */
const SLICE_ROWS = 250
const WRITE_EVERY_MS = 30_000
const WRITE_EVERY_COMMITS = 1_000
const LEAST_PAUSE_MS = 1_000

interface HeadKeeperParts {
  readonly db: Database
  readonly commits: GroupCommit
  readonly keys: KeyStore
  readonly key: InstanceKey
  readonly dataDir: string
  /** The head that the database continues; without it everything is hashed once. */
  readonly head: HeadStatement | null
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Called when a head cannot be written; calls go on. */
  readonly report: (error: unknown) => void
}

interface Table {
  readonly rows: TableRows
  readonly chain: RunningChain
}

/**
 * Writes the signed head beside the database: at the start, at the end, now and then in between, and before a
 * revocation is answered. Each row is hashed once, after its commit and apart from the call that wrote it.
 */
export class HeadKeeper {
  readonly #parts: HeadKeeperParts
  readonly #tables: Readonly<Record<TableName, Table>>
  readonly #totals: Totals
  readonly #records: KeyRecords
  readonly #keys: Map<string, KeyRecord>
  readonly #timer: NodeJS.Timeout
  /** What the last head stated, apart from when. */
  #written = ''
  #isNoted: boolean
  #commits = 0
  #writtenAt = -Infinity
  #failed = false
  #running: Promise<void> | null = null
  #next: Promise<void> | null = null
  #closed = false

  constructor(parts: HeadKeeperParts) {
    const { db, head, keys, commits } = parts
    this.#parts = parts
    const open = (name: TableName): Table => ({
      rows: new TableRows(db, name),
      chain: new RunningChain(head?.[name]),
    })
    this.#tables = { ledger: open('ledger'), audit: open('audit'), receipts: open('receipts') }
    this.#totals = head ? structuredClone(head.totals) : emptyTotals()
    this.#records = new KeyRecords(db)
    this.#keys = this.#records.all()
    this.#isNoted = currentEpoch(db).hasHead
    keys.observe(
      (keyId) => this.#noteKey(keyId),
      () => this.write(),
    )
    commits.observe(() => this.#countCommit())
    this.#timer = setInterval(() => void this.write(), WRITE_EVERY_MS)
    this.#timer.unref()
  }

  /** Writes a head of everything that is committed now. It never rejects: what goes wrong is reported. */
  write(): Promise<void> {
    if (this.#closed) return Promise.resolve()
    if (this.#running === null) {
      this.#running = this.#checkpoint().finally(() => (this.#running = null))
      return this.#running
    }
    // What was committed in the meantime may be missing in the one that is being written.
    this.#next ??= this.#running.then(() => {
      this.#next = null
      return this.write()
    })
    return this.#next
  }

  /** Writes no more heads but the last. */
  stop(): void {
    clearInterval(this.#timer)
    this.#closed = true
  }

  /** Writes the last head, after which nothing may follow. Call it once no more work can be committed. */
  async close(): Promise<void> {
    this.stop()
    await this.#running
    try {
      await this.#advance()
      await this.#save({ ...this.#state(), final: true })
      if (!this.#isNoted) noteHead(this.#parts.db)
    } catch (error) {
      this.#parts.report(error)
    }
  }

  async #checkpoint(): Promise<void> {
    this.#commits = 0
    this.#writtenAt = performance.now()
    try {
      await this.#advance()
      const state = this.#state()
      const text = JSON.stringify(state)
      if (text === this.#written) return
      // A head must never know more than the disk does.
      await this.#parts.commits.durable()
      await this.#save(state)
      this.#written = text
      if (!this.#isNoted) await this.#parts.commits.enqueue(() => noteHead(this.#parts.db))
      this.#isNoted = true
      this.#failed = false
    } catch (error) {
      // The last head follows, and reports for itself.
      if (this.#closed) return
      if (!this.#failed) this.#parts.report(error)
      this.#failed = true
    }
  }

  /** Hashes the rows since the last time; the last slices of all tables are read in one turn. */
  async #advance(): Promise<void> {
    for (;;) {
      const isDone = TABLES.map((name) => this.#takeSlice(name)).every((done) => done)
      if (isDone) return
      await nextTurn()
    }
  }

  #takeSlice(name: TableName): boolean {
    const { rows, chain } = this.#tables[name]
    const slice = rows.next(chain.lastSeq, SLICE_ROWS)
    for (const { seq, text, entry } of slice) {
      chain.add(seq, text)
      if (entry) addTo(this.#totals, entry)
    }
    return slice.length < SLICE_ROWS
  }

  #state(): Omit<HeadStatement, 'written_at'> {
    const { number, id } = currentEpoch(this.#parts.db)
    const { ledger, audit, receipts } = this.#tables
    return {
      format: 1,
      final: false,
      epoch: number,
      epoch_id: id,
      owner: this.#parts.keys.owner()?.id ?? null,
      ledger: ledger.chain.state(),
      audit: audit.chain.state(),
      receipts: receipts.chain.state(),
      totals: structuredClone(this.#totals),
      keys: Object.fromEntries(this.#keys),
    }
  }

  async #save(state: Omit<HeadStatement, 'written_at'>): Promise<void> {
    const { dataDir, key, now } = this.#parts
    const head = signHead({ ...state, written_at: new Date(now()).toISOString() }, key)
    await saveHead(dataDir, head)
  }

  #noteKey(keyId: string): void {
    const record = this.#records.of(keyId)
    if (record) this.#keys.set(keyId, record)
  }

  #countCommit(): void {
    this.#commits++
    if (this.#commits < WRITE_EVERY_COMMITS) return
    if (performance.now() - this.#writtenAt >= LEAST_PAUSE_MS) void this.write()
  }
}
