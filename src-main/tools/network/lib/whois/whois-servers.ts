import { CallFailed, InvalidInput, type ToolContext } from '../../../../tool-kit/tool-context.ts'

type Ways = Pick<ToolContext, 'outbound' | 'signal'>

export interface WhoisText {
  readonly server: string
  readonly text: string
}

const IANA = 'whois.iana.org'
const MAX_REFERRALS = 3
/** What registries want to be asked with, so that they tell of the domain alone, whole and in English. */
const QUERIES: ReadonlyMap<string, (domain: string) => string> = new Map([
  ['whois.denic.de', (domain) => `-T dn,ace ${domain}`],
  ['whois.jprs.jp', (domain) => `${domain}/e`],
  ['whois.verisign-grs.com', (domain) => `domain ${domain}`],
])
/** In the form that ICANN wants of registries, which says everything that registrars would repeat. */
const WHOLE = /^[ \t]*registry expiry date:/im

/**
 * Asks a WHOIS server, by default starting at IANA's and following referrals to the one that knows
 * the domain. What the registry has said is kept if a registrar does not answer.
 * @returns the answers about the domain in the order of the requests
 * @throws InvalidInput for a server that may not be reached
 * @throws CallFailed if no server knows the top-level domain, or the registry's does not answer
 */
export async function askWhoisServers(
  ctx: Ways,
  domain: string,
  server: string | undefined,
): Promise<WhoisText[]> {
  const answers: WhoisText[] = []
  const asked = new Set<string>()
  let next: string | null = server ?? IANA
  while (next !== null && asked.size <= MAX_REFERRALS && !asked.has(next)) {
    asked.add(next)
    const text = await textOf(ctx, next, domain, answers.length > 0)
    if (text === null) break
    // IANA tells of the top-level domain, whose dates and servers are not the domain's.
    if (!isOfTopLevel(text)) answers.push({ server: next, text })
    next = WHOLE.test(text) ? null : referralIn(text)
  }
  if (answers.length === 0)
    throw new CallFailed(`IANA knows no WHOIS server for the top-level domain of ${domain}.`)
  return answers
}

async function textOf(ctx: Ways, server: string, domain: string, mayFail: boolean): Promise<string | null> {
  const { host, port } = hostAndPort(server)
  const query = QUERIES.get(host)?.(domain) ?? domain
  try {
    return (await ctx.outbound.queryWhois({ server: host, port, query, signal: ctx.signal })).text
  } catch (error) {
    if (mayFail && error instanceof CallFailed) return null
    throw error
  }
}

function isOfTopLevel(text: string): boolean {
  return /^source:[ \t]*IANA[ \t\r]*$/m.test(text) && !/^domain:.*\./m.test(text)
}

/** The server that an answer refers to, in the notation of IANA and of registries; null if none. */
function referralIn(text: string): string | null {
  const found =
    /^[ \t]*(?:refer|whois|registrar whois server):[ \t]*([a-z0-9][a-z0-9.-]*\.[a-z]{2,})[ \t\r]*$/im.exec(
      text,
    )
  return found?.[1]?.toLowerCase() ?? null
}

function hostAndPort(server: string): { host: string; port: number } {
  const [, host = '', port = '43'] = /^([^:]+)(?::(\d{1,5}))?$/.exec(server) ?? []
  if (host === '' || Number(port) < 1 || Number(port) > 65_535)
    throw new InvalidInput('server', 'Send a host name, and :port after it if the port is not 43')
  return { host: host.toLowerCase(), port: Number(port) }
}
