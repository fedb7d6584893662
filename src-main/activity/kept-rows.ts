import { RowQueue } from './row-queue.ts'

/** The part of the record that the owner's own calls keep, however many others make. */
const OWNER_PART = 1 / 4

/** Rows of one key that must go: so many of its oldest. */
export interface Surplus {
  readonly keyId: string
  readonly rows: number
}

/**
 * Which rows the record keeps of each key. Whatever must go is taken from the key with the most, so that a key with few
 * calls keeps them whatever other keys do. In memory: an index in the file would cost every call more.
 */
export class KeptRows {
  /** Keys in the order of their first row. */
  readonly #queues = new Map<string, RowQueue>()
  readonly #isOwner: (keyId: string) => boolean
  #rows = 0
  #bytes = 0

  constructor(isOwner: (keyId: string) => boolean) {
    this.#isOwner = isOwner
  }

  get rows(): number {
    return this.#rows
  }

  get bytes(): number {
    return this.#bytes
  }

  push(keyId: string, seq: number, bytes: number): void {
    let queue = this.#queues.get(keyId)
    if (!queue) this.#queues.set(keyId, (queue = new RowQueue()))
    queue.push(seq, bytes)
    this.#rows++
    this.#bytes += bytes
  }

  remove(keyId: string, seq: number): void {
    this.#change(keyId, (queue) => queue.remove(seq))
  }

  clear(): void {
    this.#queues.clear()
    this.#rows = 0
    this.#bytes = 0
  }

  /** What must go so that at most this many rows are left: the keys with the most give down to one level. */
  surplusRows(mostRows: number): Surplus[] {
    const owed = this.#rows - mostRows
    if (owed <= 0) return []
    const counts = this.#weighed('rows', mostRows).toSorted(([, one], [, other]) => other - one)
    const givers = counts.slice(0, giversOf(counts, owed))
    const held = givers.reduce((sum, [, count]) => sum + count, 0)
    const left = Math.max(0, Math.floor((held - owed) / Math.max(1, givers.length)))
    let open = owed
    return givers.map(([keyId, count]) => {
      const rows = Math.min(open, count - left)
      open -= rows
      return { keyId, rows }
    })
  }

  /**
   * What may go towards at most this many bytes: some of the oldest rows of the key that takes the most.
   * @param mostRows how many of them at once
   */
  surplusBytes(mostBytes: number, mostRows: number): Surplus | null {
    const owed = this.#bytes - mostBytes
    if (owed <= 0) return null
    const weighed = this.#weighed('bytes', mostBytes)
    const [keyId] = weighed.reduce((one, other) => (other[1] > one[1] ? other : one), ['', -1])
    const rows = this.#queues.get(keyId)?.rowsOf(owed, mostRows) ?? 0
    return rows > 0 ? { keyId, rows } : null
  }

  /** The places of rows that must go, in order. */
  placesOf(surplus: readonly Surplus[]): number[] {
    const places = surplus.flatMap(({ keyId, rows }) => this.#queues.get(keyId)?.oldest(rows) ?? [])
    return places.toSorted((one, other) => one - other)
  }

  /** Forgets rows that are gone. */
  drop(surplus: readonly Surplus[]): void {
    for (const { keyId, rows } of surplus) this.#change(keyId, (queue) => queue.drop(rows))
  }

  #change(keyId: string, change: (queue: RowQueue) => void): void {
    const queue = this.#queues.get(keyId)
    if (!queue) return
    const { rows, bytes } = queue
    change(queue)
    this.#rows += queue.rows - rows
    this.#bytes += queue.bytes - bytes
    if (queue.rows === 0) this.#queues.delete(keyId)
  }

  // What the owner's reserve covers does not count.
  #weighed(what: 'rows' | 'bytes', mostInAll: number): [keyId: string, count: number][] {
    const owners = new Set([...this.#queues.keys()].filter(this.#isOwner))
    const reserve = Math.floor((mostInAll * OWNER_PART) / Math.max(1, owners.size))
    return Array.from(this.#queues, ([keyId, queue]) => [
      keyId,
      Math.max(0, queue[what] - (owners.has(keyId) ? reserve : 0)),
    ])
  }
}

/** How many of the largest keys must give, so that none of them is left with less than the next one has. */
function giversOf(counts: readonly (readonly [keyId: string, count: number])[], owed: number): number {
  let sum = 0
  for (const [index, [, count]] of counts.entries()) {
    if (sum - index * count >= owed) return index
    sum += count
  }
  return counts.length
}
