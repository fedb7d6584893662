import type { TraceSpan } from '../../src-shared/envelope.ts'

/** Times the steps of one call for Server-Timing and `trace`. */
export class Stopwatch {
  readonly #startedAt = performance.now()
  readonly #spans: TraceSpan[] = []
  #since: number

  /** @param authenticateMs what had been spent on knowing the caller before this call began */
  constructor(authenticateMs: number) {
    this.#startedAt -= authenticateMs
    this.#since = this.#startedAt
    this.mark('authenticate')
  }

  /** Ends the step that has run since the mark before. */
  mark(name: string): void {
    const now = performance.now()
    this.#spans.push({ name, start_ms: this.#since - this.#startedAt, duration_ms: now - this.#since })
    this.#since = now
  }

  /** Whole milliseconds since the start. */
  latencyMs(): number {
    return Math.round(performance.now() - this.#startedAt)
  }

  /** The spans so far, in milliseconds with three decimals. */
  spans(): TraceSpan[] {
    return this.#spans.map(({ name, start_ms, duration_ms }) => ({
      name,
      start_ms: Number(start_ms.toFixed(3)),
      duration_ms: Number(duration_ms.toFixed(3)),
    }))
  }
}
