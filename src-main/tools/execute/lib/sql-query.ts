export type SqlValue = string | number | null

export interface SqlTable {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly SqlValue[])[]
}

export interface SqlQuery {
  readonly sql: string
  readonly params: readonly SqlValue[] | Readonly<Record<string, SqlValue>>
  readonly tables: readonly SqlTable[]
  /** Most rows to return. */
  readonly limit: number
}

export interface SqlAnswer {
  readonly columns: string[]
  readonly rows: SqlValue[][]
  /** Whether the query has more rows than requested. */
  readonly more: boolean
}

/** The most processor time that a query may use, in milliseconds; a busy machine does not use it up. */
export const SQL_CPU_MS = 1_500
/** The most time that may pass, in milliseconds, for a process that waits instead of working. */
export const SQL_WALL_MS = 15_000
export const SQL_MEMORY_BYTES = 384 * 1024 * 1024

/** In the last line of standard error of a program that has used up its time. */
export const OUT_OF_TIME = 'out of time'
/** The same for its memory. */
export const OUT_OF_MEMORY = 'out of memory'

/** The answer, or SQLite's error. */
type SqlOutcome = SqlAnswer | { readonly fault: string }

/** The output of the program. */
export interface SqlOutput {
  readonly outcome: SqlOutcome
  /** The processor time of the program until then, in milliseconds. */
  readonly cpuMs: number
}
