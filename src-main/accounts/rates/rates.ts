/** Whether a request is allowed, and what is left of the limit. */
export interface RateVerdict {
  readonly allowed: boolean
  /** Requests that would still be allowed now. */
  readonly remaining: number
  /** Seconds after which the next request is allowed; 0 when this one is. */
  readonly retryAfterSeconds: number
  /** Seconds after which the oldest counted request leaves the window. */
  readonly resetSeconds: number
}

/** Counts the requests of keys and of addresses. */
export interface Rates {
  /**
   * Counts a request if it is allowed.
   * @param id a key, or an address as `idOfAddress` names it
   * @returns a promise where other gateways have to be asked first
   */
  take(id: string, limit: number, windowSeconds: number, nowMs: number): RateVerdict | Promise<RateVerdict>
  /** What is known of an id, without counting a request. */
  peek(id: string, limit: number, windowSeconds: number, nowMs: number): RateVerdict
}

const ADDRESS = 'address:'

/** The id under which the requests of an address are counted. */
export function idOfAddress(address: string): string {
  return ADDRESS + address
}

/** Whether an id is that of an address. */
export function isAddress(id: string): boolean {
  return id.startsWith(ADDRESS)
}
