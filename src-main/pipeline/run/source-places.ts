import { GatewayError } from '../../../src-shared/errors.ts'
import { sharerOf } from '../../accounts/account.ts'
import type { RegisteredTool } from '../../registry/registry.ts'
import type { FairShare, ShareOptions } from '../../shares/fair-share.ts'
import type { Shares } from '../../shares/shares.ts'
import type { Call } from '../call.ts'
import { accountNow } from '../checks/account-now.ts'

/**
 * About as many calls as a source takes itself (SOURCE_LIMITS.inFlight), where nobody takes turns: at most one of the
 * owner's waits there. A key that is alone has four, its owner eight.
 */
const CALLS: Omit<ShareOptions, 'name' | 'what'> = {
  limit: 7,
  perKey: 6,
  reserve: 2,
  waiting: 64,
  // The calls before may take minutes.
  waitMs: 300_000,
}

/** Lets keys take turns at each source. */
export class SourcePlaces {
  readonly #shares: Pick<Shares, 'open'>
  readonly #keys: Parameters<typeof accountNow>[1]
  readonly #open = new Map<string, FairShare>()

  constructor(shares: Pick<Shares, 'open'>, keys: Parameters<typeof accountNow>[1]) {
    this.#shares = shares
    this.#keys = keys
  }

  /**
   * Runs a call when its turn comes, if its key still may.
   * @throws GatewayError overloaded, caller_left, invalid_key, forbidden; then nothing was sent
   */
  async run<T>(
    call: Pick<Call, 'account' | 'caller'>,
    tool: RegisteredTool,
    work: () => T | Promise<T>,
  ): Promise<T> {
    const share = this.#shareOf(tool)
    // What is pure runs in the workers, at which keys take turns.
    if (share === null) return await work()
    let hasBegun = false
    try {
      return await share.run(sharerOf(call.account), call.caller.signal, async () => {
        accountNow(call, this.#keys)
        hasBegun = true
        return await work()
      })
    } catch (error) {
      throw hasBegun ? error : notSent(error)
    }
  }

  #shareOf({ source, definition }: RegisteredTool): FairShare | null {
    if (source === null || definition.script !== undefined) return null
    const name = `calls_of_${source.id}`
    let share = this.#open.get(name)
    if (!share) {
      share = this.#shares.open({ ...CALLS, name, what: `other calls of ${source.id} to end` })
      this.#open.set(name, share)
    }
    return share
  }
}

function notSent(error: unknown): GatewayError {
  const outcome = 'not_sent' as const
  if (error instanceof GatewayError)
    return new GatewayError(
      error.code,
      `${error.message} Nothing was sent.`,
      { ...error.details, outcome },
      { cause: error },
    )
  return new GatewayError(
    'caller_left',
    'The caller left before its turn came. Nothing was sent, and nothing was charged.',
    { outcome },
    { cause: error },
  )
}
