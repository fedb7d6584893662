import type { TraceSpan } from '../../src-shared/envelope.ts'

/** Times the steps of one call for Server-Timing and `trace`. */
export class Stopwatch {
  readonly #calledAt = performance.now()
  readonly #startedAt: number
  // Parallel arrays instead of an object for each step: most calls need only their duration.
  readonly #names: string[] = []
  readonly #ends: number[] = []
  #waitedMs = 0

  /** @param authenticateMs the time spent on authenticating the caller before this call began */
  constructor(authenticateMs: number) {
    this.#startedAt = this.#calledAt - authenticateMs
    this.mark('authenticate')
  }

  /** Ends the step that began at the previous mark. */
  mark(name: string): void {
    this.#names.push(name)
    this.#ends.push(performance.now())
  }

  /** Ends a step in which the call waited for a person: a step as any other, but its time is not the call's own. */
  markWait(name: string): void {
    const since = this.#ends.at(-1) ?? this.#startedAt
    this.mark(name)
    this.#waitedMs += (this.#ends.at(-1) ?? since) - since
  }

  /** Whole milliseconds since the start, without waits for people. */
  latencyMs(): number {
    return Math.round(performance.now() - this.#startedAt - this.#waitedMs)
  }

  /** Milliseconds since the call began, without what came before it and without waits for people. */
  sinceCallMs(): number {
    return performance.now() - this.#calledAt - this.#waitedMs
  }

  /** The times of the call and its steps, for a trace, in milliseconds. */
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
