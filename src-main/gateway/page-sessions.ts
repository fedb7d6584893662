import { hash, randomBytes } from 'node:crypto'

const CODE_LIFETIME_MS = 60 * 60 * 1000
const MAX_CODES = 20
const MAX_SESSIONS = 100

/**
 * Sessions of the owner's page. A one-time code, printed at start or handed to the desktop window, is exchanged
 * for a cookie; the page itself never holds a key. Codes and sessions live in memory and end with the process.
 */
export class PageSessions {
  readonly #codes = new Map<string, number>()
  readonly #sessions = new Set<string>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** A new one-time code, good for an hour. */
  issueCode(): string {
    const code = randomBytes(18).toString('base64url')
    dropOldest(this.#codes, MAX_CODES - 1)
    this.#codes.set(fingerprint(code), this.#now() + CODE_LIFETIME_MS)
    return code
  }

  /** Exchanges a code for a session's token; null when the code is unknown, used or too old. */
  redeem(code: string): string | null {
    const name = fingerprint(code)
    const expiresAt = this.#codes.get(name)
    this.#codes.delete(name)
    return expiresAt === undefined || expiresAt < this.#now() ? null : this.open()
  }

  /** Opens a session and returns its token. */
  open(): string {
    const token = randomBytes(32).toString('base64url')
    dropOldest(this.#sessions, MAX_SESSIONS - 1)
    this.#sessions.add(fingerprint(token))
    return token
  }

  has(token: string): boolean {
    return this.#sessions.has(fingerprint(token))
  }

  close(token: string): void {
    this.#sessions.delete(fingerprint(token))
  }

  /** Ends every session and makes every code useless. */
  closeAll(): void {
    this.#sessions.clear()
    this.#codes.clear()
  }
}

// Tokens are looked up by their hash, so that how long a look-up takes says nothing about a token.
function fingerprint(token: string): string {
  return hash('sha256', token)
}

function dropOldest(entries: Map<string, unknown> | Set<string>, keep: number): void {
  for (const key of entries.keys()) {
    if (entries.size <= keep) return
    entries.delete(key)
  }
}
