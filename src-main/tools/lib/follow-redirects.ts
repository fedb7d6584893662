import {
  CallFailed,
  type OutboundAnswer,
  type OutboundRequest,
  type ToolContext,
} from '../../tool-kit/tool-context.ts'
import { counted } from '../../../src-shared/counted.ts'

const REDIRECTS = new Set([301, 302, 303, 307, 308])
// Headers meant only for the first origin.
const SECRETS = new Set(['authorization', 'cookie', 'proxy-authorization'])

export interface Hop {
  readonly url: string
  readonly status: number
}

export interface Followed {
  readonly answer: OutboundAnswer
  /** The final URL. */
  readonly url: string
  readonly redirects: readonly Hop[]
}

/**
 * Sends a GET or HEAD request and follows its redirects one by one: each is sent separately, so
 * that the guard checks every one of them.
 * @throws CallFailed when there are more redirects than allowed
 */
export async function sendFollowing(
  ctx: Pick<ToolContext, 'outbound' | 'signal'>,
  request: Omit<OutboundRequest, 'signal'>,
  maxRedirects: number,
): Promise<Followed> {
  const redirects: Hop[] = []
  let { url, headers = {} } = request
  for (;;) {
    const answer = await ctx.outbound.send({ ...request, url, headers, signal: ctx.signal })
    const next = nextOf(answer, url)
    if (next === null || maxRedirects === 0) return { answer, url, redirects }
    redirects.push({ url, status: answer.status })
    if (redirects.length > maxRedirects)
      throw new CallFailed(`${new URL(url).host} redirected more than ${counted(maxRedirects, 'time')}.`)
    if (next.origin !== new URL(url).origin)
      headers = Object.fromEntries(
        Object.entries(headers).filter(([name]) => !SECRETS.has(name.toLowerCase())),
      )
    url = next.href
  }
}

function nextOf({ status, headers }: OutboundAnswer, url: string): URL | null {
  const { location } = headers
  if (!REDIRECTS.has(status) || location === undefined || !URL.canParse(location, url)) return null
  return new URL(location, url)
}

/**
 * The response of a page that exists.
 * @throws CallFailed when the status is not a success
 */
export function successOf(followed: Followed): Followed {
  const { status } = followed.answer
  if (status < 200 || status > 299)
    throw new CallFailed(
      `${new URL(followed.url).host} answered with status ${status} instead of the page.`,
    )
  return followed
}
