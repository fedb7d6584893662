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

/** An entry as listed: without its value. */
export interface MemoryListed extends Omit<MemoryRecord, 'value'> {
  /** The bytes it uses of its key's quota. */
  readonly bytes: number
}

/** An entry that a search has found. */
export interface MemoryHit extends MemoryListed {
  /** An excerpt of its value around the matching words, which are enclosed in `**`. */
  readonly excerpt: string
}

export interface MemoryPage<Entry extends MemoryListed> {
  readonly entries: readonly Entry[]
  /** Whether there are more entries after these. */
  readonly more: boolean
}

/** Which entries to include: without a namespace all, with tags those that have all of them. */
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

/** An entry to restore as it was. Times are milliseconds since 1970. */
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
   * Adds a whole number and keeps the time to live that the counter was created with.
   * @throws InvalidInput for `by` if the sum cannot be represented exactly
   */
  add(change: {
    readonly name: string
    readonly by: number
    /** Time to live of a new counter in seconds; an existing one keeps its own. */
    readonly ttlSeconds?: number | undefined
  }): Promise<CounterState>
  get(name: string): Promise<CounterState | null>
}

export interface QueueMessage {
  readonly id: number
  readonly value: unknown
  readonly pushed_at: string
  /** How often it was taken, including this time. */
  readonly attempts: number
  /** When it returns to the queue unless it is acknowledged; null if it has been removed. */
  readonly leased_until: string | null
}

/** The number of messages that can be taken now, and of those that are leased or delayed. */
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
  }): Promise<{ readonly id: number }>
  /**
   * Takes the oldest message that is ready and hides it from others until the lease ends; a lease
   * of 0 seconds removes it. `lease` is a secret that acknowledges it.
   */
  pop(request: {
    readonly queue: string
    readonly lease: string
    readonly leaseSeconds: number
  }): Promise<QueueMessage | null>
  /**
   * Removes a message. @returns false if its lease has ended and somebody else took it, or if it is
   * gone
   */
  acknowledge(queue: string, lease: string): Promise<boolean>
  size(queue: string): Promise<QueueSize>
}

/**
 * The calling key's own session memory; other keys' memory cannot be reached through it. What is written is on disk
 * once the call is charged.
 */
export interface SessionMemory {
  set(entry: {
    readonly namespace: string
    readonly key: string
    readonly value: unknown
    readonly tags?: readonly string[]
    /** Seconds until the entry expires; without it the entry is kept. */
    readonly ttlSeconds?: number
  }): Promise<MemoryRecord>
  get(namespace: string, key: string): Promise<MemoryRecord | null>
  /**
   * Computes a value from the current one, null if there is none, in one atomic step. Tags and the
   * time to live stay, unless a new one is given.
   * @param change may be called again, with what the entry holds by then
   */
  update(
    place: { readonly namespace: string; readonly key: string; readonly ttlSeconds?: number | undefined },
    change: (before: MemoryRecord | null) => unknown,
  ): Promise<MemoryRecord>
  /** The entry's previous values, the latest first; at most ten. */
  history(namespace: string, key: string): Promise<readonly MemoryVersion[]>
  /** The namespaces that have entries, in the order of their UTF-8 bytes. */
  namespaces(page: { readonly limit: number; readonly after?: string | undefined }): Promise<{
    readonly namespaces: readonly MemoryNamespace[]
    readonly more: boolean
  }>
  /**
   * Restores entries, all or none of them. Skips expired ones, and keys that are already set unless
   * they are to be replaced.
   * @returns how many were written
   */
  restore(entries: readonly RestoredEntry[], replace: boolean): Promise<number>
  readonly counters: MemoryCounters
  readonly queues: MemoryQueues
  /** @returns whether the entry existed */
  delete(namespace: string, key: string): Promise<boolean>
  /** Entries by namespace and key, in the order of their UTF-8 bytes. */
  list(
    page: MemoryScope & {
      /** The prefix of the keys. */
      readonly prefix?: string | undefined
      readonly limit: number
      /** The last entry of the previous page. */
      readonly after?: { readonly namespace: string; readonly key: string } | undefined
    },
  ): Promise<MemoryPage<MemoryListed>>
  /** Entries that contain at least one word of the text, best first. */
  search(
    page: MemoryScope & { readonly query: string; readonly limit: number; readonly offset: number },
  ): Promise<MemoryPage<MemoryHit>>
}
