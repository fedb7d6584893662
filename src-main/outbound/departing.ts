import type { Sharer } from '../shares/place.ts'

/** The call on whose behalf something is sent. */
export interface SendingCall {
  readonly who: Sharer
  /**
   * Awaited once the connection is made, before anything is written. Nothing is written when it throws, and the
   * request fails with what it throws.
   */
  readonly leaving: () => Promise<void>
  /** Called in the same turn in which the request is written: from here on it has left. */
  readonly left: () => void
}

/**
 * The last step before a request leaves this machine. The caller writes it in the same turn of the event loop in
 * which this resolves.
 * @param socket the connection that it will be written to; none for a datagram
 * @throws the signal's reason, what `leaving` throws, or an error for a connection that was lost meanwhile
 */
export async function depart(
  call: SendingCall,
  signal: AbortSignal,
  socket?: { readonly destroyed: boolean },
): Promise<void> {
  signal.throwIfAborted()
  await call.leaving()
  signal.throwIfAborted()
  if (socket?.destroyed) throw Object.assign(new Error('The connection was lost'), { code: 'ECONNRESET' })
  call.left()
}
