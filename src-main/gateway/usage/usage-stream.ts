import { setImmediate as nextTurn } from 'node:timers/promises'
import type { UsageScope } from '../../ledger/usage-log.ts'
import { HEARTBEAT } from '../reply/event-stream.ts'
import type { UsageSource, UsageText } from './usage-text.ts'

const HEARTBEAT_MS = 15_000

export interface UsageStreamOptions {
  readonly feed: UsageSource
  readonly keyId: string
  readonly scope: UsageScope
  /** The place in the log where it begins. */
  readonly after: number
  readonly onEnd: () => void
}

/**
 * One open usage stream. It reads the log only when its reader has taken everything before, so a slow reader uses
 * no memory.
 */
export class UsageStream {
  readonly keyId: string
  readonly scope: UsageScope
  readonly body: ReadableStream<Uint8Array>
  readonly #feed: UsageSource
  readonly #onEnd: () => void
  #after: number
  #opened = false
  #ended = false
  #wake: (() => void) | undefined
  /** Woken since it began to read, and so before it sleeps. */
  #isWoken = false
  #notice: string | null = null

  constructor({ feed, keyId, scope, after, onEnd }: UsageStreamOptions) {
    this.keyId = keyId
    this.scope = scope
    this.#feed = feed
    this.#after = after
    this.#onEnd = onEnd
    this.body = this.#toBody()
  }

  /** Sends an event that is not in the log; of several that were not read yet, the last. */
  notify(text: string): void {
    this.#notice = text
    this.wake()
  }

  /** There may be something to read. */
  wake(): void {
    this.#isWoken = true
    this.#wake?.()
  }

  /** Ends the stream after everything already sent. */
  end(): void {
    if (this.#ended) return
    this.#ended = true
    this.#onEnd()
    this.wake()
  }

  // No high-water mark: nothing is read ahead of the reader.
  #toBody(): ReadableStream<Uint8Array> {
    const bytes = new TextEncoder()
    return new ReadableStream(
      {
        pull: async (controller) => {
          const text = await this.#next()
          if (text === null) controller.close()
          else controller.enqueue(bytes.encode(text))
        },
        cancel: () => this.end(),
      },
      { highWaterMark: 0 },
    )
  }

  async #next(): Promise<string | null> {
    const until = performance.now() + HEARTBEAT_MS
    for (;;) {
      if (!this.#feed.isOpen(this.keyId)) this.end()
      if (this.#ended) return null
      this.#isWoken = false
      const next = await this.#read()
      if (next) {
        this.#after = next.seq
        if (next.text !== '') return next.text
        // Some entries produce no event; after many of them other work gets its turn.
        await nextTurn()
        continue
      }
      const left = until - performance.now()
      if (left <= 0) return HEARTBEAT
      if (!this.#isWoken) await this.#sleep(left)
    }
  }

  async #read(): Promise<UsageText | null> {
    if (this.#opened) {
      const text = this.#notice
      this.#notice = null
      return text === null ? await this.#feed.read(this.scope, this.#after) : { text, seq: this.#after }
    }
    this.#opened = true
    return this.#feed.opening(this.keyId, this.scope, this.#after)
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const awake = (): void => {
        clearTimeout(timer)
        this.#wake = undefined
        resolve()
      }
      const timer = setTimeout(awake, ms)
      this.#wake = awake
    })
  }
}
