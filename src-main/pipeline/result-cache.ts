import { hash } from 'node:crypto'
import type { Data } from '../../src-shared/envelope.ts'
import type { RegisteredTool } from '../registry/registry.ts'

/** A result that can be answered again: the data, its bytes and their hash. */
export interface CachedResult {
  readonly data: Data
  readonly dataJson: string
  readonly outputHash: string
}

const MAX_TOTAL_CHARS = 32 * 1024 * 1024
const MAX_RESULT_CHARS = 1024 * 1024

/**
 * Results of cacheable tools, least recently used out first. A result is found only by the key that asked for it,
 * so nobody can learn from a HIT what somebody else has called.
 */
export class ResultCache {
  readonly #results = new Map<string, CachedResult>()
  #chars = 0

  /** The name of a call's result: the exact key id, the tool and its version, and the canonical input. */
  nameOf(keyId: string, tool: RegisteredTool, canonicalInput: string): string {
    return hash('sha256', `${keyId}\n${tool.slug}@${tool.version}\n${canonicalInput}`)
  }

  get(name: string): CachedResult | null {
    const result = this.#results.get(name)
    if (!result) return null
    this.#results.delete(name)
    this.#results.set(name, result)
    return result
  }

  put(name: string, result: CachedResult): void {
    if (result.dataJson.length > MAX_RESULT_CHARS || this.#results.has(name)) return
    this.#results.set(name, result)
    this.#chars += result.dataJson.length
    for (const [oldest, { dataJson }] of this.#results) {
      if (this.#chars <= MAX_TOTAL_CHARS) break
      this.#results.delete(oldest)
      this.#chars -= dataJson.length
    }
  }
}
