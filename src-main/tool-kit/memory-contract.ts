/** What a stored memory looks like to a tool. Times are ISO 8601 in UTC. */
export interface MemoryRecord {
  readonly namespace: string
  readonly key: string
  readonly value: unknown
  readonly tags: readonly string[]
  readonly created_at: string
  readonly updated_at: string
  readonly expires_at: string | null
}

/** An entry as a list shows it: without its value. */
export interface MemoryListed extends Omit<MemoryRecord, 'value'> {
  /** What it counts towards the quota of its key. */
  readonly bytes: number
}

/** An entry that a search has found. */
export interface MemoryHit extends MemoryListed {
  /** The part of its value around the words that were found, which stand between `**`. */
  readonly excerpt: string
}

export interface MemoryPage<Entry extends MemoryListed> {
  readonly entries: readonly Entry[]
  /** Whether there are more behind these. */
  readonly more: boolean
}

/** Which entries are looked at: without a namespace all, with tags those that have every one of them. */
export interface MemoryScope {
  readonly namespace?: string | undefined
  readonly tags?: readonly string[]
}

/** What an entry held before it was last set. */
export interface MemoryVersion {
  readonly value: unknown
  readonly tags: readonly string[]
  readonly set_at: string
}

export interface MemoryNamespace {
  readonly namespace: string
  readonly entries: number
  readonly bytes: number
  readonly updated_at: string
}

/** An entry to be put back as it was. Times are milliseconds since 1970. */
export interface RestoredEntry {
  readonly namespace: string
  readonly key: string
  readonly value: unknown
  readonly tags: readonly string[]
  readonly createdAt: number
  readonly expiresAt: number | null
}

export interface CounterState {
  readonly value: number
  readonly updated_at: string
  readonly expires_at: string | null
}

/** The calling key's own counters. */
export interface MemoryCounters {
  /**
   * Adds a whole number and keeps the time to live that the counter began with.
   * @throws InvalidInput for `by` when the sum cannot be written exactly
   */
  add(change: {
    readonly name: string
    readonly by: number
    /** Seconds that a new counter lives; one that is there keeps its own. */
    readonly ttlSeconds?: number | undefined
  }): CounterState
  get(name: string): CounterState | null
}

export interface QueueMessage {
  readonly id: number
  readonly value: unknown
  readonly pushed_at: string
  /** How often it was taken, this time included. */
  readonly attempts: number
  /** When it comes back unless it is acknowledged; null when it is gone for good. */
  readonly leased_until: string | null
}

/** Messages that can be taken now, and those that are leased or delayed. */
export interface QueueSize {
  readonly ready: number
  readonly hidden: number
}

/** The calling key's own queues. */
export interface MemoryQueues {
  push(message: {
    readonly queue: string
    readonly value: unknown
    readonly delaySeconds: number
    readonly ttlSeconds?: number | undefined
  }): { readonly id: number }
  /**
   * Takes the oldest message that is ready, and hides it from others for as long as the lease runs; a lease of 0
   * seconds removes it. `lease` is a secret that acknowledges it.
   */
  pop(request: {
    readonly queue: string
    readonly lease: string
    readonly leaseSeconds: number
  }): QueueMessage | null
  /** Removes a message. @returns false when its lease ran out and somebody else has taken it, or it is gone */
  acknowledge(queue: string, lease: string): boolean
  size(queue: string): QueueSize
}

/** The calling key's own session memory; nobody else's can be reached through it. */
export interface SessionMemory {
  set(entry: {
    readonly namespace: string
    readonly key: string
    readonly value: unknown
    readonly tags?: readonly string[]
    /** Seconds until the entry expires; without it the entry stays. */
    readonly ttlSeconds?: number
  }): MemoryRecord
  get(namespace: string, key: string): MemoryRecord | null
  /**
   * Sets a value by the one before, null when there is none; nothing comes in between. Tags and the time to live stay,
   * unless a new one is given.
   */
  update(
    place: { readonly namespace: string; readonly key: string; readonly ttlSeconds?: number | undefined },
    change: (before: MemoryRecord | null) => unknown,
  ): MemoryRecord
  /** What the entry held before, the last value first; at most ten. */
  history(namespace: string, key: string): readonly MemoryVersion[]
  /** The namespaces that hold anything, in the order of their UTF-8 bytes. */
  namespaces(page: { readonly limit: number; readonly after?: string | undefined }): {
    readonly namespaces: readonly MemoryNamespace[]
    readonly more: boolean
  }
  /**
   * Puts entries back, all or none of them. Expired ones are left out, and so are keys that are set already unless
   * they are to be replaced.
   * @returns how many were written
   */
  restore(entries: readonly RestoredEntry[], replace: boolean): number
  readonly counters: MemoryCounters
  readonly queues: MemoryQueues
  /** @returns whether there was such an entry */
  delete(namespace: string, key: string): boolean
  /** Entries by namespace and key, in the order of their UTF-8 bytes. */
  list(
    page: MemoryScope & {
      /** What the keys begin with. */
      readonly prefix?: string | undefined
      readonly limit: number
      /** The last entry of the page before. */
      readonly after?: { readonly namespace: string; readonly key: string } | undefined
    },
  ): MemoryPage<MemoryListed>
  /** Entries with at least one word of the text, best first. */
  search(
    page: MemoryScope & { readonly query: string; readonly limit: number; readonly offset: number },
  ): MemoryPage<MemoryHit>
}
