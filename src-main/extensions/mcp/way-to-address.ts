import { CLIENT_SECRET, SOURCE_LIMITS } from '../source.ts'
import { HttpConnection, type Refusal } from './http-connection.ts'
import type { ChannelTo } from './channel-to.ts'
import type { WayTo } from './mcp-runner.ts'
import { NotSent } from '../not-sent.ts'
import type { SignIns } from './sign-in/sign-ins.ts'

/** Servers over HTTP: connections to the one address that was agreed to, with a sign-in where there is no token. */
export function wayToAddress(channelTo: ChannelTo, signIns: SignIns): WayTo<'mcp-http'> {
  return async ({ id, settings }, secrets, { note }) => {
    const { url, headers, clientId } = settings
    const needs = signIns.needs(id)
    if (needs !== null) throw new NotSent(`${id} ${needs}`)
    const signal = AbortSignal.timeout(SOURCE_LIMITS.startMs)
    const channel = await channelTo(url, { written: new URL(url).origin, signal }).catch(
      (error: unknown) => {
        const why = `cannot be reached: ${error instanceof Error ? error.message : String(error)}`
        note(why)
        throw new NotSent(`${id} ${why}`, { cause: error })
      },
    )
    const sent = [...secrets].filter(([name]) => clientId === undefined || name !== CLIENT_SECRET)
    const all = new Map(Object.entries(headers).concat(sent))
    const hasToken = [...all.keys()].some((name) => name.toLowerCase() === 'authorization')
    const auth = hasToken
      ? null
      : {
          token: () => signIns.tokenOf(id),
          refused: (refusal: Refusal) => signIns.refused(id, refusal),
        }
    // A token may stand behind a word, such as Bearer.
    const values = [...secrets.values()].flatMap((value) => [value, value.replace(/^\S{1,16} +/, '')])
    return {
      connect: (events) => new HttpConnection(channel, { headers: all, auth }, events),
      secrets: () => [...values, ...signIns.secretsOf(id)],
    }
  }
}
