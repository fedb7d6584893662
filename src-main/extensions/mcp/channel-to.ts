import type { OriginChannel } from '../../outbound/origin-channel.ts'

/** Opens connections to an address that the owner has agreed to. @throws InvalidInput */
export type ChannelTo = (
  url: string,
  options: { readonly isPrivate: boolean; readonly signal: AbortSignal },
) => Promise<OriginChannel>
