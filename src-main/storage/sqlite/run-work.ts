import type { Database, Statement as Prepared } from 'better-sqlite3'
import type { Ask, Statement, Told, Values, Work } from '../engine/work.ts'

type Known = Map<Statement, Prepared<[Values]>>

/** The statements of each open database, each prepared when it is first asked. */
const PREPARED = new WeakMap<Database, Known>()

/**
 * Runs work without leaving this turn of the event loop, within the current transaction if there is one. Nothing
 * else can come in between.
 */
export function runWork<T>(db: Database, work: Work<T>): T {
  let step = work.next()
  if (step.done) return step.value
  let known = PREPARED.get(db)
  if (!known) PREPARED.set(db, (known = new Map<Statement, Prepared<[Values]>>()))
  while (!step.done) {
    let told: Told
    try {
      told = ask(db, known, step.value)
    } catch (error) {
      step = work.throw(error)
      continue
    }
    step = work.next(told)
  }
  return step.value
}

function ask(db: Database, known: Known, { statement, values }: Ask): Told {
  let prepared = known.get(statement)
  if (!prepared) known.set(statement, (prepared = db.prepare<[Values]>(statement.sqlite)))
  return prepared.reader ? prepared.all(values) : prepared.run(values).changes
}
