/** A value that a statement is given. */
export type Value = string | number | null | Uint8Array

/** The values of a statement, by the names of its parameters. */
export type Values = Readonly<Record<string, Value>>

/** One SQL statement, as each engine says it. Its parameters are named: `:key_id`. */
export interface Statement<V extends Values = Values, R = unknown> {
  readonly sqlite: string
  readonly postgres: string
  /** Never set: only the types of its values and rows. */
  readonly types?: { readonly values: V; readonly row: R }
}

/** A statement to run now, with its values. */
export interface Ask {
  readonly statement: Statement
  readonly values: Values
}

/** What an engine answers: the rows of a statement that returns some, or else how many it changed. */
export type Told = readonly unknown[] | number

/**
 * What is done in one transaction, or read at one moment: it yields statements and is sent what they gave. It may
 * be run again from its start, so it must change nothing but the database. Whoever calls a function that returns
 * work must `yield*` it, or give it to an engine: until then nothing has been done. Write it as a method or as a
 * function of a module: V8 gives each generator that is made inside of a function a shape of its own, which costs a
 * call more than its statements.
 */
export type Work<T> = Generator<Ask, T, Told>

/** @param postgres only where PostgreSQL needs it said differently */
export function statement<V extends Values, R = never>(
  sqlite: string,
  postgres: string = sqlite,
): Statement<V, R> {
  return { sqlite, postgres }
}

/** Work that has nothing to do. */
export function* nothing(): Work<void> {}

/** Work, and then what belongs to it, such as its row of the audit trail. @returns what the first has given */
export function* followedBy<T>(work: Work<T>, next: (value: T) => Work<unknown>): Work<T> {
  const value = yield* work
  yield* next(value)
  return value
}

/** All rows of a statement. */
export function* all<V extends Values, R>(statement: Statement<V, R>, values: V): Work<readonly R[]> {
  const told = yield { statement, values }
  if (typeof told === 'number') throw new Error(`A statement returned no rows: ${statement.sqlite}`)
  // The statement says what its rows are.
  return told as readonly R[]
}

/** The first row of a statement, if there is one. */
export function* one<V extends Values, R>(statement: Statement<V, R>, values: V): Work<R | undefined> {
  return (yield* all(statement, values))[0]
}

/** Runs a statement that returns no rows. @returns how many it changed */
export function* run<V extends Values>(statement: Statement<V>, values: V): Work<number> {
  const told = yield { statement, values }
  if (typeof told !== 'number') throw new Error(`A statement returned rows: ${statement.sqlite}`)
  return told
}
