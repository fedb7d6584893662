import { hash, randomBytes } from 'node:crypto'
import type { SessionFile, StoredSession } from './session-file.ts'
import type { SessionTable } from './session-table.ts'

const CODE_LIFETIME_MS = 60 * 60 * 1000
const MAX_CODES = 20
const MAX_SESSIONS = 100
/** How long a browser stays signed in. */
const SESSION_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000

interface Session {
  /** The key that it was opened with; null when the process itself opened it. */
  readonly issuer: string | null
  /** The fingerprint of its pass; null when it needs none. */
  readonly pass: string | null
  /** In milliseconds since 1970. */
  readonly endsAt: number
}

interface IssuedCode {
  readonly expiresAt: number
  readonly issuer: string | null
  readonly used: () => void
}

/** Where sessions are kept: in a file for a gateway that is alone, in a table for several. */
interface Kept {
  readonly file?: SessionFile
  readonly table?: SessionTable
  /** Reads keys that other gateways have made. */
  readonly learnKeys?: () => Promise<void>
}

/**
 * Sessions of the owner's page. A one-time code, printed at start or handed to the desktop window, is exchanged
 * for a cookie and a pass; the page itself never holds a key. Browsers send a cookie to every port of a host, but
 * keep a page's storage to its origin, so a session needs both. Sessions of browsers outlive the
 * process, as hashes; codes and the sessions of the desktop's window end with it.
 */
export class PageSessions {
  readonly #codes = new Map<string, IssuedCode>()
  readonly #sessions = new Map<string, Session>()
  readonly #now: () => number
  readonly #works: (keyId: string) => boolean
  readonly #file: SessionFile | null
  readonly #table: SessionTable | null
  readonly #learnKeys: () => Promise<void>
  /** Codes and sessions that are being stored for the other gateways. */
  #storing: Promise<unknown> = Promise.resolve()
  #reading: Promise<void> | null = null

  /**
   * @param now milliseconds since 1970
   * @param works whether a key still works; its sessions end with it
   * @param kept null keeps them in memory
   */
  constructor(now: () => number, works: (keyId: string) => boolean, kept: Kept | null = null) {
    this.#now = now
    this.#works = works
    this.#file = kept?.file ?? null
    this.#table = kept?.table ?? null
    this.#learnKeys = kept?.learnKeys ?? (() => Promise.resolve())
    for (const session of this.#file?.read().slice(-MAX_SESSIONS) ?? []) this.#know(session)
  }

  /** Reads what other gateways have opened and ended; sessions of the desktop's window stay. */
  async refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => (this.#reading = null))
    await this.#reading
  }

  /**
   * Reads a session that another gateway has opened just now. @returns null, which takes no turn, where this gateway
   * knows it already or shares none
   */
  learn(token: string): Promise<void> | null {
    if (this.#table === null || this.#sessions.has(fingerprint(token))) return null
    return this.#learn(fingerprint(token))
  }

  /** Resolves once other gateways take each code that was issued here. @throws whatever storing them threw */
  async shared(): Promise<void> {
    await this.#storing
  }

  /**
   * A new one-time code, valid for an hour.
   * @param issuer the key that requests it; null for the process itself
   * @param used called when somebody has tried the code
   */
  issueCode(issuer: string | null = null, used: () => void = () => undefined): string {
    const code = randomBytes(18).toString('base64url')
    const expiresAt = this.#now() + CODE_LIFETIME_MS
    dropOldest(this.#codes, MAX_CODES - 1)
    this.#codes.set(fingerprint(code), { expiresAt, issuer, used })
    if (this.#table) {
      this.#storing = this.#table.keepCode(
        { code: fingerprint(code), issuer, expires_at: expiresAt },
        MAX_CODES,
      )
      // Whoever waits for it is told; a code that could not be stored opens nothing.
      this.#storing.catch(() => undefined)
    }
    return code
  }

  /**
   * Exchanges a code for a session's token and pass; null when the code is unknown, used or too old.
   * @param unsaved called when the disk refuses to keep the session, which then ends with the process
   */
  async redeem(
    code: string,
    unsaved: (error: unknown) => void = () => undefined,
  ): Promise<{ readonly token: string; readonly pass: string } | null> {
    const name = fingerprint(code)
    const issued = await this.#take(name)
    if (!issued || issued.expiresAt < this.#now() || !this.#isLive(issued.issuer)) return null
    const pass = randomBytes(32).toString('base64url')
    const token = this.#add(issued.issuer, fingerprint(pass))
    try {
      await this.#save(fingerprint(token))
    } catch (error) {
      // A full disk must not lock the owner out of the page that reports it.
      unsaved(error)
    }
    return { token, pass }
  }

  /** Opens a session for the desktop's window, whose cookies go to no other server, and returns its token. */
  open(): string {
    return this.#add(null, null)
  }

  /**
   * Whether a session is open, and the key that it was opened with still works.
   * @param pass the pass that the page sent beside its cookie
   */
  has(token: string, pass: string | null): boolean {
    const session = this.#sessions.get(fingerprint(token))
    if (!session || !this.#isOpen(session)) return false
    return session.pass === null || (pass !== null && this.#isPass(fingerprint(pass)))
  }

  /** The key that a session was opened with; null when the process itself opened it, or there is none. */
  issuerOf(token: string): string | null {
    return this.#sessions.get(fingerprint(token))?.issuer ?? null
  }

  /** Ends every session and invalidates every code. @throws Error when the disk still holds the sessions */
  async closeAll(): Promise<void> {
    this.#sessions.clear()
    this.#codes.clear()
    this.#file?.write([])
    await this.#table?.clear()
  }

  // A pass of any live session counts: a tab that signs in again changes the cookie of all tabs, in
  // the middle of their requests.
  #isPass(print: string): boolean {
    return [...this.#sessions.values()].some((session) => session.pass === print && this.#isOpen(session))
  }

  #add(issuer: string | null, pass: string | null): string {
    const token = randomBytes(32).toString('base64url')
    dropOldest(this.#sessions, MAX_SESSIONS - 1)
    this.#sessions.set(fingerprint(token), { issuer, pass, endsAt: this.#now() + SESSION_LIFETIME_MS })
    return token
  }

  /** Takes a code, which nobody can do again, at this gateway or another. */
  async #take(name: string): Promise<Pick<IssuedCode, 'expiresAt' | 'issuer'> | null> {
    const mine = this.#codes.get(name) ?? null
    this.#codes.delete(name)
    mine?.used()
    if (!this.#table) return mine
    await this.#storing.catch(() => undefined)
    const taken = await this.#table.takeCode(name)
    if (taken) await this.#learnKey(taken.issuer)
    return taken && { expiresAt: taken.expires_at, issuer: taken.issuer }
  }

  async #save(name: string): Promise<void> {
    const kept = [...this.#sessions].flatMap(([token, session]) => {
      const { pass, issuer, endsAt } = session
      return pass !== null && this.#isOpen(session) ? [{ token, pass, issuer, ends_at: endsAt }] : []
    })
    this.#file?.write(kept)
    const added = kept.find(({ token }) => token === name)
    if (added) await this.#table?.keep(added, MAX_SESSIONS)
  }

  async #learn(name: string): Promise<void> {
    // What is being read may have been asked for before the session was opened.
    if (this.#reading) await this.#reading
    if (!this.#sessions.has(name)) await this.refresh()
    await this.#learnKey(this.#sessions.get(name)?.issuer ?? null)
  }

  // It may have been made at another gateway a moment ago.
  async #learnKey(issuer: string | null): Promise<void> {
    if (!this.#isLive(issuer)) await this.#learnKeys()
  }

  async #read(): Promise<void> {
    const stored = (await this.#table?.read()) ?? []
    const names = new Set(stored.map(({ token }) => token))
    for (const [token, { pass }] of this.#sessions)
      if (pass !== null && !names.has(token)) this.#sessions.delete(token)
    for (const session of stored) this.#know(session)
  }

  #know({ token, pass, issuer, ends_at: endsAt }: StoredSession): void {
    this.#sessions.set(token, { issuer, pass, endsAt })
  }

  #isOpen({ issuer, endsAt }: Session): boolean {
    return this.#now() < endsAt && this.#isLive(issuer)
  }

  #isLive(issuer: string | null): boolean {
    return issuer === null || this.#works(issuer)
  }
}

// Tokens are looked up by their hash, so that timing reveals nothing about a token.
function fingerprint(token: string): string {
  return hash('sha256', token)
}

function dropOldest(entries: Map<string, unknown>, keep: number): void {
  for (const key of entries.keys()) {
    if (entries.size <= keep) return
    entries.delete(key)
  }
}
