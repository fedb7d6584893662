import { GatewayError } from '../../src-shared/errors.ts'
import type { Answer } from '../pipeline/call.ts'
import type { CallListener, EndedCall } from '../pipeline/call-listener.ts'
import { Counter, Histogram } from './instruments.ts'

/** The label for every unknown slug, so that callers cannot invent label values. */
const UNKNOWN = 'unknown'

/** Counts calls, by tool and never by key. */
export class CallMetrics implements CallListener {
  readonly #calls = new Counter('toolgate_calls_total', 'Calls by tool, engine and outcome.', [
    'slug',
    'engine',
    'code',
  ])
  readonly #credits = new Counter('toolgate_credits_total', 'Credits charged by tool.', ['slug'])
  readonly #seconds = new Histogram('toolgate_call_duration_seconds', 'Time of a call by tier.', 'tier')
  readonly #unknown = new Counter(
    'toolgate_unknown_outcomes_total',
    'Failed calls that may have acted, by tool.',
    ['slug'],
  )
  readonly #commits = new Histogram(
    'toolgate_ledger_commit_seconds',
    'Time until a commit is on disk; all calls that end in that time share it.',
  )

  answered({ tool, ms }: EndedCall, { slug, engine, creditsUsed }: Answer): void {
    this.#calls.add([slug, engine, 'ok'])
    if (creditsUsed > 0) this.#credits.add([slug], creditsUsed)
    if (tool) this.#seconds.observe(ms / 1_000, tool.facts.tier)
  }

  failed({ tool, ms }: EndedCall, error: unknown, credits: number): void {
    if (tool && credits > 0) this.#credits.add([tool.slug], credits)
    const code = error instanceof GatewayError ? error.code : 'internal_error'
    this.#calls.add([tool?.slug ?? UNKNOWN, 'error', code])
    if (tool && error instanceof GatewayError && error.details.outcome === 'unknown')
      this.#unknown.add([tool.slug])
    if (tool) this.#seconds.observe(ms / 1_000, tool.facts.tier)
  }

  readonly committed = (ms: number): void => this.#commits.observe(ms / 1_000)

  lines(): string[] {
    return [this.#calls, this.#credits, this.#unknown, this.#seconds, this.#commits].flatMap((instrument) =>
      instrument.lines(),
    )
  }
}
