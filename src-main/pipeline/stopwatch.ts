import type { TraceSpan } from '../../src-shared/envelope.ts'

/** Times the steps of one call for Server-Timing and `trace`. */
export class Stopwatch {
  readonly #calledAt = performance.now()
  readonly #startedAt: number
  readonly #spans: TraceSpan[] = []
  #since: number

  /** @param authenticateMs what had been spent on knowing the caller before this call began */
  constructor(authenticateMs: number) {
    this.#startedAt = this.#calledAt - authenticateMs
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
    return this.#spans.map(({ name, start_ms, duration_ms }) => ({
      name,
      start_ms: Number(start_ms.toFixed(3)),
      duration_ms: Number(duration_ms.toFixed(3)),
    }))
  }
}
