import { isIP } from 'node:net'
import { GatewayError } from '../../src-shared/errors.ts'
import { isPublicAddress } from '../outbound/address-policy.ts'
import { factsOf, type ProviderKind } from './provider-kinds.ts'

/** Names that only the local network answers (RFC 6761, RFC 6762, RFC 8375, and common use). */
const LOCAL_SUFFIXES = ['.localhost', '.local', '.lan', '.internal', '.home.arpa']
const OLLAMA_PORT = '11434'

/**
 * Checks and normalises the address of a provider. Servers that speak OpenAI's protocol serve it under /v1, which
 * people leave out.
 * @throws GatewayError validation_error with what is wrong
 */
export function toBaseUrl(kind: ProviderKind, text: string): string {
  const url = URL.parse(text.trim())
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw refused('base_url must be an address such as http://127.0.0.1:11434/v1')
  if (url.username || url.password)
    throw refused('base_url must not contain a user name or password; send the key as api_key instead')
  if (url.search || url.hash) throw refused('base_url must not contain "?" or "#"')
  const path = url.pathname.replace(/\/+$/, '')
  return `${url.origin}${path === '' && factsOf(kind).protocol === 'openai' ? '/v1' : path}`
}

/**
 * Refuses to send a key in the clear over the internet.
 * @throws GatewayError validation_error
 */
export function assertKeyMayTravel(baseUrl: string): void {
  const { protocol, hostname } = new URL(baseUrl)
  if (protocol === 'http:' && !isLocalHost(hostname))
    throw refused('base_url must use https when a key is sent, unless it is on the local network')
}

/**
 * The address that OLLAMA_HOST means, by Ollama's own rules: scheme, port and path are optional, and the address for
 * listening everywhere means this machine.
 * @returns null when it is not an address
 */
export function ollamaBaseUrl(host: string): string | null {
  const text = host.trim()
  const url = URL.parse(/^https?:\/\//.test(text) ? text : `http://${text.replace(/^:/, '127.0.0.1:')}`)
  if (!url?.hostname) return null
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = '127.0.0.1'
  // URL drops the scheme's default port, so the original text must be checked.
  const hasPort = /:\d+$/.test(text.replace(/^https?:\/\//, '').replace(/\/.*$/, ''))
  if (!hasPort && url.protocol === 'http:') url.port = /^http:/.test(text) ? '80' : OLLAMA_PORT
  return toBaseUrl('ollama', url.href)
}

/** Whether a host is on this machine or the local network, by its name or address. */
export function isLocalHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host)) return !isPublicAddress(host)
  return (
    host === 'localhost' || !host.includes('.') || LOCAL_SUFFIXES.some((suffix) => host.endsWith(suffix))
  )
}

function refused(message: string): GatewayError {
  return new GatewayError('validation_error', message, {
    issues: [{ path: 'base_url', message }],
    missing_fields: [],
  })
}
