import { isIP } from 'node:net'
import { InvalidInput } from '../tool-kit/tool-context.ts'

const MAX_HOST_CHARS = 253 // RFC 1035, 2.3.4

/**
 * The URL that a send goes to.
 * @throws InvalidInput when it is no http or https URL, or carries a user name or password
 */
export function toTarget(url: string): URL {
  if (!URL.canParse(url))
    throw new InvalidInput('url', 'Send a whole URL, such as https://example.com/hook')
  const target = new URL(url)
  if (target.protocol !== 'http:' && target.protocol !== 'https:')
    throw new InvalidInput('url', 'Only http and https URLs can be sent to')
  if (target.username !== '' || target.password !== '')
    throw new InvalidInput(
      'url',
      'Take the user name and password out of the URL; send an Authorization header',
    )
  if (target.hostname.length > MAX_HOST_CHARS)
    throw new InvalidInput('url', `The host name is longer than ${MAX_HOST_CHARS} characters`)
  return target
}

/**
 * A host and port as a URL, so that they pass the checks that a URL passes.
 * @param field the field at fault, should it be none
 * @throws InvalidInput when it is no host name or address alone
 */
export function toHostTarget(scheme: 'http' | 'https', host: string, port: number, field: string): URL {
  const bare = isIP(host) === 6 ? `[${host}]` : host
  const url = `${scheme}://${bare}:${port}/`
  if (!/^[^\s/?#@\\:]+$|^\[[^\s\]]+\]$/.test(bare) || !URL.canParse(url) || bare.length > MAX_HOST_CHARS)
    throw new InvalidInput(field, 'Send a host name or an IP address alone, such as example.com')
  return new URL(url)
}

/**
 * An origin as the allow-list holds it (`http://127.0.0.1:9000`), made from what the owner wrote.
 * @throws InvalidInput when it is no http or https URL, or more than an origin
 */
export function toAllowedOrigin(text: string): string {
  const target = toTarget(text)
  if (target.pathname !== '/' || target.search !== '' || target.hash !== '')
    throw new InvalidInput('url', `Allow an origin alone, without a path: ${target.origin}`)
  if (target.hostname.includes('*'))
    throw new InvalidInput('url', 'A wildcard can be allowed in the settings alone; name one host here')
  return target.origin
}
