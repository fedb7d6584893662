import type { Engine } from '../../storage/engine/engine.ts'
import { all, followedBy, one, run, statement } from '../../storage/engine/work.ts'
import type { StoredSession } from './session-file.ts'

/** A one-time code as it is stored: its hash opens nothing by itself. */
export type StoredCode = {
  readonly code: string
  /** The key that requested it; null when a gateway did. */
  readonly issuer: string | null
  /** In milliseconds since 1970. */
  readonly expires_at: number
}

type Times = { readonly now: number; readonly most: number }

const SESSIONS = statement<Record<never, never>, StoredSession>(
  'SELECT token, pass, issuer, ends_at FROM page_session ORDER BY ends_at, token',
)
const KEEP = statement<StoredSession>(
  `INSERT INTO page_session (token, pass, issuer, ends_at) VALUES (:token, :pass, :issuer, :ends_at)`,
)
const THIN_OUT = statement<Times>(
  `DELETE FROM page_session WHERE ends_at < :now
   OR token NOT IN (SELECT token FROM page_session ORDER BY ends_at DESC, token LIMIT :most)`,
)
const KEEP_CODE = statement<StoredCode>(
  'INSERT INTO page_code (code, issuer, expires_at) VALUES (:code, :issuer, :expires_at)',
)
const THIN_OUT_CODES = statement<Times>(
  `DELETE FROM page_code WHERE expires_at < :now
   OR code NOT IN (SELECT code FROM page_code ORDER BY expires_at DESC, code LIMIT :most)`,
)
const TAKE_CODE = statement<{ readonly code: string }, StoredCode>(
  'DELETE FROM page_code WHERE code = :code RETURNING code, issuer, expires_at',
)
const CLEAR = statement('DELETE FROM page_session')
const CLEAR_CODES = statement('DELETE FROM page_code')

/** The sessions of browsers and the codes for them that all gateways on one database share. */
export class SessionTable {
  readonly #engine: Engine
  readonly #now: () => number

  /** @param now milliseconds since 1970 */
  constructor(engine: Engine, now: () => number) {
    this.#engine = engine
    this.#now = now
  }

  /** The stored sessions, the oldest first. */
  async read(): Promise<readonly StoredSession[]> {
    return await this.#engine.read(() => all(SESSIONS, {}))
  }

  /** Keeps a session, and of all at most `most`, the newest. */
  async keep(session: StoredSession, most: number): Promise<void> {
    const times = { now: this.#now(), most }
    await this.#engine.write('page-session', () =>
      followedBy(run(KEEP, session), () => run(THIN_OUT, times)),
    )
  }

  /** Keeps a code, and of all at most `most`, the newest. */
  async keepCode(code: StoredCode, most: number): Promise<void> {
    const times = { now: this.#now(), most }
    await this.#engine.write('page-code', () =>
      followedBy(run(KEEP_CODE, code), () => run(THIN_OUT_CODES, times)),
    )
  }

  /** Takes a code, which one caller at all gateways does. @returns null where it does not exist */
  async takeCode(code: string): Promise<StoredCode | null> {
    return (await this.#engine.write('page-code', () => one(TAKE_CODE, { code }))) ?? null
  }

  /** Ends all sessions and codes. */
  async clear(): Promise<void> {
    await this.#engine.write('page-session', () => followedBy(run(CLEAR, {}), () => run(CLEAR_CODES, {})))
  }
}
