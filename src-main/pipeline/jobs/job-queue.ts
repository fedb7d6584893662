/** A job's place in the queue. */
export interface QueuedJob {
  readonly id: string
  readonly keyId: string
}

export interface JobQueueLimits {
  /** Jobs that run at once: of one key, and of all. */
  readonly runningPerKey: number
  readonly running: number
}

/** The order in which waiting jobs are run: each key's own in turn, one key after the other. */
export class JobQueue {
  readonly #limits: JobQueueLimits
  /** In the order in which the keys have their turn. */
  readonly #waiting = new Map<string, string[]>()
  readonly #running = new Map<string, number>()
  #waitingInAll = 0
  #runningInAll = 0

  constructor(limits: JobQueueLimits) {
    this.#limits = limits
  }

  /** Jobs of all keys that wait. */
  get length(): number {
    return this.#waitingInAll
  }

  /** Jobs of this key that wait. */
  waiting(keyId: string): number {
    return this.#waiting.get(keyId)?.length ?? 0
  }

  add({ keyId, id }: QueuedJob): void {
    const ids = this.#waiting.get(keyId)
    if (ids) ids.push(id)
    else this.#waiting.set(keyId, [id])
    this.#waitingInAll++
  }

  /** Takes a job out that shall not be run. */
  remove({ keyId, id }: QueuedJob): void {
    const ids = this.#waiting.get(keyId)
    const index = ids?.indexOf(id) ?? -1
    if (!ids || index === -1) return
    ids.splice(index, 1)
    this.#waitingInAll--
    if (ids.length === 0) this.#waiting.delete(keyId)
  }

  /** The next job that may run now; `release` says when it has ended. Null when none may. */
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

  /** Gives the place of a job that ran to the next one. */
  release({ keyId }: QueuedJob): void {
    const left = (this.#running.get(keyId) ?? 0) - 1
    if (left > 0) this.#running.set(keyId, left)
    else this.#running.delete(keyId)
    this.#runningInAll--
  }
}
