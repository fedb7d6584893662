import type { Database, Statement } from 'better-sqlite3'
import type { GroupCommit } from '../storage/group-commit.ts'
import { PruneTimer } from '../storage/quota/prune-timer.ts'
import { runWork } from '../storage/sqlite/run-work.ts'
import { run, statement } from '../storage/engine/work.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
/** An unpaid question is forgiven after this time, one after the other: 20 an hour are never too many. */
const FORGIVEN_MS = 3 * 60 * 1_000

/** What a key, and the keys that it made, have asked of language models in one day. */
export interface DayUse {
  readonly questions: number
  /** Read and written. */
  readonly tokens: number
}

/** Unpaid questions as they are stored. */
interface StoredUnpaid {
  /** How many there were at the last of them. */
  readonly count: number
  /** The time of the last, in milliseconds since 1970. */
  readonly at: number
}

/** Questions of failed calls, which cost their caller nothing. Time forgives them, one after the other. */
export interface Unpaid extends StoredUnpaid {
  /** How many are left now. */
  readonly left: number
}

/** A question that was counted and may be asked now. */
export interface CountedUse {
  /** Ends it, with the tokens that it took. */
  readonly ended: (tokens: number) => void
}

const PRUNE = statement<{ day: number; rows: number }>(
  `DELETE FROM model_use WHERE (day, key_id) IN
     (SELECT day, key_id FROM model_use WHERE day < :day LIMIT :rows)`,
)

/**
 * What each key asks of language models, by day (UTC). A question is counted on disk before it is asked, so that no
 * crash takes it back; its tokens when it ends.
 */
export class ModelUse {
  readonly #db: Database
  readonly #commits: GroupCommit
  readonly #now: () => number
  /** Questions of today and of yesterday that the database does not have yet, by day and key. */
  readonly #unwritten = new Map<string, number>()
  /** Unpaid questions that are being written, by key. */
  readonly #unwrittenUnpaid = new Map<string, StoredUnpaid>()
  /** Questions that have not ended, by key. */
  readonly #open = new Map<string, number>()
  readonly #find: Statement<[number, string], DayUse>
  readonly #findUnpaid: Statement<[number, number, string], StoredUnpaid>
  readonly #addQuestion: Statement<[number, string]>
  readonly #addTokens: Statement<[number, number, string]>
  readonly #saveUnpaid: Statement<[number, string, number, number]>
  readonly #pruning: PruneTimer

  /** @param now milliseconds since 1970 */
  constructor(db: Database, commits: GroupCommit, now: () => number) {
    this.#db = db
    this.#commits = commits
    this.#now = now
    this.#find = db.prepare('SELECT questions, tokens FROM model_use WHERE day = ? AND key_id = ?')
    this.#findUnpaid = db.prepare(
      `SELECT unpaid AS count, unpaid_at AS at FROM model_use
       WHERE day IN (?, ?) AND key_id = ? AND unpaid_at IS NOT NULL ORDER BY unpaid_at DESC LIMIT 1`,
    )
    this.#addQuestion = db.prepare(
      `INSERT INTO model_use (day, key_id, questions) VALUES (?, ?, 1)
       ON CONFLICT DO UPDATE SET questions = questions + 1`,
    )
    this.#addTokens = db.prepare('UPDATE model_use SET tokens = tokens + ? WHERE day = ? AND key_id = ?')
    this.#saveUnpaid = db.prepare(
      `INSERT INTO model_use (day, key_id, unpaid, unpaid_at) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET unpaid = excluded.unpaid, unpaid_at = excluded.unpaid_at`,
    )
    // Unpaid questions of yesterday may still count.
    this.#pruning = new PruneTimer((at, rows) => run(PRUNE, { day: dayOf(at) - 1, rows }))
  }

  /** What a key has asked today, with the questions that are being written. */
  today(keyId: string): DayUse {
    const day = dayOf(this.#now())
    const { questions, tokens } = this.#find.get(day, keyId) ?? { questions: 0, tokens: 0 }
    return { questions: questions + (this.#unwritten.get(nameOf(day, keyId)) ?? 0), tokens }
  }

  /** When the next day begins, in milliseconds since 1970. */
  nextDay(): number {
    return (dayOf(this.#now()) + 1) * DAY_MS
  }

  /** Questions of a key that have not ended. */
  open(keyId: string): number {
    return this.#open.get(keyId) ?? 0
  }

  /**
   * Counts a question for each of these keys at once, and resolves when all counts are on disk.
   * @throws GatewayError storage_full; then it is counted for none
   */
  async count(...keyIds: readonly string[]): Promise<CountedUse> {
    const now = this.#now()
    const day = dayOf(now)
    const addEach = (counts: Map<string, number>, more: number, nameOfKey = (id: string) => id): void => {
      for (const keyId of keyIds) add(counts, nameOfKey(keyId), more)
    }
    const named = (keyId: string): string => nameOf(day, keyId)
    addEach(this.#unwritten, 1, named)
    addEach(this.#open, 1)
    try {
      await this.#commits.enqueue(
        () => {
          for (const keyId of keyIds) this.#addQuestion.run(day, keyId)
          runWork(this.#db, this.#pruning.pruneWhenDue(now))
        },
        () => addEach(this.#unwritten, -1, named),
      )
    } catch (error) {
      addEach(this.#open, -1)
      throw error
    }
    return {
      ended: (tokens) => {
        addEach(this.#open, -1)
        if (tokens > 0) void this.#writeTokens(tokens, day, keyIds)
      },
    }
  }

  /** The unpaid questions of a key; null when all are forgiven. */
  unpaidOf(keyId: string): Unpaid | null {
    const day = dayOf(this.#now())
    const found = this.#unwrittenUnpaid.get(keyId) ?? this.#findUnpaid.get(day, day - 1, keyId)
    const left = found ? this.#leftOf(found) : 0
    return found && left > 0 ? { ...found, left } : null
  }

  /** Adds questions whose call failed and cost nothing. @throws GatewayError storage_full */
  async addUnpaid(keyId: string, questions: number): Promise<void> {
    const at = this.#now()
    const unpaid: StoredUnpaid = { count: (this.unpaidOf(keyId)?.left ?? 0) + questions, at }
    this.#unwrittenUnpaid.set(keyId, unpaid)
    await this.#commits.enqueue(
      () => this.#saveUnpaid.run(dayOf(at), keyId, unpaid.count, at),
      () => {
        if (this.#unwrittenUnpaid.get(keyId) === unpaid) this.#unwrittenUnpaid.delete(keyId)
      },
    )
  }

  #leftOf({ count, at }: StoredUnpaid): number {
    const passed = this.#now() - at
    // The clock was set back: waiting for it to catch up could take years.
    if (passed < 0 - FORGIVEN_MS * count) return 0
    return Math.max(0, count - Math.max(0, Math.floor(passed / FORGIVEN_MS)))
  }

  // The answer to the caller does not wait for it: it is committed no later than the charge that follows.
  async #writeTokens(tokens: number, day: number, keyIds: readonly string[]): Promise<void> {
    try {
      await this.#commits.enqueue(() => {
        for (const keyId of keyIds) this.#addTokens.run(tokens, day, keyId)
      })
    } catch {
      // A disk that takes no writes refuses the next question, and with it what these tokens would refuse.
    }
  }
}

function dayOf(time: number): number {
  return Math.floor(time / DAY_MS)
}

function nameOf(day: number, keyId: string): string {
  return `${day} ${keyId}`
}

function add(counts: Map<string, number>, name: string, more: number): void {
  const sum = (counts.get(name) ?? 0) + more
  if (sum === 0) counts.delete(name)
  else counts.set(name, sum)
}
