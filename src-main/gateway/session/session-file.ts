import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { readPrivateFile, writePrivateFile } from '../../data-folder/private-file.ts'

const HASH = z.string().regex(/^[0-9a-f]{64}$/)
const stored = z.array(
  z.object({ token: HASH, pass: HASH, issuer: z.string().max(100).nullable(), ends_at: z.int().min(0) }),
)

/** A page session as it outlives the process: hashes only, so the file opens nothing by itself. */
export type StoredSession = z.infer<typeof stored>[number]

/**
 * Where the sessions of browsers are kept over a restart. It is a file beside the database and not a table in it,
 * because a backup that is put back must not open sessions that have ended since.
 */
export class SessionFile {
  readonly #path: string

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'page-sessions.json')
  }

  /** The stored sessions, the oldest first; none when the file is missing or damaged. */
  read(): readonly StoredSession[] {
    const text = readPrivateFile(this.#path)
    if (text === null) return []
    try {
      return stored.safeParse(parseJson(text)).data ?? []
    } catch {
      // Whoever was signed in has to sign in again, and that replaces the file.
      return []
    }
  }

  /** Replaces the stored sessions. @throws Error when the disk refuses */
  write(sessions: readonly StoredSession[]): void {
    if (sessions.length === 0) rmSync(this.#path, { force: true })
    else writePrivateFile(this.#path, `${JSON.stringify(sessions)}\n`)
  }
}
