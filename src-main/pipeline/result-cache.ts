import { hash } from 'node:crypto'
import type { RegisteredTool } from '../registry/registry.ts'

/** A cached result: the bytes of its data and their hash. */
export interface CachedResult {
  readonly dataJson: string
  readonly outputHash: string
}

const MAX_TOTAL_CHARS = 32 * 1024 * 1024
const MAX_RESULT_CHARS = 1024 * 1024
/** Many small results would cost the garbage collector more than they save. */
const MAX_RESULTS = 20_000

/**
 * Results of cacheable tools, least recently used out first. A result is found only by the key that asked for it, so
 * a HIT cannot reveal the calls of other keys. Only text is kept: long-lived objects make garbage collection slower.
 *
 * There are two halves. A result that is used moves into the newer one; when that is full, the older one is dropped
 * as a whole. Deleting the oldest entries of one Map would mean passing over all those deleted before.
 */
export class ResultCache {
  #newer = new Map<string, CachedResult>()
  #older = new Map<string, CachedResult>()
  /** Characters in the newer half. */
  #chars = 0

  /**
   * The cache key of a call's result: the exact key id, the tool and its version, and the canonical input.
   * @param isFingerprint whether the fingerprint stands for an input too large to be read here
   */
  nameOf(keyId: string, tool: RegisteredTool, canonicalInput: string, isFingerprint = false): string {
    const large = isFingerprint ? '#' : ''
    // The file of a script counts, since another source may take the slug and count its versions from 1 as well.
    const version = tool.source?.definition ?? tool.version
    return hash('sha256', `${keyId}\n${tool.slug}@${version}${large}\n${canonicalInput}`, 'base64')
  }

  get(name: string): CachedResult | null {
    const newer = this.#newer.get(name)
    if (newer) return newer
    const older = this.#older.get(name)
    if (!older) return null
    this.#older.delete(name)
    this.#keep(name, older)
    return older
  }

  put(name: string, { dataJson, outputHash }: CachedResult): void {
    if (dataJson.length > MAX_RESULT_CHARS || this.#newer.has(name)) return
    this.#keep(name, { dataJson, outputHash })
  }

  #keep(name: string, result: CachedResult): void {
    this.#newer.set(name, result)
    this.#chars += result.dataJson.length
    if (this.#chars <= MAX_TOTAL_CHARS / 2 && this.#newer.size <= MAX_RESULTS / 2) return
    this.#older = this.#newer
    this.#newer = new Map()
    this.#chars = 0
  }
}
