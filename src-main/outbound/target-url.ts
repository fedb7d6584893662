import { isIP } from 'node:net'
import { InvalidInput } from '../tool-kit/tool-context.ts'

const MAX_HOST_CHARS = 253 // RFC 1035, 2.3.4

/**
 * Parses the URL that a request goes to.
 * @throws InvalidInput when it is not an http or https URL, or has a user name or password
 */
export function toTarget(url: string): URL {
  if (!URL.canParse(url))
    throw new InvalidInput('url', 'Send a complete URL, such as https://example.com/hook')
  const target = new URL(url)
  if (target.protocol !== 'http:' && target.protocol !== 'https:')
    throw new InvalidInput('url', 'Use an http or https URL')
  if (target.username !== '' || target.password !== '')
    throw new InvalidInput(
      'url',
      'Remove the user name and password from the URL; send an Authorization header instead',
    )
  if (target.hostname.length > MAX_HOST_CHARS)
    throw new InvalidInput('url', `The host name is longer than ${MAX_HOST_CHARS} characters`)
  return target
}

/**
 * A host and port as a URL, so that they go through the checks of a URL.
 * @param field the field to name in the error
 * @throws InvalidInput when it is not just a host name or an address
 */
export function toHostTarget(scheme: 'http' | 'https', host: string, port: number, field: string): URL {
  const bare = isIP(host) === 6 ? `[${host}]` : host
  const url = `${scheme}://${bare}:${port}/`
  if (!/^[^\s/?#@\\:]+$|^\[[^\s\]]+\]$/.test(bare) || !URL.canParse(url) || bare.length > MAX_HOST_CHARS)
    throw new InvalidInput(field, 'Send only a host name or an IP address, such as example.com')
  return new URL(url)
}

/**
 * An origin as the allow-list stores it (`http://127.0.0.1:9000`), from the owner's text.
 * @throws InvalidInput when it is not an http or https URL, or more than an origin
 */
export function toAllowedOrigin(text: string): string {
  const target = toTarget(text)
  if (target.pathname !== '/' || target.search !== '' || target.hash !== '')
    throw new InvalidInput('url', `Allow only an origin, without a path: ${target.origin}`)
  if (target.hostname.includes('*'))
    throw new InvalidInput('url', 'Wildcards can be allowed only in the settings; name one host here')
  return target.origin
}
