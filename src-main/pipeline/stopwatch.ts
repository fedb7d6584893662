import type { TraceSpan } from '../../src-shared/envelope.ts'

/** Times the steps of one call for Server-Timing and `trace`. */
export class Stopwatch {
  readonly #calledAt = performance.now()
  readonly #startedAt: number
  // Side by side instead of an object for each step: most calls are asked for their length alone.
  readonly #names: string[] = []
  readonly #ends: number[] = []

  /** @param authenticateMs what had been spent on knowing the caller before this call began */
  constructor(authenticateMs: number) {
    this.#startedAt = this.#calledAt - authenticateMs
    this.mark('authenticate')
  }

  /** Ends the step that has run since the mark before. */
  mark(name: string): void {
    this.#names.push(name)
    this.#ends.push(performance.now())
  }

  /** Whole milliseconds since the start. */
  latencyMs(): number {
    return Math.round(performance.now() - this.#startedAt)
  }

  /** Milliseconds since the call began, without what came before it. */
  sinceCallMs(): number {
    return performance.now() - this.#calledAt
  }

  /** When it all happened, for a trace; milliseconds. */
  times(): { readonly startedAt: number; readonly durationMs: number; readonly spans: TraceSpan[] } {
    const startedAt = performance.timeOrigin + this.#startedAt
    return { startedAt, durationMs: performance.now() - this.#startedAt, spans: this.spans() }
  }

  /** The spans so far, in milliseconds with three decimals. */
  spans(): TraceSpan[] {
    return this.#names.map((name, index) => {
      const since = this.#ends[index - 1] ?? this.#startedAt
      const end = this.#ends[index] ?? since
      return { name, start_ms: rounded(since - this.#startedAt), duration_ms: rounded(end - since) }
    })
  }
}

function rounded(ms: number): number {
  return Number(ms.toFixed(3))
}
