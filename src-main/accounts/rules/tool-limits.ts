import { counted } from '../../../src-shared/counted.ts'
import { GatewayError } from '../../../src-shared/errors.ts'
import { LIMIT_SPANS, type LimitSpan, type ToolLimit } from '../../../src-shared/rules/key-rules.ts'
import type { Work } from '../../storage/engine/work.ts'
import { RateLimiter } from '../rate-limiter.ts'
import { divisionOf, permits, type Permits } from '../rates/permits.ts'
import type { RuledKey } from './rules-of.ts'

/** A limit of a tool that a call counts towards, so many times. */
interface Counted {
  readonly name: string
  readonly slug: string
  readonly most: number
  readonly seconds: number
  readonly words: string
  readonly times: number
}

/** Counts the calls of tools that have limits for a key. */
export class ToolLimitCounter {
  // Not the limiter of requests, which forgets its quietest ids when there are too many.
  readonly #calls = new RateLimiter()
  readonly #now: () => number
  readonly #aside: (<T>(work: () => Work<T>) => Promise<T>) | null

  /**
   * @param now milliseconds since 1970
   * @param aside runs statements in the database that other gateways share; null where this one is alone
   */
  constructor(now: () => number, aside: (<T>(work: () => Work<T>) => Promise<T>) | null = null) {
    this.#now = now
    this.#aside = aside
  }

  /**
   * Counts a call and all that it calls itself, unless a limit of its key or of one of its makers refuses it.
   * @returns a promise where other gateways count as well
   * @param slugs of the tools; one that is called several times is among them as often
   * @param ruled the rules that hold for the key
   * @throws GatewayError rate_limited naming the tool and the limit, with the true wait; scope_denied where no wait
   *   would be long enough
   */
  count(slugs: readonly string[], ruled: readonly RuledKey[]): Promise<void> | undefined {
    const limits = [...new Set(slugs)].flatMap((slug) => {
      const times = slugs.filter((one) => one === slug).length
      return ruled.flatMap(({ id, rules }) =>
        limitsOf(id, slug, rules.tool_limits?.[slug]).map((limit) => ({ ...limit, slug, times })),
      )
    })
    for (const { slug, times, most, words } of limits)
      if (times > most) throw neverAllowed(slug, times, most, words)
    if (limits.length > 0 && this.#aside) return countShared(limits, this.#aside)
    this.#count(limits)
    return undefined
  }

  #count(limits: readonly Counted[]): void {
    const now = this.#now()
    // All are asked before one counts, so that a refused call uses up none of them.
    for (const { name, most, seconds, words, slug, times } of limits) {
      const { allowed, retryAfterSeconds } = this.#calls.peek(name, most - times + 1, seconds, now)
      if (!allowed) throw tooOften(slug, most, words, retryAfterSeconds)
    }
    for (const { name, most, seconds, times } of limits)
      for (let time = 0; time < times; time++) this.#calls.take(name, most, seconds, now)
  }
}

async function countShared(
  limits: readonly Counted[],
  aside: <T>(work: () => Work<T>) => Promise<T>,
): Promise<void> {
  const counted: (() => Promise<Permits>)[] = []
  for (const { name, most, seconds, words, slug, times } of limits) {
    const ask = { id: `tool ${name}`, ...divisionOf(seconds), extra: 0 }
    const told = await aside(() => permits({ ...ask, limit: most, need: times, unused: 0, unusedOf: 0 }))
    // How long it takes until there is room for all of them is told with it.
    const back = { ...ask, limit: most - times + 1, need: 0, unused: told.given, unusedOf: told.part }
    counted.push(() => aside(() => permits(back)))
    if (told.given === times) continue
    // A refused call uses up none of them.
    const undone = await Promise.all(counted.map((undo) => undo()))
    throw tooOften(slug, most, words, Math.max(1, Math.ceil(undone.at(-1)!.free_ms / 1_000)))
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

// One call of a recipe may call a tool more often than the limit would allow after any wait.
function neverAllowed(slug: string, times: number, limit: number, words: string): GatewayError {
  return new GatewayError(
    'scope_denied',
    `This call calls ${slug} ${counted(times, 'time')}, and this key may call it ${counted(limit, 'time')} ${words}. ` +
      'Ask the owner of the key to raise the limit.',
    { tool: slug, limit },
  )
}

function tooOften(slug: string, limit: number, words: string, seconds: number): GatewayError {
  return new GatewayError(
    'rate_limited',
    `This key may call ${slug} ${counted(limit, 'time')} ${words}. Try again in ${counted(seconds, 'second')}.`,
    { tool: slug, limit, retry_after: seconds },
  )
}
