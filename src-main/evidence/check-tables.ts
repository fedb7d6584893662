import type { Database } from 'better-sqlite3'
import { counted } from '../../src-shared/counted.ts'
import type { EntryKind } from '../ledger/ledger-store.ts'
import { TableRows, type TableName } from './evidence-tables.ts'
import type { HeadStatement } from './head.ts'
import { chainHash, type Chain, type Mark } from './running-chain.ts'

const SLICE_ROWS = 500
const NOUNS: Readonly<Record<TableName, string>> = {
  ledger: 'ledger entries',
  audit: 'rows of the audit trail',
  receipts: 'receipts',
}

/** What differs from a signed head, and where. */
export interface HeadProblem {
  /** `older`: rows that the head knows are missing at the end, as after a restore. */
  readonly kind: 'older' | 'changed' | 'added' | 'keys' | 'head'
  readonly text: string
}

/**
 * Compares the rows of one table with what a head states of them; a step of the generator is a slice of rows.
 * @param whole reads all rows; otherwise only those after the last mark, which is enough to notice an older database
 */
export function* checkTable(
  db: Database,
  table: TableName,
  said: HeadStatement,
  whole: boolean,
): Generator<undefined, HeadProblem[]> {
  const chain = said[table]
  const check = new TableCheck(db, table, chain)
  const problems: HeadProblem[] = []
  for (const [from, to] of stretchesOf(chain).slice(whole ? 0 : -1)) {
    const found = yield* check.stretch(from, to)
    if (found) problems.push(found)
    if (found?.kind === 'older') return problems
  }
  if (said.final) problems.push(...check.additions())
  if (whole && table === 'ledger' && problems.some(({ kind }) => kind === 'changed'))
    problems.push(...totalProblems(check.totals, said))
  return problems
}

class TableCheck {
  readonly totals = emptyTotals()
  readonly #rows: TableRows
  readonly #chain: Chain
  readonly #noun: string

  constructor(db: Database, table: TableName, chain: Chain) {
    this.#rows = new TableRows(db, table)
    this.#chain = chain
    this.#noun = NOUNS[table]
  }

  /** Compares the rows between two marks of the head. */
  *stretch([after, before]: Mark, [upTo, expected]: Mark): Generator<undefined, HeadProblem | null> {
    let [last, hash] = [after, before]
    reading: for (;;) {
      const rows = this.#rows.next(last, SLICE_ROWS)
      for (const { seq, text, entry } of rows) {
        if (seq > upTo) break reading
        hash = chainHash(hash, text)
        last = seq
        if (entry) addTo(this.totals, entry)
      }
      if (rows.length < SLICE_ROWS) break
      yield
    }
    const end = this.#rows.end()
    if (end < upTo) return this.#older(end)
    if (hash === expected) return null
    const text = `The ${this.#noun} ${after + 1} to ${upTo} are not those that the signed head vouches for.`
    return { kind: 'changed', text }
  }

  /** Rows after those of a head that was written when the gateway stopped. */
  additions(): HeadProblem[] {
    const last = this.#chain.last?.[0] ?? 0
    const added = this.#rows.next(last, 1)[0]
    if (!added) return []
    return [
      {
        kind: 'added',
        text: `There are ${this.#noun} from ${added.seq} on that were added while the gateway was stopped.`,
      },
    ]
  }

  #older(end: number): HeadProblem {
    const known = this.#chain.last?.[0] ?? 0
    const text =
      `The ${this.#noun} end at ${end}, and the signed head knows them up to ${known}: ` +
      'their end was cut off, or the database is older than the head, as after a restore by hand.'
    return { kind: 'older', text }
  }
}

/** The parts between the marks of a chain, each with the mark before it and its own. */
function stretchesOf({ marks, last }: Chain): [Mark, Mark][] {
  const ends = last === null || marks.at(-1)?.[0] === last[0] ? marks : [...marks, last]
  return ends.map((end, index) => [ends[index - 1] ?? [0, ''], end])
}

export type Totals = Record<EntryKind, { entries: number; credits: number }>

/** The sums of no entries. */
export function emptyTotals(): Totals {
  const none = () => ({ entries: 0, credits: 0 })
  return { grant: none(), purchase: none(), charge: none(), refund: none() }
}

/** Counts an entry. */
export function addTo(
  totals: Totals,
  { kind, credits }: { readonly kind: EntryKind; readonly credits: number },
): void {
  totals[kind].entries++
  totals[kind].credits += credits
}

// The stretches say where, and the sums what.
function totalProblems(found: Totals, { totals }: HeadStatement): HeadProblem[] {
  const kinds = ['grant', 'purchase', 'charge', 'refund'] as const
  const texts = kinds.flatMap((kind) => {
    const entries = found[kind].entries - totals[kind].entries
    const credits = found[kind].credits - totals[kind].credits
    if (entries === 0 && credits === 0) return []
    if (entries === 0) return [`A ${kind} was changed: the credits of all ${kind}s differ by ${credits}.`]
    const what = entries > 0 ? 'added' : 'removed'
    return [
      `${counted(Math.abs(entries), kind)} ${Math.abs(entries) === 1 ? 'was' : 'were'} ${what}, with ${counted(Math.abs(credits), 'credit')}.`,
    ]
  })
  return texts.map((text) => ({ kind: 'changed', text }))
}
