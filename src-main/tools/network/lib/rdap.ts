import { z } from 'zod'
import { CallFailed, type ToolContext } from '../../../tool-kit/tool-context.ts'
import { sendFollowing } from '../../lib/follow-redirects.ts'
import { parseJson } from '../../../../src-shared/parse-json.ts'

type Ways = Pick<ToolContext, 'outbound' | 'signal' | 'now'>

const BOOTSTRAP = 'https://data.iana.org/rdap/'
const DAY_MS = 86_400_000
const MAX_REFERRALS = 3

/** RFC 9224, 3: each service is a list of entries and a list of base URLs. */
const bootstrapFile = z.object({
  services: z.array(z.tuple([z.array(z.string()), z.array(z.string())])),
})
export type Bootstrap = z.output<typeof bootstrapFile>

// RFC 9224, 8, asks clients to cache these files; they are the same for every caller.
const kept = new WeakMap<object, { at: number; file: Bootstrap }>()

/** The registry's answer in RDAP (RFC 9083): null if it does not know the domain. */
export async function askRdap(ctx: Ways, base: string, domain: string): Promise<unknown> {
  const url = new URL(`domain/${encodeURIComponent(domain)}`, base.endsWith('/') ? base : `${base}/`).href
  const request = { url, method: 'GET' as const, headers: { accept: 'application/rdap+json' } }
  const { answer } = await sendFollowing(ctx, request, MAX_REFERRALS)
  if (answer.status === 404) return null
  if (answer.status !== 200 || answer.truncated)
    throw new CallFailed(`${new URL(url).host} answered with status ${answer.status} instead of RDAP.`)
  try {
    return parseJson(answer.body.toString('utf8'))
  } catch (error) {
    throw new CallFailed(`${new URL(url).host} sent an answer that is not RDAP.`, { cause: error })
  }
}

/** The RDAP server of a domain by IANA's list; null if its top-level domain has none. */
export async function rdapServerOf(ctx: Ways, domain: string): Promise<string | null> {
  const known = kept.get(ctx.outbound.network)
  if (known && ctx.now().getTime() - known.at < DAY_MS) return serverIn(known.file, domain)
  const url = `${BOOTSTRAP}dns.json`
  const answer = await ctx.outbound.send({ url, method: 'GET', signal: ctx.signal })
  const file = bootstrapFile.safeParse(toJson(answer.body.toString('utf8')))
  if (answer.status !== 200 || !file.success)
    throw new CallFailed("IANA's list of RDAP servers could not be read; use `source: whois`.")
  kept.set(ctx.outbound.network, { at: ctx.now().getTime(), file: file.data })
  return serverIn(file.data, domain)
}

/** The https server of the longest entry that the domain ends with (RFC 9224, 4). */
export function serverIn({ services }: Bootstrap, domain: string): string | null {
  const matching = services
    .flatMap(([entries, urls]) => entries.map((entry) => ({ entry: entry.toLowerCase(), urls })))
    .filter(({ entry }) => domain === entry || domain.endsWith(`.${entry}`))
    .sort((one, other) => other.entry.length - one.entry.length)
  const urls = matching[0]?.urls ?? []
  return urls.find((url) => url.startsWith('https:')) ?? urls[0] ?? null
}

function toJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    // If this is not JSON, the check of the file reports it.
    return null
  }
}
