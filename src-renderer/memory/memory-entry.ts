/** An entry of agent memory, as the gateway lists it. Times are ISO 8601. */
export interface MemoryEntry {
  readonly namespace: string
  readonly key: string
  readonly tags: readonly string[]
  readonly bytes: number
  readonly created_at: string
  readonly updated_at: string
  readonly expires_at: string | null
  /** The text around a match, with the matching words between **. */
  readonly excerpt?: string
}

/** An entry with its value. */
export interface MemoryValue extends Omit<MemoryEntry, 'bytes' | 'excerpt'> {
  readonly value: unknown
}

/** An entry to store. `ttlSeconds` is null if it does not expire. */
export interface MemoryDraft {
  readonly namespace: string
  readonly key: string
  readonly value: unknown
  readonly tags: readonly string[]
  readonly ttlSeconds: number | null
}

/** Seconds until an entry expires, at least one; null if it does not expire. */
export function secondsLeft(expiresAt: string | null, nowMs: number): number | null {
  return expiresAt === null ? null : Math.max(1, Math.round((Date.parse(expiresAt) - nowMs) / 1_000))
}

/** Splits typed tags at commas and spaces. */
export function readTags(text: string): readonly string[] {
  return [...new Set(text.split(/[,\s]+/).filter((tag) => tag !== ''))]
}
