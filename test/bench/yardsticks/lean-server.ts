import Sqlite, { type Database, type Statement } from 'better-sqlite3'
import { hash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// The second yardstick: the least that can keep what the gateway promises for a call. It knows its key by a hash,
// counts the calls of its window, checks the body, holds the price before the tool runs, and answers with the hashed
// bytes once the charge is on disk, under the ledger's own constraints, index and triggers. It has one tool and one key
// and nothing else: no cache, no record, no router, no scopes.

const KEY = process.env.TOOLGATE_OWNER_KEY ?? ''
const PATH = '/v1/crypto-hash-sha256'
const CREDITS = 1
const RATE_LIMIT = 100_000
const MAX_BODY_BYTES = 10 * 1024 * 1024
const MOST_ROWS = 16
const LAYOUT = `
CREATE TABLE account (id TEXT PRIMARY KEY, balance INTEGER NOT NULL CHECK (balance >= 0)) STRICT, WITHOUT ROWID;
CREATE TABLE entry (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, account TEXT NOT NULL,
  credits INTEGER NOT NULL CHECK (credits <= 0), balance_after INTEGER NOT NULL CHECK (balance_after >= 0),
  request_id TEXT NOT NULL, slug TEXT NOT NULL, at INTEGER NOT NULL
) STRICT;
CREATE INDEX entry_by_account ON entry (account, seq);
CREATE TRIGGER entry_moves_balance AFTER INSERT ON entry BEGIN
  UPDATE account SET balance = balance + NEW.credits WHERE id = NEW.account;
END;
INSERT INTO account VALUES ('owner', 100000000);`

interface Charge {
  readonly requestId: string
  readonly done: (balance: number) => void
}

/** Charges what arrives in one turn of the event loop in one transaction, whose COMMIT syncs the disk. */
class Ledger {
  readonly #db: Database
  readonly #inserts = new Map<number, Statement<[(string | number)[]]>>()
  readonly #begin: Statement
  readonly #commit: Statement
  readonly #balanceNow: Statement<[], number>
  #balance: number
  #held = 0
  #waiting: Charge[] = []

  constructor(file: string) {
    this.#db = new Sqlite(file)
    for (const pragma of ['locking_mode = EXCLUSIVE', 'journal_mode = WAL', 'synchronous = FULL'])
      this.#db.pragma(pragma)
    this.#db.exec(LAYOUT)
    this.#begin = this.#db.prepare('BEGIN IMMEDIATE')
    this.#commit = this.#db.prepare('COMMIT')
    this.#balanceNow = this.#db
      .prepare<[], number>("SELECT balance FROM account WHERE id = 'owner'")
      .pluck()
    this.#balance = this.#balanceNow.get() ?? 0
  }

  /** @returns whether the price is held */
  reserve(): boolean {
    if (this.#balance - this.#held < CREDITS) return false
    this.#held += CREDITS
    return true
  }

  charge(requestId: string, done: (balance: number) => void): void {
    if (this.#waiting.push({ requestId, done }) === 1) setImmediate(() => this.#write())
  }

  #write(): void {
    const charges = this.#waiting
    this.#waiting = []
    let balance = this.#balance
    this.#begin.run()
    for (let from = 0; from < charges.length;) {
      const rows = Math.min(MOST_ROWS, 2 ** Math.floor(Math.log2(charges.length - from)))
      const values: (string | number)[] = []
      for (const { requestId } of charges.slice(from, from + rows))
        values.push(requestId, -CREDITS, (balance -= CREDITS), requestId, Date.now())
      this.#insertOf(rows).run(values)
      from += rows
    }
    if (this.#balanceNow.get() !== balance) throw new Error('The balance is not what the charges leave')
    this.#commit.run()
    this.#held -= charges.length * CREDITS
    for (const { done } of charges) done((this.#balance -= CREDITS))
  }

  #insertOf(rows: number): Statement<[(string | number)[]]> {
    const values = Array<string>(rows).fill(`(?, 'owner', ?, ?, ?, 'crypto-hash-sha256', ?)`).join(', ')
    const columns = 'id, account, credits, balance_after, request_id, slug, at'
    const known =
      this.#inserts.get(rows) ??
      this.#db.prepare<[(string | number)[]]>(`INSERT INTO entry (${columns}) VALUES ${values}`)
    this.#inserts.set(rows, known)
    return known
  }
}

const folder = mkdtempSync(join(tmpdir(), 'toolgate-lean-'))
const ledger = new Ledger(join(folder, 'lean.db'))
const keys = new Map([[hash('sha256', KEY), 'owner']])
let host = ''
let window = 0
let calls = 0

function serve(req: IncomingMessage, res: ServerResponse): void {
  const startedAt = performance.now()
  if (req.headers.host !== host || req.headers.origin !== undefined) return refuse(res, 403)
  if (req.method !== 'POST' || req.url !== PATH) return refuse(res, 404)
  if (req.headers['content-type'] !== 'application/json') return refuse(res, 415)
  if (!keys.has(hash('sha256', req.headers.authorization?.slice('Bearer '.length) ?? '')))
    return refuse(res, 401)
  const second = Math.floor(Date.now() / 1_000)
  calls = second === window ? calls + 1 : 1
  window = second
  if (calls > RATE_LIMIT) return refuse(res, 429)
  const chunks: Buffer[] = []
  req.on('data', (chunk: Buffer) => chunks.push(chunk))
  req.on('end', () => call(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks), startedAt, res))
}

function call(body: Buffer, startedAt: number, res: ServerResponse): void {
  const text = body.length > MAX_BODY_BYTES ? null : textIn(body)
  if (text === null) return refuse(res, 400)
  if (!ledger.reserve()) return refuse(res, 402)
  const requestId = randomUUID()
  // In canonical form: the names are in order.
  const data = `{"_engine":"real","bytes":${Buffer.byteLength(text)},"encoding":"hex","hash":"${hash('sha256', text)}"}`
  const outputHash = hash('sha256', data)
  ledger.charge(requestId, (balance) => {
    const latency = performance.now() - startedAt
    const ms = Math.round(latency)
    const meta = {
      api: 'crypto-hash-sha256',
      credits_used: CREDITS,
      balance,
      latency_ms: ms,
      engine: 'real',
    }
    const rest = {
      meta: { ...meta, output_hash: outputHash },
      guarantees: { schema_valid: true, validated: true },
    }
    answer(res, 200, `{"ok":true,"data":${data},${JSON.stringify(rest).slice(1)}`, [
      ...['x-request-id', requestId, 'x-credits-used', String(CREDITS), 'x-latency-ms', String(ms)],
      ...['x-engine', 'real', 'x-cost-usd', '0.005', 'x-output-hash', outputHash, 'x-cache', 'MISS'],
      ...['server-timing', `total;dur=${latency.toFixed(2)}`, 'x-content-type-options', 'nosniff'],
      ...['cache-control', 'no-store', 'x-credits-remaining', String(balance)],
      ...['x-ratelimit-remaining', String(RATE_LIMIT - calls)],
    ])
  })
}

/** The one field of the tool; null for a body that it does not take. */
function textIn(body: Buffer): string | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    if (typeof value !== 'object' || value === null || !('text' in value)) return null
    return typeof value.text === 'string' && value.text.isWellFormed() && Object.keys(value).length === 1
      ? value.text
      : null
  } catch {
    // Not JSON, which is an answer here too.
    return null
  }
}

function answer(res: ServerResponse, status: number, body: string, headers: readonly string[]): void {
  const bytes = Buffer.byteLength(body)
  const type = ['content-type', 'application/json; charset=utf-8']
  res.writeHead(status, [...type, ...headers, 'content-length', String(bytes)])
  // ASCII, which latin1 writes without converting it.
  res.end(body, bytes === body.length ? 'latin1' : 'utf8')
}

function refuse(res: ServerResponse, status: number): void {
  answer(res, status, '{"ok":false}', [])
}

const server = createServer(serve)
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  console.log(JSON.stringify({ event: 'ready', url: `http://${host}` }))
})
process.on('SIGTERM', () => {
  rmSync(folder, { recursive: true })
  process.exit()
})
