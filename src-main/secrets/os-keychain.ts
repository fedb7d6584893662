import type { AsyncEntry } from 'keytar'
import { SecretsUnavailable, type SecretBackend } from './secret-store.ts'
import { counted } from '../../src-shared/counted.ts'

const SERVICE = 'Toolgate'
const READ_MS = 5_000
/** A save may open a dialog in which the user must unlock the keychain first. */
const SAVE_MS = 60_000

const NAMES: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'the macOS keychain',
  win32: 'the Windows credential store',
}
const NAME = NAMES[process.platform] ?? "this system's keychain (Secret Service)"

/** One entry of the keychain, as the library provides it. */
export type KeychainEntry = Pick<AsyncEntry, 'getPassword' | 'setPassword' | 'deletePassword'>

/** How to access the keychain; tests pass their own. */
export interface KeychainOptions {
  readonly open?: (id: string) => Promise<KeychainEntry>
  readonly readMs?: number
}

/**
 * The operating system's keychain. On Linux it is pinned to the Secret Service: the library's default would silently
 * fall back to the kernel's keyring, which forgets everything at the next start.
 */
export class OsKeychain implements SecretBackend {
  readonly place = 'keychain'
  readonly #open: (id: string) => Promise<KeychainEntry>
  readonly #readMs: number
  /** A request that never returned still blocks a thread of Node's pool, so no more are sent after it. */
  #stuck = false

  constructor({ open = openEntry, readMs = READ_MS }: KeychainOptions = {}) {
    this.#open = open
    this.#readMs = readMs
  }

  async save(id: string, secret: string): Promise<void> {
    await this.#ask(id, SAVE_MS, (entry, signal) => entry.setPassword(secret, signal))
    // A keychain without a collection accepts a secret and then does not have it.
    const kept = await this.#ask(id, this.#readMs, (entry, signal) => entry.getPassword(signal))
    if (kept !== secret) throw new SecretsUnavailable(`${upper(NAME)} did not store the key.`)
  }

  async read(id: string): Promise<string | null> {
    return await this.#ask(id, this.#readMs, (entry, signal) => entry.getPassword(signal))
  }

  async remove(id: string): Promise<void> {
    await this.#ask(id, this.#readMs, (entry, signal) => entry.deletePassword(signal))
  }

  describe(): string {
    return `in ${NAME}, under the name ${SERVICE}`
  }

  async #ask<T>(
    id: string,
    ms: number,
    work: (entry: KeychainEntry, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (this.#stuck) throw new SecretsUnavailable(`${upper(NAME)} has not answered an earlier request yet.`)
    const late = Promise.withResolvers<never>()
    const signal = AbortSignal.timeout(ms)
    // The signal ends only requests that have not begun, so the wait is ended here as well.
    const giveUp = (): void => {
      this.#stuck = true
      late.reject(
        new SecretsUnavailable(`${upper(NAME)} did not answer within ${counted(ms / 1_000, 'second')}.`),
      )
    }
    signal.addEventListener('abort', giveUp)
    try {
      const answer = work(await this.#open(id), signal)
      const settled = answer.finally(() => (this.#stuck = false))
      return await Promise.race([settled, late.promise])
    } catch (error) {
      if (error instanceof SecretsUnavailable) throw error
      const reason = reasonOf(error)
      throw new SecretsUnavailable(`${upper(NAME)} is not available (${reason}).`, { cause: error })
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
  }
}

async function openEntry(id: string): Promise<KeychainEntry> {
  const { AsyncEntry } = await import('keytar')
  return new AsyncEntry(SERVICE, id, { linux: { store: 'secret-service' } })
}

function reasonOf(error: unknown): string {
  const said = error instanceof Error ? error.message.split('\n')[0]!.slice(0, 200) : 'unknown reason'
  return /DBus error/.test(said) ? 'there is no desktop session' : said
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
