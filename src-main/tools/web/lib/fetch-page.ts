import { textOfPage } from '../../lib/answer-text.ts'
import { sendFollowing, successOf } from '../../lib/follow-redirects.ts'
import { CallFailed, type ToolContext } from '../../../tool-kit/tool-context.ts'

export interface Page {
  readonly text: string
  /** The URL of the page, after redirects. */
  readonly url: string
  readonly status: number
  readonly type: string
  readonly truncated: boolean
}

const REDIRECTS = 5

/**
 * Fetches a page to be read.
 * @throws CallFailed when it does not exist, or is not readable text
 */
export async function fetchPage(
  ctx: Pick<ToolContext, 'outbound' | 'signal'>,
  url: string,
  accept: string,
): Promise<Page> {
  const request = { url, method: 'GET' as const, headers: { accept } }
  const { answer, url: from } = successOf(await sendFollowing(ctx, request, REDIRECTS))
  const type = answer.headers['content-type'] ?? ''
  if (
    /^(?:image|audio|video|font)\/|^application\/(?:pdf|zip|octet-stream)/i.test(type) &&
    !/xml/i.test(type)
  )
    throw new CallFailed(
      `${new URL(from).host} sent ${type.slice(0, 100)}, which is not a page; use file-download.`,
    )
  const text = textOfPage(answer).toWellFormed()
  return { text, url: from, status: answer.status, type, truncated: answer.truncated }
}

/** The request headers for an HTML page. */
export const HTML = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5'
