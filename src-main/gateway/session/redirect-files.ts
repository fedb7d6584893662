import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const LIFETIME_MS = 60_000

/**
 * Small private pages that send a browser on to an address with a one-time code. A browser's arguments can be read by
 * every user of the machine; these files only by the owner, so a browser is given the file instead of the address.
 */
export class RedirectFiles {
  readonly #folder: string
  readonly #timers = new Map<string, NodeJS.Timeout>()

  /** Also removes what a killed process left behind. */
  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'open')
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** Writes the page of an address; it is there for a minute at most. @returns its path */
  write(address: string): string {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const file = join(this.#folder, `${randomBytes(12).toString('hex')}.html`)
    writeFileSync(file, pageOf(address), { mode: 0o600, flag: 'wx' })
    const timer = setTimeout(() => this.remove(file), LIFETIME_MS)
    timer.unref()
    this.#timers.set(file, timer)
    return file
  }

  /** Removes a page that is no longer needed. */
  remove(file: string): void {
    clearTimeout(this.#timers.get(file))
    this.#timers.delete(file)
    rmSync(file, { force: true })
  }

  close(): void {
    for (const file of this.#timers.keys()) this.remove(file)
  }
}

// The address is the gateway's own: a host, a port and a code in base64url, none of which HTML gives a meaning.
function pageOf(address: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${address}">
<title>Toolgate</title>
<p>If nothing happens, <a href="${address}" rel="noreferrer">open Toolgate</a>.</p>
</html>
`
}
