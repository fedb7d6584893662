import type Database from 'better-sqlite3'

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

/** The limits at which the program ends itself. */
export interface SqlLimits {
  readonly memoryBytes: number
  /** processor time of the query, in milliseconds. */
  readonly cpuMs: number
  /** Elapsed time, in milliseconds. */
  readonly wallMs: number
}

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

/**
 * The source of a program that reads a SqlQuery, serialised by V8, from its standard input and
 * writes a SqlOutput as JSON: the text of the functions below, which may therefore only use each
 * other.
 * @param library the file of better-sqlite3
 */
export function toSqlProgram(library: string, limits: SqlLimits): string {
  const parts = [main, watchItself, refuseChance, fixClock, fill, toBound, toPlain, answerQuery]
  const call = `${main.name}(require(${JSON.stringify(library)}), ${JSON.stringify(limits)}, ${JSON.stringify([OUT_OF_TIME, OUT_OF_MEMORY])})`
  return [...parts.map((part) => part.toString()), call].join('\n')
}

function main(
  Sqlite: typeof Database,
  limits: SqlLimits,
  ends: readonly [time: string, memory: string],
): void {
  // The only way for a program given as text to load Node's modules.
  const input = process.getBuiltinModule('node:fs').readFileSync(0)
  // The query from runSql, as V8-serialised values and not as JSON, because the engine misreads
  // some escaped keys of JSON.
  const query = process.getBuiltinModule('node:v8').deserialize(input) as SqlQuery
  watchItself(limits, ends)
  let outcome: SqlOutcome
  try {
    outcome = answerQuery(new Sqlite(':memory:'), new Sqlite(':memory:'), query)
  } catch (error) {
    outcome = { fault: `SQLite says: ${error instanceof Error ? error.message : String(error)}` }
  }
  const { user, system } = process.cpuUsage()
  const output: SqlOutput = { outcome, cpuMs: (user + system) / 1_000 }
  process.stdout.write(JSON.stringify(output))
}

// In a thread of its own, because SQLite blocks the other one; its build has neither a progress
// callback nor a heap limit.
function watchItself(
  { memoryBytes, cpuMs, wallMs }: SqlLimits,
  [time, memory]: readonly [string, string],
): void {
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  const watch = `const begun = process.cpuUsage()
    const cpuMs = ({ user, system }) => (user + system) / 1000
    const isLate = () => cpuMs(process.cpuUsage(begun)) > ${cpuMs} || process.uptime() * 1000 > ${wallMs}
    const look = () => {
      const isFull = process.memoryUsage.rss() > ${memoryBytes}
      if (!isFull && !isLate()) return
      const end = (isFull ? '${memory}, ' : '${time}, ') + Math.round(cpuMs(process.cpuUsage())) + ' ms'
      try { require('node:fs').writeSync(2, end) }
      catch { /* The parent process is gone, so nobody reads this. */ }
      process.kill(process.pid, 'SIGKILL')
    }
    setInterval(look, 5)`
  new Worker(watch, { eval: true }).unref()
}

function answerQuery(db: Database.Database, clock: Database.Database, query: SqlQuery): SqlAnswer {
  db.pragma('temp_store=MEMORY')
  for (const table of query.tables) fill(db, table)
  refuseChance(db)
  for (const name of ['date', 'time', 'datetime', 'julianday', 'unixepoch']) fixClock(db, clock, name, 0)
  fixClock(db, clock, 'strftime', 1)
  const statement = db.prepare(query.sql).raw(true).safeIntegers(true)
  if (!statement.readonly) throw new Error('the statement would change something; only reading is allowed')
  const columns = statement.columns().map((column) => column.name)
  const rows: SqlValue[][] = []
  const { params } = query
  const named = Object.entries(params).map(([name, value]: [string, SqlValue]) => [name, toBound(value)])
  for (const row of statement.iterate(
    Array.isArray(params) ? params.map(toBound) : Object.fromEntries(named),
  )) {
    if (rows.length === query.limit) return { columns, rows, more: true }
    // With raw(), each row is an array.
    rows.push((row as unknown[]).map(toPlain))
  }
  return { columns, rows, more: false }
}

function refuseChance(db: Database.Database): void {
  for (const name of ['random', 'randomblob', 'current_timestamp', 'current_date', 'current_time']) {
    db.function(name, { varargs: true }, () => {
      throw new Error(`${name} is not available: the answer must depend only on the input`)
    })
  }
}

// Delegates to the same function of another connection, unless it would read the clock.
function fixClock(db: Database.Database, clock: Database.Database, name: string, firstTime: number): void {
  db.function(name, { varargs: true, deterministic: true }, (...values: unknown[]) => {
    const readsClock = values.some((value) => /^\s*(now|subsec|subsecond)\s*$/i.test(String(value)))
    if (values.length <= firstTime || readsClock)
      throw new Error('The current time is not available; send it as a parameter')
    const marks = values.map(() => '?').join(',')
    return clock.prepare(`SELECT ${name}(${marks})`).pluck().get(values)
  })
}

function fill(db: Database.Database, { name, columns, rows }: SqlTable): void {
  const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`
  db.exec(`CREATE TABLE ${quote(name)} (${columns.map(quote).join(',')})`)
  const insert = db.prepare(`INSERT INTO ${quote(name)} VALUES (${columns.map(() => '?').join(',')})`)
  db.transaction(() => rows.forEach((row) => insert.run(row.map(toBound))))()
}

// A JavaScript number is bound as a REAL, a bigint as an INTEGER.
function toBound(value: SqlValue): SqlValue | bigint {
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value
}

function toPlain(value: unknown): SqlValue {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  return typeof value === 'string' ? value.toWellFormed() : null
}
