import { createHash } from 'node:crypto'
import { GuardedOutbound } from '../../src-main/outbound/guarded-outbound.ts'
import type { MemoryRecord, SessionMemory, ToolContext } from '../../src-main/tools/tool-context.ts'

/** The moment at which every test context's clock stands. */
export const TEST_NOW = new Date('2026-03-01T12:00:00.000Z')

/** A context as the pipeline hands it to a handler: a clock that stands still, the real outbound. */
export function toolContext(parts: Partial<ToolContext> = {}): ToolContext {
  return {
    signal: new AbortController().signal,
    now: () => TEST_NOW,
    random: countedBytes(),
    memory: new MapMemory(),
    outbound: new GuardedOutbound({ allowedOrigins: new Set() }),
    progress: () => {},
    token: () => {},
    ...parts,
  }
}

// SHA-256 of a counter: other bytes at every call, the same ones in every run.
function countedBytes(): ToolContext['random'] {
  let count = 0
  return (bytes) => {
    const blocks = Array.from({ length: Math.ceil(bytes / 32) }, () =>
      createHash('sha256').update(String(count++)).digest(),
    )
    return Buffer.concat(blocks).subarray(0, bytes)
  }
}

/** Session memory in a Map, with its own clock so that a test can let entries expire. */
export class MapMemory implements SessionMemory {
  now = TEST_NOW
  readonly #records = new Map<string, MemoryRecord>()

  set(entry: Parameters<SessionMemory['set']>[0]): MemoryRecord {
    const { namespace, key, value, tags = [], ttlSeconds } = entry
    const at = this.now.toISOString()
    const expires =
      ttlSeconds === undefined ? null : new Date(this.now.getTime() + ttlSeconds * 1000).toISOString()
    const created_at = this.get(namespace, key)?.created_at ?? at
    const record = { namespace, key, value, tags, created_at, updated_at: at, expires_at: expires }
    this.#records.set(JSON.stringify([namespace, key]), record)
    return record
  }

  get(namespace: string, key: string): MemoryRecord | null {
    const record = this.#records.get(JSON.stringify([namespace, key]))
    if (!record || (record.expires_at !== null && record.expires_at <= this.now.toISOString())) return null
    return record
  }
}
