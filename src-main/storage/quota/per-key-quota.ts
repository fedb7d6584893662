import type { Work } from '../engine/work.ts'
import type { StoredData } from './stored-data.ts'

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
  readonly #usageOf: (keyId: string) => Work<Amount | undefined>
  readonly #stored: StoredData

  /**
   * @param most for a key that the owner made; a visitor's key gets a part of the bytes
   * @param usageOf what a key takes now; undefined before it has kept anything
   * @param stored what all keys store together, which what is added must fit too
   */
  constructor(
    most: Partial<Amount>,
    usageOf: (keyId: string) => Work<Amount | undefined>,
    stored: StoredData,
  ) {
    this.#most = { rows: Infinity, bytes: Infinity, ...most }
    this.#usageOf = usageOf
    this.#stored = stored
  }

  /** The most that a key may keep. */
  mostOf(keyId: string): Amount {
    const { rows, bytes } = this.#most
    return { rows, bytes: bytes * this.#stored.partOf(keyId) }
  }

  /** Whether a key may keep this much more, as far as its own quota goes. Exactly the limit still fits. */
  *fits(keyId: string, more: Amount = NOTHING): Work<boolean> {
    const { rows, bytes } = (yield* this.#usageOf(keyId)) ?? NOTHING
    const most = this.mostOf(keyId)
    return rows + more.rows <= most.rows && bytes + more.bytes <= most.bytes
  }

  /**
   * Frees room until a key may keep this much more.
   * @param free deletes some of what the key can spare, the oldest first, and returns how many rows it
   *   deleted
   * @param more a function where freeing room changes how much is needed
   * @returns false when there is nothing left to free and it still does not fit
   * @throws QuotaExceeded storage_full when it would fit, but all keys together store too much
   */
  *makeRoom(
    keyId: string,
    free: () => Work<number>,
    more: Amount | (() => Amount) = NOTHING,
  ): Work<boolean> {
    for (;;) {
      const wanted = typeof more === 'function' ? more() : more
      const fits = yield* this.fits(keyId, wanted)
      if (fits && (wanted.bytes <= 0 || wanted.bytes <= (yield* this.#stored.roomFor(keyId)))) return true
      if ((yield* free()) > 0) continue
      if (fits) throw this.#stored.full()
      return false
    }
  }
}
