import { lookup as systemLookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { GatewayError } from '../../../src-shared/errors.ts'
import type { DnsAnswer, DnsType } from '../../tool-kit/tool-context.ts'
import { FairShare, type ShareOptions } from '../../shares/fair-share.ts'
import { codeOf } from '../send-failure.ts'
import { queryResolver } from '../dns-query.ts'
import type { HostAddress, LookupCall } from '../resolve-once.ts'
import { HostsFile } from './hosts-file.ts'
import { queryAddresses } from './query-addresses.ts'

/** Look-ups of names that callers give. */
export const LOOKUPS: ShareOptions = {
  name: 'lookups',
  what: 'a DNS look-up',
  limit: 64,
  perKey: 8,
  reserve: 8,
  waiting: 256,
  waitingPerKey: 64,
  waitMs: 5_000,
}
/** Look-ups by the system, each of which holds one of Node's four threads until it ends by itself. */
export const SYSTEM_LOOKUPS: ShareOptions = {
  name: 'system_lookups',
  what: "a look-up by this machine's system",
  limit: 1,
  perKey: 1,
  reserve: 0,
  waiting: 64,
  waitingPerKey: 16,
  waitMs: 5_000,
}
const MAX_FAILURES = 1_000
/** How long a failed look-up stands for the next ones of the same name. */
const FAILURE_MS = 5_000

/** Options that tests set. */
export interface ResolverOptions {
  /** DNS servers to ask instead of the machine's own: `127.0.0.1:5353`. */
  readonly servers?: readonly string[]
  readonly hosts?: HostsFile
  readonly bySystem?: (name: string) => Promise<readonly HostAddress[]>
  readonly now?: () => number
}

interface RecordQuery {
  readonly name: string
  readonly type: DnsType
}

type RecordCall = Omit<LookupCall, 'bySystem'> & {
  /** Awaited when its turn has come; the query is sent in the turn of the event loop in which it resolves. */
  readonly leaving: () => Promise<void>
}

const DEFAULTS = {
  servers: [],
  hosts: new HostsFile(),
  bySystem: (name: string) => systemLookup(name, { all: true, order: 'verbatim' }),
  now: () => performance.now(),
}

/** Finds the addresses of names: in the machine's hosts file, and with DNS. Keys take turns. */
export class NameResolver {
  readonly #lookups: FairShare
  readonly #systemLookups: FairShare
  readonly #options: Required<ResolverOptions>
  readonly #failures = new Map<string, { readonly error: unknown; readonly until: number }>()

  constructor(lookups: FairShare, systemLookups: FairShare, options: ResolverOptions = {}) {
    this.#lookups = lookups
    this.#systemLookups = systemLookups
    this.#options = { ...DEFAULTS, ...options }
  }

  /** A resolver that shares nothing with others. */
  static alone(options: ResolverOptions = {}): NameResolver {
    return new NameResolver(new FairShare(LOOKUPS), new FairShare(SYSTEM_LOOKUPS), options)
  }

  /**
   * The addresses of a name, in the order to try them.
   * @throws GatewayError overloaded when too many look-ups wait
   * @throws the signal's reason, or an error with the code ENOTFOUND, ETIMEOUT or another of Node's DNS codes
   */
  async lookup(hostname: string, call: LookupCall): Promise<readonly HostAddress[]> {
    const { hosts, servers } = this.#options
    const name = hostname.toLowerCase().replace(/\.$/, '')
    const known = hosts.addressesOf(name)
    if (known.length > 0) return known
    this.#throwKnownFailure(name, call)
    const { who, signal } = call
    try {
      return await this.#lookups.run(who, signal, () => queryAddresses(name, servers, signal))
    } catch (error) {
      if (signal.aborted || error instanceof GatewayError) throw error
      if (call.bySystem && codeOf(error) !== 'ETIMEOUT') return await this.#bySystem(name, call)
      this.#remember(name, error)
      throw error
    }
  }

  /**
   * The records of one type that a name has.
   * @param query its name as toDnsName writes it
   * @throws GatewayError overloaded when too many look-ups wait, what `leaving` throws, and the error of DNS
   */
  records({ name, type }: RecordQuery, { who, signal, leaving }: RecordCall): Promise<DnsAnswer> {
    const { servers } = this.#options
    return this.#lookups.run(who, signal, async () => {
      await leaving()
      return await queryResolver(name, type, servers, signal)
    })
  }

  /** How a connection of Node's own finds addresses. */
  connecting(call: Omit<LookupCall, 'signal'>): LookupFunction {
    const { signal } = new AbortController()
    return (hostname, { all, family }, callback) => {
      const wanted = toNumber(family)
      this.lookup(hostname, { ...call, signal }).then(
        (found) => {
          const usable = [...found].filter((one) => wanted === 0 || one.family === wanted)
          const [first] = usable
          if (!first)
            callback(Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' }), '')
          else if (all) callback(null, usable)
          else callback(null, first.address, first.family)
        },
        (error: NodeJS.ErrnoException) => callback(error, ''),
      )
    }
  }

  // The place is held until the system has answered: nothing can end its look-up, the caller only leaves it behind.
  #bySystem(name: string, { who, signal }: LookupCall): Promise<readonly HostAddress[]> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        const reason: unknown = signal.reason
        reject(reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#systemLookups
        .run(who, signal, () => this.#options.bySystem(name))
        .then(resolve, reject)
        .finally(() => signal.removeEventListener('abort', leave))
    })
  }

  #throwKnownFailure(name: string, { bySystem }: LookupCall): void {
    const failure = this.#failures.get(name)
    // Another key's vain question says nothing of what the system knows.
    if (!failure || (bySystem && codeOf(failure.error) !== 'ETIMEOUT')) return
    if (failure.until > this.#options.now()) throw failure.error
    this.#failures.delete(name)
  }

  #remember(name: string, error: unknown): void {
    this.#failures.delete(name)
    this.#failures.set(name, { error, until: this.#options.now() + FAILURE_MS })
    if (this.#failures.size <= MAX_FAILURES) return
    const [oldest] = this.#failures.keys()
    if (oldest !== undefined) this.#failures.delete(oldest)
  }
}

function toNumber(family: number | string | undefined): number {
  return family === 'IPv4' ? 4 : family === 'IPv6' ? 6 : Number(family ?? 0)
}
