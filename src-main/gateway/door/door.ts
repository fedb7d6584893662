import { GatewayError } from '../../../src-shared/errors.ts'
import { MAX_BODY_BYTES } from '../../../src-shared/limits.ts'
import type { RequestHead } from './request-head.ts'
import { UPLOADS } from './upload.ts'

/** The names under which this gateway may be addressed; known once the port is bound. */
export interface DoorPolicy {
  /** Exact `host:port` values, lower case. */
  readonly hosts: ReadonlySet<string>
  /** Exact origins, lower case. */
  readonly origins: ReadonlySet<string>
}

/** Where a browser comes back from signing in for a source. */
export const CALLBACK_PATH = '/app/oauth/callback'

const MAX_URL_CHARS = 8_192
const METHODS = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PUT', 'PATCH'])
const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i

/** The policy of a gateway that answers to these host names on one port. */
export function doorPolicyOf(hostnames: readonly string[], port: number): DoorPolicy {
  // A browser leaves the port out of Host and Origin when it is the scheme's default.
  const hosts = hostnames.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]))
  return { hosts: new Set(hosts), origins: new Set(hosts.map((host) => `http://${host}`)) }
}

/**
 * The front filter. Every request passes it before routing, keys and limits, so that another site's page, a
 * rebound host name or a malformed request learns nothing, not even the demo key.
 * @throws GatewayError with the reason of the refusal
 */
export function passDoor(head: RequestHead, policy: DoorPolicy): void {
  checkHost(head, policy)
  checkOrigin(head, policy)
  checkTarget(head)
  if (head.method === 'POST' || head.hasBody) checkBody(head)
}

function checkTarget(head: RequestHead): void {
  if (!METHODS.has(head.method)) {
    throw new GatewayError(
      'method_not_allowed',
      'Use one of the methods GET, HEAD, POST, PUT, PATCH and DELETE.',
    )
  }
  if (!head.target.startsWith('/')) {
    throw new GatewayError('invalid_request', 'The request target must be a path that starts with a slash.')
  }
  if (head.target.length > MAX_URL_CHARS) {
    throw new GatewayError('uri_too_long', `The address is longer than ${MAX_URL_CHARS} characters.`)
  }
}

function checkHost(head: RequestHead, policy: DoorPolicy): void {
  if (head.hosts.length !== 1) {
    throw new GatewayError('invalid_request', 'The request must have exactly one Host header.')
  }
  if (policy.hosts.has(head.hosts[0]!.toLowerCase())) return
  throw new GatewayError(
    'forbidden_host',
    'Toolgate does not answer to this host name. Use 127.0.0.1 or localhost.',
  )
}

function checkOrigin(head: RequestHead, policy: DoorPolicy): void {
  if (head.origins.length > 1) throw forbiddenOrigin()
  const origin = head.origins[0]
  if (origin !== undefined && !policy.origins.has(origin.toLowerCase())) throw forbiddenOrigin()
  const site = head.secFetchSite
  if (site === null || site === 'same-origin' || site === 'none') return
  // All that another site may cause is following a link to the page, and coming back from a sign-in.
  const path = pathOf(head.target)
  if (!(isNavigation(head) && (path === '/' || path === CALLBACK_PATH))) throw forbiddenOrigin()
}

function forbiddenOrigin(): GatewayError {
  return new GatewayError('forbidden_origin', 'Pages of other sites may not use this gateway.')
}

function isNavigation(head: RequestHead): boolean {
  return head.method === 'GET' && head.secFetchMode === 'navigate' && head.secFetchDest === 'document'
}

function pathOf(target: string): string {
  const end = target.search(/[?#]/)
  return end === -1 ? target : target.slice(0, end)
}

function checkBody(head: RequestHead): void {
  const upload = head.method === 'POST' ? UPLOADS.get(pathOf(head.target)) : undefined
  const most = upload ?? MAX_BODY_BYTES
  if (head.contentLength !== null && head.contentLength > most) throw payloadTooLarge(most)
  if (head.transferEncoding !== null && head.transferEncoding.toLowerCase() !== 'chunked') {
    throw new GatewayError('invalid_request', 'Send the body with Content-Length or in plain chunks.')
  }
  if (head.contentEncoding !== null && head.contentEncoding.toLowerCase() !== 'identity') {
    throw new GatewayError('unsupported_media_type', 'Send the body without Content-Encoding.')
  }
  // A page of another site, which could send a form, has been refused by its origin.
  if (upload !== undefined || (!head.hasBody && head.contentType === null)) return
  if (head.contentType === null || !JSON_TYPE.test(head.contentType)) {
    throw new GatewayError(
      'unsupported_media_type',
      'Send JSON with the header Content-Type: application/json.',
    )
  }
}

/** The refusal of a body over the limit, declared or found while reading. */
export function payloadTooLarge(limit = MAX_BODY_BYTES): GatewayError {
  return new GatewayError('payload_too_large', `The body is over the limit of ${limit} bytes.`, { limit })
}
