import type { OriginChannel } from '../../outbound/origin-channel.ts'

/**
 * Opens connections to an address for a source, whose owner has written one origin.
 * @throws InvalidInput for an address that must not be reached
 */
export type ChannelTo = (
  url: string,
  options: { readonly written: string; readonly signal: AbortSignal },
) => Promise<OriginChannel>
