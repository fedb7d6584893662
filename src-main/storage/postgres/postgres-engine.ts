import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import type { CommitListener } from '../group-commit.ts'
import type { Engine } from '../engine/engine.ts'
import type { Work } from '../engine/work.ts'
import { configOf, Connection, ConnectionLost, isLost, type Place } from './connection.ts'
import { awayError, fullError, toCallerError } from './caller-errors.ts'
import { again, isCommitted, refused, settle } from './piece-ends.ts'
import { drive, runGroup, type Piece, type SharedWork } from './group.ts'
import { fateOf, marked, unmarked, type Doubt } from './commit-mark.ts'
import { Outage } from './outage.ts'
import { Writer } from './writer.ts'

/** How long work waits for a server that is away. */
const PATIENCE_MS = 10_000
/** The most pieces of work that wait. */
const MOST_WAITING = 5_000
const READERS = 4
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 1_000

export interface PostgresEngineOptions {
  /** How long work waits for a server that is away, in milliseconds. */
  readonly patienceMs?: number
  /** The most connections that read at once. */
  readonly readers?: number | undefined
  /** Is told how long each group of writes took, in milliseconds. */
  readonly timed?: ((ms: number) => void) | undefined
}

/**
 * A PostgreSQL that other gateways may write to as well. All that waits shares a transaction on one connection; reads
 * have a few of their own. When the server goes away, work waits for it and is run again, and each piece is done once:
 * what has become of a transaction whose COMMIT was not answered, the server is asked.
 */
export class PostgresEngine implements Engine {
  readonly #writer: Writer
  readonly #readers: pg.Pool
  readonly #patienceMs: number
  readonly #timed: (ms: number) => void
  /** The name under which its commits are marked. */
  readonly #name = randomBytes(12).toString('hex')
  #groups = 0
  #queue: Piece[] = []
  #doubt: Doubt | null = null
  #running: Promise<void> | null = null
  readonly #outage = new Outage()
  readonly #closed = new AbortController()
  #closing: Promise<void> | null = null
  readonly #observers: (() => void)[] = []

  constructor(place: Place, options: PostgresEngineOptions = {}) {
    const { patienceMs = PATIENCE_MS, readers = READERS, timed = () => undefined } = options
    this.#patienceMs = patienceMs
    this.#timed = timed
    this.#writer = new Writer(place)
    this.#readers = new pg.Pool({ ...configOf(place, 'read'), max: readers, allowExitOnIdle: true })
    // A reader that is lost while nobody uses it is replaced for the next read.
    this.#readers.on('error', () => undefined)
  }

  /** Away while the server does not answer; without a writer yet it is up until it has tried. */
  get state(): 'up' | 'away' {
    return this.#outage.isOn ? 'away' : 'up'
  }

  /** Whether the server is away for so long that nothing new waits for it. */
  get isGone(): boolean {
    return this.#outage.isLong
  }

  /** @throws GatewayError storage_unavailable when nothing new waits for the server */
  refuseAway(): void {
    if (this.isGone) throw awayError()
  }

  read<T>(work: () => Work<T>): Promise<T> {
    return this.#patiently(() => this.#readOnce(work))
  }

  /**
   * Runs statements that are each a transaction of its own, beside those that wait for a disk. One that the server
   * carried out before it went away may be run again.
   */
  aside<T>(work: () => Work<T>): Promise<T> {
    return this.#patiently(() => this.#asideOnce(work))
  }

  async #patiently<T>(attempt: () => Promise<T>): Promise<T> {
    const until = performance.now() + this.#patienceMs
    for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(2 * wait, LONGEST_PAUSE_MS)) {
      if (this.#isClosed) throw new Error('The database is closed')
      this.refuseAway()
      try {
        return await attempt()
      } catch (error) {
        if (!isLost(error)) throw error
        if (this.#isClosed || performance.now() + wait > until) throw awayError(error)
      }
      await pause(wait)
    }
  }

  write<T>(lane: string, work: () => Work<T>, listener?: CommitListener): Promise<T> {
    if (this.isGone) return refused(awayError(), listener)
    return this.#enqueue({ lane, shared: null, item: null, work, listener })
  }

  /**
   * Like `write`, for work of which a part is done at once for the items of all who wait with this same function. It is
   * of calls that have run already, and waits for the server also when that has been away for long.
   * @param work is given the value of its item
   * @param listener may be called after the promise was rejected, when the server was away for too long: then it
   * tells what has become of the work
   */
  writeShared<Item, Value, T>(
    lane: string,
    shared: SharedWork<Item, Value>,
    item: Item,
    work: (value: Value) => Work<T>,
    listener?: CommitListener,
  ): Promise<T> {
    return this.#enqueue({ lane, shared, item, work, listener })
  }

  /** The same: the server answers COMMIT once it is on disk. */
  commit<T>(lane: string, work: () => Work<T>): Promise<T> {
    return this.write(lane, work)
  }

  /** Calls `observer` after each commit of this gateway. It must be quick and must not throw. */
  observe(observer: () => void): void {
    this.#observers.push(observer)
  }

  /** The server answers COMMIT once it is on disk. */
  async durable(): Promise<void> {}

  /** Does what waits, unless the server is away, and ends the connections. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close())
  }

  async #close(): Promise<void> {
    this.#closed.abort()
    await this.#running
    await this.#removeMark()
    await Promise.all([this.#writer.close(), this.#readers.end()])
  }

  async #removeMark(): Promise<void> {
    if (this.#groups === 0 || this.#outage.isOn) return
    // A mark that stays is removed by somebody else after a day.
    await drive(await this.#writer.open(), unmarked(this.#name)).catch(() => undefined)
  }

  #enqueue<T>(asked: Pick<Piece, 'lane' | 'shared' | 'item' | 'work' | 'listener'>): Promise<T> {
    if (this.#isClosed) return refused(new Error('The database is closed'), asked.listener)
    if (this.#queue.length >= MOST_WAITING) return refused(fullError(), asked.listener)
    const done = new Promise<T>((resolve, reject) => {
      this.#queue.push({
        ...asked,
        resolve,
        reject,
        since: performance.now(),
        outcome: null,
        gaveUp: false,
      })
    })
    // What comes in the same turn goes into the same transaction.
    this.#running ??= new Promise(setImmediate).then(() => this.#runQueue())
    return done
  }

  async #runQueue(): Promise<void> {
    let wait = FIRST_PAUSE_MS
    // Also when nobody waits for it: it is found to be back before somebody asks.
    while (this.#isWaitedFor || (this.#outage.isOn && !this.#isClosed)) {
      try {
        const connection = await this.#writer.open()
        this.#outage.end()
        await this.#runGroup(connection)
        wait = FIRST_PAUSE_MS
      } catch (error) {
        this.#writer.lose()
        this.#outage.begin()
        this.#giveUp(isLost(error) ? this.#patienceMs : 0, error)
        if (this.#isClosed) this.#doubt = null
        await this.#pause(wait)
        wait = Math.min(2 * wait, LONGEST_PAUSE_MS)
      }
    }
    this.#running = null
  }

  get #isClosed(): boolean {
    return this.#closed.signal.aborted
  }

  get #isWaitedFor(): boolean {
    return this.#queue.length > 0 || this.#doubt !== null
  }

  /** Waits, unless it closes: then what waits has been given up. */
  async #pause(ms: number): Promise<void> {
    if (this.#isClosed) return
    const { signal } = this.#closed
    await pause(ms, undefined, { signal, ref: this.#isWaitedFor }).catch(() => undefined)
  }

  /** @throws ConnectionLost; what is known to be undone waits again by then */
  async #runGroup(connection: Connection): Promise<void> {
    if (this.#doubt) await this.#clear(connection, this.#doubt)
    const pieces = this.#queue
    this.#queue = []
    if (pieces.length === 0) return
    try {
      const mark = { writer: this.#name, number: ++this.#groups }
      const begunAt = performance.now()
      const ended = await runGroup(connection, pieces, () => marked(mark))
      this.#timed(performance.now() - begunAt)
      if (ended !== 'in doubt') return this.#settle(pieces)
      this.#doubt = { mark, pieces, process: this.#writer.process }
    } catch (error) {
      this.#queue.unshift(...again(pieces))
      throw error
    }
    throw new ConnectionLost('PostgreSQL did not answer COMMIT')
  }

  async #clear(connection: Connection, doubt: Doubt): Promise<void> {
    const { pieces } = doubt
    const fate = await fateOf(connection, doubt)
    this.#doubt = null
    if (fate === 'committed') return this.#settle(pieces)
    for (const piece of pieces) if (piece.gaveUp) piece.listener?.(false)
    this.#queue.unshift(...again(pieces.filter(({ gaveUp }) => !gaveUp)))
  }

  /** Rejects what has waited for so long. Nothing more is known of what is in doubt; its listeners hear later. */
  #giveUp(patienceMs: number, cause: unknown): void {
    const isLate = ({ since }: Piece): boolean => this.#isClosed || performance.now() - since >= patienceMs
    const late = this.#queue.filter(isLate)
    this.#queue = this.#queue.filter((piece) => !late.includes(piece))
    for (const piece of late) piece.listener?.(false)
    const inDoubt = this.#doubt?.pieces.filter(isLate) ?? []
    for (const piece of inDoubt) piece.gaveUp = true
    for (const { reject } of [...late, ...inDoubt]) reject(awayError(cause))
  }

  #settle(pieces: readonly Piece[]): void {
    if (pieces.some(isCommitted)) for (const observer of this.#observers) observer()
    for (const piece of pieces) piece.listener?.(isCommitted(piece))
    pieces.forEach(settle)
  }

  #readOnce<T>(work: () => Work<T>): Promise<T> {
    return this.#withReader(async (connection) => {
      const begun = connection.command('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      const [ran] = await Promise.allSettled([drive(connection, work()), begun])
      await connection.command('COMMIT')
      return ran
    })
  }

  #asideOnce<T>(work: () => Work<T>): Promise<T> {
    return this.#withReader(async (connection) => {
      const [ran] = await Promise.allSettled([drive(connection, work())])
      if (ran.status === 'rejected' && isLost(ran.reason)) throw ran.reason
      return ran
    })
  }

  /** @param run throws if the connection is of no use any more */
  async #withReader<T>(run: (connection: Connection) => Promise<PromiseSettledResult<T>>): Promise<T> {
    const client = await this.#readers.connect()
    const connection = new Connection(client)
    let isBroken = true
    try {
      const ran = await run(connection)
      isBroken = false
      if (ran.status === 'rejected') throw toCallerError(ran.reason)
      return ran.value
    } finally {
      connection.forget()
      client.release(isBroken)
    }
  }
}
