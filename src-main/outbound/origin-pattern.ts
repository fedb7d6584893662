import { InvalidInput } from '../tool-kit/tool-context.ts'
import { toTarget } from './target-url.ts'

/** One name below another, whole labels only: `*` and two labels at least, as a URL writes them. */
const PATTERN_HOST = /^\*(\.[a-z0-9_-]{1,63}){2,}$/
/** What may stand for the star. */
const LABELS = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/

/** True for an origin that stands for many hosts. */
export function isOriginPattern(origin: string): boolean {
  return origin.includes('*')
}

/**
 * A wildcard as the list of origins holds it (`https://*.example.com`), made from what the owner wrote; one without a
 * scheme is https.
 * @throws InvalidInput unless its only star stands for the first labels below a domain that somebody has registered
 */
export async function toOriginPattern(text: string): Promise<string> {
  const target = toTarget(text.startsWith('*') ? `https://${text}` : text)
  const { protocol, host, hostname, pathname, search, hash } = target
  if (pathname !== '/' || search !== '' || hash !== '')
    throw new InvalidInput('url', `Allow the hosts alone, without a path: ${protocol}//${host}`)
  if (!PATTERN_HOST.test(hostname))
    throw new InvalidInput('url', 'Put one star in place of the first name, as in https://*.example.com')
  const base = hostname.slice(2)
  if ((await registeredOf(base)) === null)
    throw new InvalidInput(
      'url',
      `Anybody can have a name below ${base}; allow a name of your own, such as *.example.${base}`,
    )
  return `${protocol}//${host}`
}

/**
 * Whether a pattern stands for this target: same scheme, same port, and a host truly below its domain, with no public
 * suffix between them (`*.amazonaws.com` is not for what anybody may name below `s3.amazonaws.com`).
 */
export async function patternCovers(pattern: string, target: URL): Promise<boolean> {
  const [scheme, rest = ''] = pattern.split('://*')
  const end = rest.replace(/:\d+$/, '')
  const port = rest.slice(end.length + 1)
  const { protocol, hostname } = target
  if (`${scheme}:` !== protocol || port !== target.port || !hostname.endsWith(end)) return false
  if (!LABELS.test(hostname.slice(0, -end.length))) return false
  return (await registeredOf(hostname)) === (await registeredOf(end.slice(1)))
}

// By publicsuffix.org with its private part: anybody can have a name below co.uk or github.io. Loaded here, since who
// allows no wildcard needs no list.
async function registeredOf(host: string): Promise<string | null> {
  const { getDomain } = await import('tldts')
  return getDomain(host, { allowPrivateDomains: true })
}
