import { InvalidInput } from '../tool-kit/tool-context.ts'
import { toTarget } from './target-url.ts'

/** A wildcard host as a URL writes it: `*` followed by at least two whole labels. */
const PATTERN_HOST = /^\*(\.[a-z0-9_-]{1,63}){2,}$/
/** What the star may match. */
const LABELS = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/

/** True for an origin with a wildcard. */
export function isOriginPattern(origin: string): boolean {
  return origin.includes('*')
}

/**
 * A wildcard as the list of origins stores it (`https://*.example.com`), from the owner's text; without a scheme it
 * is https.
 * @throws InvalidInput unless its only star replaces the first labels below a registered domain
 */
export async function toOriginPattern(text: string): Promise<string> {
  const target = toTarget(text.startsWith('*') ? `https://${text}` : text)
  const { protocol, host, hostname, pathname, search, hash } = target
  if (pathname !== '/' || search !== '' || hash !== '')
    throw new InvalidInput('url', `Allow only the hosts, without a path: ${protocol}//${host}`)
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
 * Whether a pattern matches this target: same scheme, same port, and a host below its domain with no public suffix
 * between them (`*.amazonaws.com` does not match names that anybody can get below `s3.amazonaws.com`).
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

// From publicsuffix.org with its private part: anybody can get a name below co.uk or github.io. Loaded here,
// because without wildcards nobody needs the list.
async function registeredOf(host: string): Promise<string | null> {
  const { getDomain } = await import('tldts')
  return getDomain(host, { allowPrivateDomains: true })
}
