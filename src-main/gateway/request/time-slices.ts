import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Sha256Each } from '../../../src-shared/merkle.ts'

/** How long work may hold the event loop before other work gets its turn, in milliseconds. */
const SLICE_MS = 8

/** Cuts long work into slices: awaiting `turn()` between its parts lets waiting requests go first. */
export class TimeSlices {
  #since = performance.now()

  /** Resolves at once while the slice lasts, else after everything that is waiting now. */
  async turn(): Promise<void> {
    if (performance.now() - this.#since < SLICE_MS) return
    await setImmediate()
    this.#since = performance.now()
  }

  /** Hashes many messages, in slices. */
  readonly sha256Each: Sha256Each = async (messages) => {
    await this.turn()
    return messages.map((message) => hash('sha256', message, 'buffer'))
  }
}
