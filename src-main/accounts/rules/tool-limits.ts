import { counted } from '../../../src-shared/counted.ts'
import { GatewayError } from '../../../src-shared/errors.ts'
import { LIMIT_SPANS, type LimitSpan, type ToolLimit } from '../../../src-shared/rules/key-rules.ts'
import { RateLimiter } from '../rate-limiter.ts'
import type { RuledKey } from './rules-of.ts'

/** Counts the calls of tools that have limits for a key. */
export class ToolLimitCounter {
  // Not the limiter of requests, which forgets its quietest ids when there are too many.
  readonly #calls = new RateLimiter()
  readonly #now: () => number

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * Counts a call, unless a limit of its key or of one of its makers refuses it.
   * @param ruled the rules that hold for the key
   * @throws GatewayError rate_limited naming the tool and the limit, with the true wait
   */
  count(slug: string, ruled: readonly RuledKey[]): void {
    const limits = ruled.flatMap(({ id, rules }) => limitsOf(id, slug, rules.tool_limits?.[slug]))
    const now = this.#now()
    // All are asked before one counts, so that a refused call uses up none of them.
    for (const { name, most, seconds, words } of limits) {
      const { allowed, retryAfterSeconds } = this.#calls.peek(name, most, seconds, now)
      if (!allowed) throw tooOften(slug, most, words, retryAfterSeconds)
    }
    for (const { name, most, seconds } of limits) this.#calls.take(name, most, seconds, now)
  }
}

function limitsOf(keyId: string, slug: string, limit: ToolLimit | undefined) {
  if (!limit) return []
  // Object.entries() forgets the names of the spans.
  const parts = Object.entries(limit) as [LimitSpan, number | undefined][]
  return parts.flatMap(([span, most]) =>
    most === undefined ? [] : [{ name: `${keyId} ${slug} ${span}`, most, ...LIMIT_SPANS[span] }],
  )
}

function tooOften(slug: string, limit: number, words: string, seconds: number): GatewayError {
  return new GatewayError(
    'rate_limited',
    `This key may call ${slug} ${counted(limit, 'time')} ${words}. Try again in ${counted(seconds, 'second')}.`,
    { tool: slug, limit, retry_after: seconds },
  )
}
