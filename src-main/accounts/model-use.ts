import type { Engine } from '../storage/engine/engine.ts'
import { all, one, run, statement, type Work } from '../storage/engine/work.ts'
import { PruneTimer } from '../storage/quota/prune-timer.ts'

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

interface Row extends DayUse {
  readonly day: number
  readonly key_id: string
  readonly unpaid: number
  readonly unpaid_at: number | null
}

type OfDay = { readonly day: number; readonly key_id: string }

const NEWEST = statement<{ day: number }, Row>(
  'SELECT day, key_id, questions, tokens, unpaid, unpaid_at FROM model_use WHERE day >= :day ORDER BY unpaid_at',
)
const ADD_QUESTION = statement<OfDay, DayUse>(
  `INSERT INTO model_use AS known (day, key_id, questions) VALUES (:day, :key_id, 1)
   ON CONFLICT (day, key_id) DO UPDATE SET questions = known.questions + 1 RETURNING questions, tokens`,
)
const ADD_TOKENS = statement<OfDay & { tokens: number }, DayUse>(
  `UPDATE model_use SET tokens = tokens + :tokens WHERE day = :day AND key_id = :key_id
   RETURNING questions, tokens`,
)
const SAVE_UNPAID = statement<OfDay & { unpaid: number; unpaid_at: number }>(
  `INSERT INTO model_use (day, key_id, unpaid, unpaid_at) VALUES (:day, :key_id, :unpaid, :unpaid_at)
   ON CONFLICT (day, key_id) DO UPDATE SET unpaid = excluded.unpaid, unpaid_at = excluded.unpaid_at`,
)
const PRUNE = statement<{ day: number; rows: number }>(
  `DELETE FROM model_use WHERE (day, key_id) IN
     (SELECT day, key_id FROM model_use WHERE day < :day LIMIT :rows)`,
)
const NOTHING: DayUse = { questions: 0, tokens: 0 }

/**
 * What each key asks of language models, by day (UTC). A question is counted on disk before it is asked, so that no
 * crash takes it back; its tokens when it ends. The counts of other gateways on the same database are heard of with
 * each question of the key here.
 */
export class ModelUse {
  readonly #engine: Engine
  readonly #now: () => number
  /** What is on disk of today and of yesterday, by day and key. */
  readonly #known = new Map<string, DayUse & { readonly day: number }>()
  /** Questions of today and of yesterday that the database does not have yet, by day and key. */
  readonly #unwritten = new Map<string, number>()
  /** The last unpaid questions, by key. */
  readonly #unpaid = new Map<string, StoredUnpaid>()
  /** Questions that have not ended, by key. */
  readonly #open = new Map<string, number>()
  readonly #pruning: PruneTimer

  private constructor(engine: Engine, now: () => number) {
    this.#engine = engine
    this.#now = now
    // Unpaid questions of yesterday may still count.
    this.#pruning = new PruneTimer((at, rows) => run(PRUNE, { day: dayOf(at) - 1, rows }))
  }

  /** @param now milliseconds since 1970 */
  static async open(engine: Engine, now: () => number): Promise<ModelUse> {
    const use = new ModelUse(engine, now)
    const rows = await engine.read(() => all(NEWEST, { day: dayOf(now()) - 1 }))
    for (const { day, key_id, questions, tokens, unpaid, unpaid_at: at } of rows) {
      use.#know(day, key_id, { questions, tokens })
      if (at !== null) use.#unpaid.set(key_id, { count: unpaid, at })
    }
    return use
  }

  /** What a key has asked today, with the questions that are being written. */
  today(keyId: string): DayUse {
    const name = nameOf(dayOf(this.#now()), keyId)
    const { questions, tokens } = this.#known.get(name) ?? NOTHING
    return { questions: questions + (this.#unwritten.get(name) ?? 0), tokens }
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
    let counts: readonly DayUse[] = []
    try {
      await this.#engine.write(
        keyIds[0] ?? '',
        () => this.#written(day, keyIds, now, (found) => void (counts = found)),
        (committed) => {
          addEach(this.#unwritten, -1, named)
          if (committed) this.#knowEach(day, keyIds, counts)
        },
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
    const last = this.#unpaid.get(keyId)
    // Those of earlier days are forgiven, and those of later ones come from a clock that was fast.
    const found = last && [day, day - 1].includes(dayOf(last.at)) ? last : null
    const left = found ? this.#leftOf(found) : 0
    return found && left > 0 ? { ...found, left } : null
  }

  /** Adds questions whose call failed and cost nothing. @throws GatewayError storage_full */
  async addUnpaid(keyId: string, questions: number): Promise<void> {
    const at = this.#now()
    const before = this.#unpaid.get(keyId)
    const unpaid: StoredUnpaid = { count: (this.unpaidOf(keyId)?.left ?? 0) + questions, at }
    this.#unpaid.set(keyId, unpaid)
    const values = { day: dayOf(at), key_id: keyId, unpaid: unpaid.count, unpaid_at: at }
    await this.#engine.write(
      keyId,
      () => run(SAVE_UNPAID, values),
      (committed) => {
        if (committed || this.#unpaid.get(keyId) !== unpaid) return
        if (before) this.#unpaid.set(keyId, before)
        else this.#unpaid.delete(keyId)
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
    let counts: readonly DayUse[] = []
    try {
      await this.#engine.write(
        keyIds[0] ?? '',
        () => addedTokens(tokens, day, keyIds, (found) => void (counts = found)),
        (committed) => {
          if (committed) this.#knowEach(day, keyIds, counts)
        },
      )
    } catch {
      // A disk that takes no writes refuses the next question, and with it what these tokens would refuse.
    }
  }

  *#written(
    day: number,
    keyIds: readonly string[],
    now: number,
    tell: (counts: readonly DayUse[]) => void,
  ): Work<void> {
    const counts: DayUse[] = []
    for (const key_id of keyIds) counts.push((yield* one(ADD_QUESTION, { day, key_id })) ?? NOTHING)
    yield* this.#pruning.pruneWhenDue(now)
    tell(counts)
  }

  #knowEach(day: number, keyIds: readonly string[], counts: readonly DayUse[]): void {
    for (const [index, keyId] of keyIds.entries()) this.#know(day, keyId, counts[index] ?? NOTHING)
  }

  // Counts only grow, but those of two writes may come in any order.
  #know(day: number, keyId: string, { questions, tokens }: DayUse): void {
    const name = nameOf(day, keyId)
    const before = this.#known.get(name)
    if (!before) for (const [old, { day: of }] of this.#known) if (of < day - 1) this.#known.delete(old)
    this.#known.set(name, {
      day,
      questions: Math.max(questions, before?.questions ?? 0),
      tokens: Math.max(tokens, before?.tokens ?? 0),
    })
  }
}

function* addedTokens(
  tokens: number,
  day: number,
  keyIds: readonly string[],
  tell: (counts: readonly DayUse[]) => void,
): Work<void> {
  const counts: DayUse[] = []
  for (const key_id of keyIds) counts.push((yield* one(ADD_TOKENS, { tokens, day, key_id })) ?? NOTHING)
  tell(counts)
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
