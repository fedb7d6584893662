import { monitorEventLoopDelay } from 'node:perf_hooks'
import { gauge } from './instruments.ts'

const NANOSECONDS = 1e9
const MICROSECONDS = 1e6
const LAG_RESOLUTION_MS = 20

/** The resources of the process, under the names that Prometheus' own clients use. */
export class ProcessMetrics {
  #lag: ReturnType<typeof monitorEventLoopDelay> | null = null

  lines(): string[] {
    const { rss, heapUsed } = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    const startedAt = Date.now() / 1_000 - process.uptime()
    return [
      ...gauge('process_cpu_seconds_total', 'CPU time.', (user + system) / MICROSECONDS, 'counter'),
      ...gauge('process_resident_memory_bytes', 'Resident memory.', rss),
      ...gauge('process_start_time_seconds', 'Start of the process since 1970.', startedAt),
      ...gauge('nodejs_heap_size_used_bytes', 'JavaScript heap in use.', heapUsed),
      ...this.#lagLines(),
    ]
  }

  /** Stops measuring. */
  close(): void {
    this.#lag?.disable()
  }

  // Measuring wakes the process, so it starts with the first request; each answer covers the time
  // since the previous one.
  #lagLines(): string[] {
    if (!this.#lag) {
      this.#lag = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS })
      this.#lag.enable()
    }
    // Without a sample the histogram's values make no sense as a lag.
    const isEmpty = this.#lag.count === 0
    const of = (nanoseconds: number): number => (isEmpty ? 0 : nanoseconds / NANOSECONDS)
    const lines = [
      ...gauge('nodejs_eventloop_lag_mean_seconds', 'Mean delay of the event loop.', of(this.#lag.mean)),
      ...gauge('nodejs_eventloop_lag_p99_seconds', '99th percentile.', of(this.#lag.percentile(99))),
      ...gauge('nodejs_eventloop_lag_max_seconds', 'Longest delay.', of(this.#lag.max)),
    ]
    this.#lag.reset()
    return lines
  }
}
