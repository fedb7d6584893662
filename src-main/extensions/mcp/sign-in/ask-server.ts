import { isObject } from '../../../../src-shared/json-schema/json-identity.ts'
import { parseJson } from '../../../../src-shared/parse-json.ts'
import { codeOf } from '../../../outbound/send-failure.ts'
import { isOwnNetwork } from '../../../outbound/source-reach.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'
import { problemOfShort } from '../../message-limits.ts'
import type { ChannelTo } from '../channel-to.ts'
import { SignInFailed } from './sign-in-failed.ts'

const MOST_BYTES = 64 * 1024
const ASK_MS = 15_000

/** How servers of a sign-in are reached. */
export interface SignInNetwork {
  readonly channelTo: ChannelTo
  /** The origin of the server, which the owner has written. */
  readonly written: string
}

/** What a server has answered. */
export interface ServerAnswer {
  readonly status: number
  /** Its members; none where it is not a JSON object. */
  readonly body: Readonly<Record<string, unknown>>
}

/** A request of a sign-in. */
export interface Asked {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/**
 * Sends one request of a sign-in. Redirects are not followed, and private addresses are out of reach but for the one
 * that the owner has agreed to.
 * @throws SignInFailed where there is no answer
 */
export async function askServer(
  url: string,
  { channelTo, written }: SignInNetwork,
  { method = 'GET', headers = {}, body }: Asked = {},
): Promise<ServerAnswer> {
  const target = checkedUrl(url)
  const signal = AbortSignal.timeout(ASK_MS)
  try {
    const channel = await channelTo(target.href, { written, signal })
    try {
      const all = new Map(
        Object.entries({ ...headers, accept: 'application/json', 'accept-encoding': 'identity' }),
      )
      const answer = await channel.request({ method, headers: all, body: body ?? null, signal })
      return { status: answer.status, body: await readBody(answer.body, target) }
    } finally {
      await channel.close()
    }
  } catch (error) {
    if (error instanceof SignInFailed) throw error
    if (error instanceof InvalidInput) throw new SignInFailed(error.message, { cause: error })
    const why = signal.aborted
      ? 'did not answer in time'
      : `could not be asked (${codeOf(error) || 'closed'})`
    throw new SignInFailed(`${target.host} ${why}`, { isPassing: true, cause: error })
  }
}

/**
 * An address of a sign-in. Without encryption it may only be in a network of the owner's.
 * @throws SignInFailed
 */
export function checkedUrl(url: string): URL {
  const target = URL.canParse(url) ? new URL(url) : null
  const isWeb = target?.protocol === 'https:' || target?.protocol === 'http:'
  if (!target || !isWeb || target.username !== '' || target.password !== '' || target.hash !== '')
    throw new SignInFailed(`${JSON.stringify(url.slice(0, 200))} is not an address to sign in at`)
  if (target.protocol === 'http:' && !isOwnNetwork(target))
    throw new SignInFailed(`${target.origin} would be asked without encryption`)
  return target
}

async function readBody(body: AsyncIterable<Buffer>, { host }: URL): Promise<ServerAnswer['body']> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw new SignInFailed(`${host} answered with more than 64 KiB`)
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  if (problemOfShort(text) !== null) throw new SignInFailed(`${host} answered with too many values`)
  try {
    const value = parseJson(text)
    return isObject(value) ? value : {}
  } catch {
    // Whoever needs its members says what is missing.
    return {}
  }
}
