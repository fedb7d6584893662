import { hash, randomBytes } from 'node:crypto'

const CODE_LIFETIME_MS = 60 * 60 * 1000
const MAX_CODES = 20
const MAX_SESSIONS = 100

/**
 * Sessions of the owner's page. A one-time code, printed at start or handed to the desktop window, is exchanged
 * for a cookie; the page itself never holds a key. Codes and sessions live in memory and end with the process.
 */
export class PageSessions {
  readonly #codes = new Map<string, { readonly expiresAt: number; readonly issuer: string | null }>()
  /** The key that each was opened with; null for one that the process itself has opened. */
  readonly #sessions = new Map<string, string | null>()
  readonly #now: () => number
  readonly #works: (keyId: string) => boolean

  /**
   * @param now milliseconds since 1970
   * @param works whether a key still works; what was opened with it ends with it
   */
  constructor(now: () => number, works: (keyId: string) => boolean) {
    this.#now = now
    this.#works = works
  }

  /** A new one-time code, good for an hour. @param issuer the key that asks for it; null for the process itself */
  issueCode(issuer: string | null = null): string {
    const code = randomBytes(18).toString('base64url')
    dropOldest(this.#codes, MAX_CODES - 1)
    this.#codes.set(fingerprint(code), { expiresAt: this.#now() + CODE_LIFETIME_MS, issuer })
    return code
  }

  /** Exchanges a code for a session's token; null when the code is unknown, used or too old. */
  redeem(code: string): string | null {
    const name = fingerprint(code)
    const issued = this.#codes.get(name)
    this.#codes.delete(name)
    if (!issued || issued.expiresAt < this.#now() || !this.#isLive(issued.issuer)) return null
    return this.open(issued.issuer)
  }

  /** Opens a session and returns its token. @param issuer as with `issueCode` */
  open(issuer: string | null = null): string {
    const token = randomBytes(32).toString('base64url')
    dropOldest(this.#sessions, MAX_SESSIONS - 1)
    this.#sessions.set(fingerprint(token), issuer)
    return token
  }

  /** Whether a session is open, and the key that it was opened with still works. */
  has(token: string): boolean {
    const issuer = this.#sessions.get(fingerprint(token))
    return issuer !== undefined && this.#isLive(issuer)
  }

  /** Ends every session and makes every code useless. */
  closeAll(): void {
    this.#sessions.clear()
    this.#codes.clear()
  }

  #isLive(issuer: string | null): boolean {
    return issuer === null || this.#works(issuer)
  }
}

// Tokens are looked up by their hash, so that how long a look-up takes says nothing about a token.
function fingerprint(token: string): string {
  return hash('sha256', token)
}

function dropOldest(entries: Map<string, unknown>, keep: number): void {
  for (const key of entries.keys()) {
    if (entries.size <= keep) return
    entries.delete(key)
  }
}
