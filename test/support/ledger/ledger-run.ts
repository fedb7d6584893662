import { runWork } from '../../../src-main/storage/sqlite/run-work.ts'
import Sqlite from 'better-sqlite3'
import { expect } from 'vitest'
import { SqliteLedger } from '../../../src-main/ledger/sqlite-ledger.ts'
import { verifyLedger } from '../../../src-main/ledger/verify-ledger.ts'
import { GroupCommit } from '../../../src-main/storage/group-commit.ts'
import { run, statement } from '../../../src-main/storage/engine/work.ts'
import { openDatabase } from '../../../src-main/storage/open-database.ts'
import { counted } from '../../../src-shared/counted.ts'
import { ACCOUNTS, LedgerModel, TEAM } from './ledger-model.ts'

const CALL = { requestId: 'req', slug: 'slug' }

const FILL = statement<{ body: string }>('INSERT INTO scratch VALUES (:body)')

/** The name of a reservation that has ended while its credits stay reserved. */
const stuck = (id: string): string => `${id}#`

/** What is done together with a charge. */
export type Extra = 'none' | 'throws' | 'needs room'

/**
 * The real ledger and the model side by side. Closures that wait for a commit are applied to the model
 * after it.
 */
export class LedgerRun {
  readonly model = new LedgerModel()
  #db = openDatabase(':memory:')
  #commits = new GroupCommit(this.#db)
  #ledger = new SqliteLedger(this.#db, this.#commits, () => 0)
  #waiting: { readonly done: Promise<unknown>; readonly apply: (committed: boolean) => void }[] = []
  readonly #closing = new Set<string>()
  /** Open reservations from which something may have left. */
  readonly #marked = new Set<string>()
  readonly #ids: { readonly id: string; readonly account: string; readonly credits: number }[] = []
  #count = 0

  constructor() {
    this.#db.exec('CREATE TABLE scratch (body TEXT)')
    runWork(this.#db, this.#ledger.writeSubAccount(TEAM))
  }

  reserve(account: string, credits: number): void {
    const call = { id: `c${this.#ids.length}`, account, credits }
    this.#ids.push(call)
    this.#reserve(call)
  }

  repeat(pick: number): void {
    const call = this.#ids[pick % this.#ids.length]
    if (call && !this.model.open.has(call.id)) this.#reserve(call)
  }

  #reserve({ id, account, credits }: { id: string; account: string; credits: number }): void {
    const have = this.model.have(account)
    if (this.model.canReserve(id, account, credits)) {
      this.#ledger.reserve({ id, account, credits })
      this.model.reserve(id, account, credits)
      return
    }
    expect(() => this.#ledger.reserve({ id, account, credits })).toThrow(
      `needs ${counted(credits, 'credit')} and ${counted(have, 'is', 'are')} left`,
    )
  }

  depart(pick: number): void {
    const id = this.#pickOpen(pick)
    if (id === undefined || this.#marked.has(id)) return
    this.#marked.add(id)
    const done = this.#ledger.depart(id, CALL)
    const apply = (committed: boolean): void => {
      if (!committed) return
      this.model.departed.add(id)
      if (this.model.lapsed.delete(id)) this.model.open.delete(stuck(id))
    }
    this.#waiting.push({ done, apply })
  }

  settle(pick: number, extra: Extra, isLeft: boolean): void {
    const id = this.#pickOpen(pick)
    if (id === undefined) return
    const reason = isLeft ? ({ ...CALL, unanswered: 'left' } as const) : CALL
    const done = this.#ledger.settle(id, reason, function* () {
      if (extra === 'throws') throw new Error('injected')
      if (extra === 'needs room') yield* run(FILL, { body: 'x'.repeat(20_000) })
    })
    this.#close(id, done, () => this.model.charge(id), isLeft)
  }

  release(pick: number, refund: boolean): void {
    const id = this.#pickOpen(pick)
    if (id === undefined) return
    const done = this.#ledger.release(id, refund ? CALL : undefined)
    if (refund || this.#marked.has(id)) this.#close(id, done, () => undefined)
    else this.model.open.delete(id)
  }

  credit(account: string, credits: number): void {
    const id = `g${this.#count++}`
    const done = this.#ledger.credit({ id, account, kind: 'purchase', credits })
    this.#waiting.push({ done, apply: (committed) => committed && this.model.add(account, credits) })
  }

  /** The end of an event-loop turn, on a disk that may be full. */
  async turn(full: boolean): Promise<void> {
    if (full) this.#db.pragma(`max_page_count = ${Number(this.#db.pragma('page_count', { simple: true }))}`)
    this.#commits.flush()
    this.#db.pragma('max_page_count = 1000000')
    const waiting = this.#waiting
    this.#waiting = []
    const results = await Promise.allSettled(waiting.map(({ done }) => done))
    for (const [i, { status }] of results.entries()) waiting[i]!.apply(status === 'fulfilled')
    this.check()
  }

  /** The process dies with what it had not committed, and another one opens the same data. */
  async crash(): Promise<void> {
    const data = this.#db.serialize()
    // Nobody is left to be told what becomes of it.
    for (const { done } of this.#waiting) done.catch(() => undefined)
    this.close()
    this.#db = new Sqlite(data)
    this.#commits = new GroupCommit(this.#db)
    this.#ledger = new SqliteLedger(this.#db, this.#commits, () => 0)
    this.#waiting = []
    this.#closing.clear()
    this.#marked.clear()
    // What was told to be free and whose row the process could not remove is charged by this one.
    const rows = new Set(this.#rows())
    for (const call of this.#ids) if (rows.has(call.id)) this.model.charge(call.id, call)
    this.model.open.clear()
    this.model.departed.clear()
    this.model.lapsed.clear()
    const charged = this.#ledger.chargeDeparted()
    this.#commits.flush()
    expect(await charged).toEqual([])
    expect(this.#rows()).toEqual([])
    this.check()
  }

  #rows(): string[] {
    return this.#db.prepare<[], string>('SELECT charge_id FROM departure').pluck().all()
  }

  close(): void {
    this.#commits.close()
    this.#db.close()
  }

  check(): void {
    const stored = new Set(this.#rows())
    for (const id of this.model.lapsed) {
      if (stored.has(id)) continue
      this.model.lapsed.delete(id)
      this.model.open.delete(stuck(id))
    }
    for (const account of ACCOUNTS) {
      const balance = this.model.total(account)
      const reserved = balance - this.model.have(account)
      expect(this.#ledger.lastKnown(account)).toEqual({ balance, reserved })
      expect(balance).toBeGreaterThanOrEqual(0)
    }
    expect(this.model.spent).toBeLessThanOrEqual(TEAM.creditLimit)
    const spent = this.#db.prepare('SELECT spent FROM sub_account WHERE id = ?').pluck().get(TEAM.id)
    expect(spent).toBe(this.model.spent)
    expect(verifyLedger(this.#db).problems).toEqual([])
    const rows = this.#rows().filter((id) => !this.model.lapsed.has(id))
    expect(new Set(rows)).toEqual(this.model.departed)
    const charges = this.#db.prepare(
      `SELECT id, -credits FROM entry WHERE id GLOB 'c*[0-9]' AND kind = 'charge'`,
    )
    expect(new Map(charges.raw().all() as [string, number][])).toEqual(this.model.charged)
  }

  #pickOpen(pick: number): string | undefined {
    const free = [...this.model.open.keys()].filter((id) => !this.#closing.has(id) && !id.includes('#'))
    return free[pick % free.length]
  }

  #close(id: string, done: Promise<unknown>, whenCommitted: () => void, isLeft = false): void {
    this.#closing.add(id)
    const isMarked = this.#marked.delete(id)
    this.#waiting.push({
      done,
      apply: (committed) => {
        const { departed, lapsed, open } = this.model
        if (committed) whenCommitted()
        const isOwed = isMarked && !committed && isLeft
        const isLapsed = isMarked && !committed && !isLeft && departed.has(id)
        if (isOwed) open.set(stuck(`${id}#${this.#count++}`), open.get(id)!)
        if (isOwed && lapsed.delete(id)) open.delete(stuck(id))
        if (isLapsed) open.set(stuck(id), open.get(id)!)
        if (isLapsed) lapsed.add(id)
        if (isMarked && (committed || isLapsed)) departed.delete(id)
        this.#closing.delete(id)
        open.delete(id)
      },
    })
  }
}
