import type { HostAddress } from './resolve-once.ts'

/**
 * Dials a host's checked addresses in turn until one of them connects.
 * @throws the failure of the last address, or the signal's reason once it has aborted
 */
export async function firstReached<T>(
  addresses: readonly HostAddress[],
  signal: AbortSignal,
  dial: (address: string) => Promise<T>,
): Promise<T> {
  let failure: unknown
  for (const { address } of addresses) {
    signal.throwIfAborted()
    try {
      return await dial(address)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}
