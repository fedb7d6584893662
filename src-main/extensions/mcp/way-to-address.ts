import type { OriginChannel } from '../../outbound/origin-channel.ts'
import { SOURCE_LIMITS } from '../source.ts'
import { HttpConnection } from './http-connection.ts'
import type { WayTo } from './mcp-runner.ts'
import { NotSent } from '../not-sent.ts'

/** Opens connections to an address that the owner has agreed to. @throws InvalidInput */
export type ChannelTo = (
  url: string,
  options: { readonly isPrivate: boolean; readonly signal: AbortSignal },
) => Promise<OriginChannel>

/** Servers over HTTP: connections to the one address that was agreed to. */
export function wayToAddress(channelTo: ChannelTo): WayTo<'mcp-http'> {
  return async ({ id, settings }, secrets, { note }) => {
    const { url, headers, isPrivate } = settings
    const signal = AbortSignal.timeout(SOURCE_LIMITS.startMs)
    const channel = await channelTo(url, { isPrivate, signal }).catch((error: unknown) => {
      const why = `cannot be reached: ${error instanceof Error ? error.message : String(error)}`
      note(why)
      throw new NotSent(`${id} ${why}`, { cause: error })
    })
    const all = new Map(Object.entries(headers).concat([...secrets]))
    // A token may stand behind a word, such as Bearer.
    const values = [...secrets.values()].flatMap((value) => [value, value.replace(/^\S{1,16} +/, '')])
    return { connect: (events) => new HttpConnection(channel, all, events), secrets: values }
  }
}
