/** An entry of agent memory, as `memory-list` and `memory-search` give it. Times are ISO 8601. */
export interface MemoryEntry {
  readonly namespace: string
  readonly key: string
  readonly tags: readonly string[]
  readonly bytes: number
  readonly created_at: string
  readonly updated_at: string
  readonly expires_at: string | null
  /** What a search has found, with the words between **. */
  readonly excerpt?: string
}

/** An entry with its value. */
export interface MemoryValue extends Omit<MemoryEntry, 'bytes' | 'excerpt'> {
  readonly value: unknown
}

/** What is to be stored. `ttlSeconds` is null for an entry that stays. */
export interface MemoryDraft {
  readonly namespace: string
  readonly key: string
  readonly value: unknown
  readonly tags: readonly string[]
  readonly ttlSeconds: number | null
}

/** The seconds that an entry still has; null when it stays. At least one, so that it can be set. */
export function secondsLeft(expiresAt: string | null, nowMs: number): number | null {
  return expiresAt === null ? null : Math.max(1, Math.round((Date.parse(expiresAt) - nowMs) / 1_000))
}

/** Tags as they are typed, between commas or spaces. */
export function readTags(text: string): readonly string[] {
  return [...new Set(text.split(/[,\s]+/).filter((tag) => tag !== ''))]
}
