import type { HostAddress } from './resolve-once.ts'

/**
 * Dials a host's checked addresses in turn until one of them is reached.
 * @throws the failure at the last address, or the signal's reason once that has ended the send
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
