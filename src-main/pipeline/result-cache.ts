import { hash } from 'node:crypto'
import type { RegisteredTool } from '../registry/registry.ts'

/** A result that can be answered again: the bytes of its data and their hash. */
export interface CachedResult {
  readonly dataJson: string
  readonly outputHash: string
}

const MAX_TOTAL_CHARS = 32 * 1024 * 1024
const MAX_RESULT_CHARS = 1024 * 1024
/** Many small results would cost the garbage collector more than they save. */
const MAX_RESULTS = 20_000

/**
 * Results of cacheable tools, least recently used out first. A result is found only by the key that asked for it,
 * so nobody can learn from a HIT what somebody else has called. Only text is kept: objects that live long enough
 * to be moved and marked make every other call slower.
 */
export class ResultCache {
  readonly #results = new Map<string, CachedResult>()
  #chars = 0

  /** The name of a call's result: the exact key id, the tool and its version, and the canonical input. */
  nameOf(keyId: string, tool: RegisteredTool, canonicalInput: string): string {
    return hash('sha256', `${keyId}\n${tool.slug}@${tool.version}\n${canonicalInput}`, 'base64')
  }

  get(name: string): CachedResult | null {
    const result = this.#results.get(name)
    if (!result) return null
    this.#results.delete(name)
    this.#results.set(name, result)
    return result
  }

  put(name: string, { dataJson, outputHash }: CachedResult): void {
    if (dataJson.length > MAX_RESULT_CHARS || this.#results.has(name)) return
    this.#results.set(name, { dataJson, outputHash })
    this.#chars += dataJson.length
    for (const [oldest, result] of this.#results) {
      if (this.#chars <= MAX_TOTAL_CHARS && this.#results.size <= MAX_RESULTS) break
      this.#results.delete(oldest)
      this.#chars -= result.dataJson.length
    }
  }
}
