import { fileURLToPath } from 'node:url'
import { MAX_FILE_BYTES } from '../../src-shared/files/file-limits.ts'
import { FILE_URI } from '../../src-shared/files/file-reference.ts'
import type { SessionMemoryStore } from '../memory/session-memory.ts'
import type { FairShare, ShareOptions } from '../shares/fair-share.ts'
import type { Sharer } from '../shares/place.ts'
import type { AllowedFolders } from './allowed-folders.ts'
import type { FileStore } from './file-store.ts'
import type { KeptResults } from './kept-results.ts'
import { MEMORY_URI, RESULT_URI, partsOfUri } from './resource-uri.ts'
import { readPath } from './read-path.ts'

/** Files that are read from disks at once. A slow disk must not take the threads that all other work needs too. */
export const FILE_READS: ShareOptions = {
  name: 'file_reads',
  what: 'its turn to read a file',
  limit: 2,
  perKey: 1,
  reserve: 1,
  waiting: 200,
  waitingPerKey: 64,
}

export interface FileSources {
  readonly store: FileStore
  readonly folders: AllowedFolders
  readonly results: KeptResults
  readonly memory: SessionMemoryStore
  readonly reads: FairShare
}

/** The content that a handle stands for, or why there is none. */
export type FileContent = Buffer | 'unknown' | 'too large'

/** Everything that a key can name by a handle instead of sending it. */
export class Files {
  readonly store: FileStore
  readonly folders: AllowedFolders
  readonly results: KeptResults
  readonly #memory: SessionMemoryStore
  readonly #reads: FairShare

  constructor({ store, folders, results, memory, reads }: FileSources) {
    this.store = store
    this.folders = folders
    this.results = results
    this.#memory = memory
    this.#reads = reads
  }

  /**
   * Reads what a handle stands for: the id of an uploaded file, the address of one of the key's resources, or the path
   * of a file below a folder that the key may read.
   * @throws GatewayError overloaded when too many files are being read
   * @throws the signal's reason when the caller leaves first
   */
  async read(who: Sharer, handle: string, signal: AbortSignal): Promise<FileContent> {
    if (/^file_[0-9a-f]{24}$/.test(handle)) return (await this.store.read(who.id, handle)) ?? 'unknown'
    if (handle.startsWith('toolgate:')) return bounded(await this.#resource(who.id, handle))
    const path = pathOf(handle)
    if (path === null) return 'unknown'
    const folders = await this.folders.of(who.id)
    // A key without folders waits for nobody.
    if (folders.length === 0) return 'unknown'
    const mayRead = (real: string): boolean => this.folders.mayRead(folders, real)
    const content = await this.#reads.run(who, signal, () => readPath(path, mayRead, MAX_FILE_BYTES))
    return content === 'unreadable' ? 'unknown' : content
  }

  async #resource(keyId: string, uri: string): Promise<Buffer | null> {
    if (uri.startsWith(FILE_URI)) return this.store.read(keyId, uri.slice(FILE_URI.length))
    if (uri.startsWith(RESULT_URI)) return this.results.whole(keyId, uri.slice(RESULT_URI.length))
    const [namespace, key, ...others] = partsOfUri(uri, MEMORY_URI) ?? []
    if (namespace === undefined || key === undefined || others.length > 0) return null
    const entry = await this.#memory.forKey(keyId).get(namespace, key)
    if (!entry) return null
    return Buffer.from(typeof entry.value === 'string' ? entry.value : JSON.stringify(entry.value))
  }
}

function bounded(content: Buffer | null): FileContent {
  if (content === null) return 'unknown'
  return content.length > MAX_FILE_BYTES ? 'too large' : content
}

function pathOf(handle: string): string | null {
  if (!handle.startsWith('file:')) return handle
  try {
    return fileURLToPath(handle)
  } catch {
    // An address of another machine, or one with an escaped slash.
    return null
  }
}
