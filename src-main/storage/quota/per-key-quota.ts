/** What one key takes, or may take at most. */
export interface Amount {
  readonly rows: number
  readonly bytes: number
}

/** Nothing: asks only that what is there already fits. */
const NOTHING: Amount = { rows: 0, bytes: 0 }

/** How much one API key may keep of one kind of thing. Other keys neither count nor lose anything. */
export class PerKeyQuota {
  readonly #most: Amount
  readonly #usageOf: (keyId: string) => Amount | undefined

  /** @param usageOf what a key takes now; undefined before it has kept anything */
  constructor(most: Partial<Amount>, usageOf: (keyId: string) => Amount | undefined) {
    this.#most = { rows: Infinity, bytes: Infinity, ...most }
    this.#usageOf = usageOf
  }

  /** Whether a key may keep this much more. Exactly the limit still fits. */
  fits(keyId: string, more: Amount = NOTHING): boolean {
    const { rows, bytes } = this.#usageOf(keyId) ?? NOTHING
    return rows + more.rows <= this.#most.rows && bytes + more.bytes <= this.#most.bytes
  }

  /**
   * Frees room until a key may keep this much more.
   * @param free deletes some of what the key can spare, the oldest first, and returns how many rows it
   *   deleted
   * @param more a function where freeing room changes how much is needed
   * @returns false when there is nothing left to free and it still does not fit
   */
  makeRoom(keyId: string, free: () => number, more: Amount | (() => Amount) = NOTHING): boolean {
    while (!this.fits(keyId, typeof more === 'function' ? more() : more)) {
      if (free() === 0) return false
    }
    return true
  }
}
