import type Database from 'better-sqlite3'
import { readFileSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { deserialize } from 'node:v8'
import { isMainThread, Worker } from 'node:worker_threads'
import {
  OUT_OF_MEMORY,
  OUT_OF_TIME,
  SQL_CPU_MS,
  SQL_MEMORY_BYTES,
  SQL_WALL_MS,
  type SqlAnswer,
  type SqlOutput,
  type SqlQuery,
  type SqlTable,
  type SqlValue,
} from './sql-query.ts'

// The entry of the process that runs one query: `sql-child LIBRARY`, with the file of better-sqlite3. It reads a
// SqlQuery, serialised by V8, from standard input, and writes a SqlOutput as JSON to standard output. Its second
// thread watches the first.
if (isMainThread) answerOne()
else watchProcess()

function answerOne(): void {
  // V8-serialised values and not JSON, because the engine misreads some escaped keys of JSON. Only sql-process.ts
  // starts this program.
  const query = deserialize(readFileSync(0)) as SqlQuery
  const library = process.argv[2]!
  // Its types come from the same package.
  const Sqlite = createRequire(import.meta.url)(library) as typeof Database
  // SQLite blocks this thread; its build has neither a progress callback nor a heap limit.
  new Worker(new URL(import.meta.url)).unref()
  let outcome: SqlOutput['outcome']
  try {
    outcome = answerQuery(new Sqlite(':memory:'), new Sqlite(':memory:'), query)
  } catch (error) {
    outcome = { fault: `SQLite says: ${error instanceof Error ? error.message : String(error)}` }
  }
  const output: SqlOutput = { outcome, cpuMs: cpuMsOf(process.cpuUsage()) }
  process.stdout.write(JSON.stringify(output))
}

function watchProcess(): void {
  const begun = process.cpuUsage()
  const isLate = (): boolean =>
    cpuMsOf(process.cpuUsage(begun)) > SQL_CPU_MS || process.uptime() * 1_000 > SQL_WALL_MS
  const look = (): void => {
    const isFull = process.memoryUsage.rss() > SQL_MEMORY_BYTES
    if (!isFull && !isLate()) return
    try {
      const cpuMs = Math.round(cpuMsOf(process.cpuUsage()))
      writeSync(2, `${isFull ? OUT_OF_MEMORY : OUT_OF_TIME}, ${cpuMs} ms`)
    } catch {
      // The parent process is gone, so nobody reads this.
    }
    process.kill(process.pid, 'SIGKILL')
  }
  setInterval(look, 5)
}

function cpuMsOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1_000
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
