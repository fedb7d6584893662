/**
 * Why a question ends whose caller has left before any token came. The provider may have answered in this very
 * moment, so what is on its way is still read.
 */
export class HangUp extends Error {
  override readonly name = 'HangUp'
  readonly #now = new AbortController()

  /** Aborts when nothing more needs to be read. */
  get atOnce(): AbortSignal {
    return this.#now.signal
  }

  /** Ends the reading. */
  stop(): void {
    this.#now.abort(this)
  }
}

/**
 * Ends a question when its caller leaves: at once if the model has begun to answer; before that with a HangUp, so
 * that an answer which crosses the leave is noticed.
 */
export class QuestionEnd {
  readonly #caller: AbortSignal
  readonly #ended = new AbortController()
  #hangUp: HangUp | null = null
  #answered = false

  constructor(caller: AbortSignal) {
    this.#caller = caller
    caller.addEventListener('abort', this.#leave, { once: true })
  }

  /** Aborts the question. Its reason is a HangUp while the model has said nothing. */
  get signal(): AbortSignal {
    return this.#ended.signal
  }

  /** The model has begun to answer. @throws the caller's reason when the caller had left by then */
  answered(): void {
    this.#answered = true
    this.#hangUp?.stop()
    this.#caller.throwIfAborted()
  }

  /** Forgets the caller; the question is over. */
  close(): void {
    this.#caller.removeEventListener('abort', this.#leave)
  }

  #leave = (): void => {
    if (this.#answered) return this.#ended.abort(this.#caller.reason)
    this.#hangUp = new HangUp('The caller has left')
    this.#ended.abort(this.#hangUp)
  }
}
