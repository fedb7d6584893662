import { realpathSync, statSync } from 'node:fs'
import { isAbsolute, sep } from 'node:path'
import type { Engine } from '../storage/engine/engine.ts'
import { all, run, statement, type Work } from '../storage/engine/work.ts'
import { GatewayError } from '../../src-shared/errors.ts'

const OF = statement<{ key_id: string }, { path: string }>(
  'SELECT path FROM key_folder WHERE key_id = :key_id',
)
const CLEAR = statement<{ key_id: string }>('DELETE FROM key_folder WHERE key_id = :key_id')
const INSERT = statement<{ key_id: string; path: string }>(
  'INSERT INTO key_folder (key_id, path) VALUES (:key_id, :path) ON CONFLICT DO NOTHING',
)

/** Below which folders a key may read files. None at first, also for the owner's key. */
export class AllowedFolders {
  readonly #dataDir: string | null
  readonly #engine: Engine

  /** @param dataDir the gateway's own folder, which no key may read; null for one that keeps nothing on disk */
  constructor(engine: Engine, dataDir: string | null) {
    this.#dataDir = dataDir
    this.#engine = engine
  }

  /** The real paths of a key's folders. */
  async of(keyId: string): Promise<readonly string[]> {
    const rows = await this.#engine.read(() => all(OF, { key_id: keyId }))
    return rows.map(({ path }) => path)
  }

  /** Replaces the folders of a key by paths from `toFolder`; belongs into a transaction. */
  *set(keyId: string, folders: readonly string[]): Work<void> {
    yield* run(CLEAR, { key_id: keyId })
    for (const path of folders) yield* run(INSERT, { key_id: keyId, path })
  }

  /**
   * The real path of a folder that a key may be allowed to read.
   * @throws GatewayError validation_error for anything but a folder, and for one that has the gateway's own data
   */
  toFolder(path: string): string {
    const real = isAbsolute(path) ? realFolder(path) : null
    if (real === null) throw refused(`${JSON.stringify(path)} is not the absolute path of a folder here`)
    const own = this.#dataDir === null ? null : realFolder(this.#dataDir)
    if (own !== null && (isBelow(own, real) || isBelow(real, own)))
      throw refused(`${JSON.stringify(path)} has the data of this gateway; choose another folder`)
    return real
  }

  /** Whether a file may be read, by its real path, where these folders are allowed. */
  mayRead(folders: readonly string[], realPath: string): boolean {
    const own = this.#dataDir === null ? null : realFolder(this.#dataDir)
    // The data folder may have been moved below an allowed one since.
    if (own !== null && isBelow(realPath, own)) return false
    return folders.some((folder) => isBelow(realPath, folder))
  }
}

/** Whether a path is a folder itself or anything below it; both are real paths. */
function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

function realFolder(path: string): string | null {
  try {
    const real = realpathSync.native(path)
    return statSync(real).isDirectory() ? real : null
  } catch {
    // Nothing is there, or it cannot be read: not a folder that a key could use.
    return null
  }
}

function refused(message: string): GatewayError {
  return new GatewayError('validation_error', `${message}.`, {
    issues: [{ path: 'folders', message }],
    missing_fields: [],
  })
}
