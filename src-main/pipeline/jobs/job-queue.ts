/** A job's place in the queue. */
export interface QueuedJob {
  readonly id: string
  readonly keyId: string
}

export interface JobQueueLimits {
  /** The most jobs that run at once: of one key, and of all keys. */
  readonly runningPerKey: number
  readonly running: number
}

/** The queue of waiting jobs: keys take turns, and the jobs of a key run in order. */
export class JobQueue {
  readonly #limits: JobQueueLimits
  /** In the order in which keys take their turns. */
  readonly #waiting = new Map<string, string[]>()
  readonly #running = new Map<string, number>()
  #waitingInAll = 0
  #runningInAll = 0

  constructor(limits: JobQueueLimits) {
    this.#limits = limits
  }

  /** The number of waiting jobs of all keys. */
  get length(): number {
    return this.#waitingInAll
  }

  /** The number of waiting jobs of a key. */
  waiting(keyId: string): number {
    return this.#waiting.get(keyId)?.length ?? 0
  }

  add({ keyId, id }: QueuedJob): void {
    const ids = this.#waiting.get(keyId)
    if (ids) ids.push(id)
    else this.#waiting.set(keyId, [id])
    this.#waitingInAll++
  }

  /** Removes a job that must not run. */
  remove({ keyId, id }: QueuedJob): void {
    const ids = this.#waiting.get(keyId)
    const index = ids?.indexOf(id) ?? -1
    if (!ids || index === -1) return
    ids.splice(index, 1)
    this.#waitingInAll--
    if (ids.length === 0) this.#waiting.delete(keyId)
  }

  /** The next job that may run now; call `release` when it has ended. Null when none may. */
  take(): QueuedJob | null {
    if (this.#runningInAll >= this.#limits.running) return null
    for (const [keyId, ids] of this.#waiting) {
      const running = this.#running.get(keyId) ?? 0
      const id = ids[0]
      if (running >= this.#limits.runningPerKey || id === undefined) continue
      this.remove({ keyId, id })
      if (this.#waiting.delete(keyId)) this.#waiting.set(keyId, ids)
      this.#running.set(keyId, running + 1)
      this.#runningInAll++
      return { keyId, id }
    }
    return null
  }

  /** Frees the place of a job that has ended. */
  release({ keyId }: QueuedJob): void {
    const left = (this.#running.get(keyId) ?? 0) - 1
    if (left > 0) this.#running.set(keyId, left)
    else this.#running.delete(keyId)
    this.#runningInAll--
  }
}
