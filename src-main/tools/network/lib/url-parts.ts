import { parse } from 'tldts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

/** Default ports of schemes (WHATWG URL Standard, "special scheme"). */
const PORTS: Readonly<Record<string, number>> = { http: 80, https: 443, ws: 80, wss: 443, ftp: 21 }

/**
 * The parts of a URL, with its registrable domain by the public suffix list including the private
 * part.
 * @throws InvalidInput when it is not an absolute URL, alone or combined with its base
 */
export function urlParts(url: string, base: string | undefined) {
  if (base !== undefined && !URL.canParse(base))
    throw new InvalidInput('base', 'The base must be an absolute URL')
  if (!URL.canParse(url, base))
    throw new InvalidInput(
      'url',
      'This is not an absolute URL; start with a scheme such as https://, or send a base',
    )
  const parsed = new URL(url, base)
  const host = parsed.hostname
  const suffix = parse(host, { allowPrivateDomains: true })
  const protocol = parsed.protocol.slice(0, -1)
  const segments = parsed.pathname.split('/').filter((segment) => segment !== '')
  return {
    href: parsed.href,
    origin: parsed.origin === 'null' ? null : parsed.origin,
    protocol,
    username: parsed.username === '' ? null : decoded(parsed.username),
    has_password: parsed.password !== '',
    host: host === '' ? null : host,
    port: parsed.port === '' ? (PORTS[protocol] ?? null) : Number(parsed.port),
    path: parsed.pathname,
    segments: segments.map(decoded),
    query: [...parsed.searchParams].map(([name, value]) => ({ name, value })),
    fragment: parsed.hash === '' ? null : decoded(parsed.hash.slice(1)),
    is_ip: suffix.isIp ?? false,
    public_suffix: suffix.publicSuffix,
    domain: suffix.domain,
    subdomain: suffix.subdomain === '' ? null : suffix.subdomain,
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Percent signs that encode nothing stay as they are.
    return text
  }
}
