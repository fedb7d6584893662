import { hash } from 'node:crypto'
import { canonicalJson } from '../../src-shared/canonical-json.ts'
import { GatewayError } from '../../src-shared/errors.ts'
import { toSafeHeaders } from '../outbound/header-policy.ts'
import { isOwnNetwork } from '../outbound/source-reach.ts'
import { toTarget } from '../outbound/target-url.ts'
import { InvalidInput } from '../tool-kit/tool-context.ts'
import type { HttpServer } from './source.ts'

/** An address as somebody asks for it. */
export interface AskedAddress {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The names of its secret headers. */
  readonly secrets: readonly string[]
  readonly clientId?: string | undefined
}

/** Everything that a person must have seen before an address is reached. */
export interface HttpConsent {
  readonly settings: HttpServer
  readonly warnings: readonly string[]
  /** Stands for all of this. */
  readonly hash: string
}

/** Headers that say how we speak, and not who we are. */
const OURS = /^(?:accept|content-type|mcp-.*|last-event-id|origin|cookie2?)$/i
const MAX_URL_CHARS = 2_048

/**
 * What an address would be sent, found out without reaching it. One in a network of the owner's, or on this machine,
 * is allowed because the owner has written it, and a name of the internet never leads there.
 * @throws GatewayError validation_error for what is not an address and for headers that no server may get
 */
export function consentToAddress({ url, headers, secrets, clientId }: AskedAddress): HttpConsent {
  const target = checked('url', () => toTarget(url))
  if (url.length > MAX_URL_CHARS)
    throw refused('url', `The address is longer than ${MAX_URL_CHARS} characters`)
  refuseHeaders(headers, secrets)
  const isPrivate = isOwnNetwork(target)
  const settings: HttpServer = {
    ...{ url: target.href, headers, secrets, isPrivate },
    ...(clientId === undefined ? {} : { clientId }),
  }
  const warnings = [
    ...(target.protocol === 'http:' && !isPrivate
      ? ['It is reached without encryption: everyone in between can read and change what is sent.']
      : []),
    ...(isPrivate ? ['It is in your own network or on this machine.'] : []),
    ...(/[?&][^=]*(?:key|token|secret|password)[^=]*=/i.test(target.search)
      ? ['The address has what looks like a secret. It is stored and shown as it is; send it as a header.']
      : []),
  ]
  return { settings, warnings, hash: hash('sha256', canonicalJson(settings)) }
}

/** @throws GatewayError validation_error for headers that no server may get, or that are given twice */
export function refuseHeaders(headers: Readonly<Record<string, string>>, secrets: readonly string[]): void {
  const names = [...Object.keys(headers), ...secrets]
  const reserved = names.find((name) => OURS.test(name))
  if (reserved !== undefined) throw refused('headers', `${reserved} is set by Toolgate itself`)
  checked('headers', () =>
    toSafeHeaders({ ...headers, ...Object.fromEntries(secrets.map((name) => [name, 'x'])) }),
  )
  const twice = names.find((name, at) => names.findIndex((one) => same(one, name)) !== at)
  if (twice !== undefined) throw refused('headers', `${twice} is given twice`)
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function checked<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof InvalidInput ? refused(path, error.message) : error
  }
}

function refused(path: string, message: string): GatewayError {
  return new GatewayError('validation_error', `${message}.`, { issues: [{ path, message }] })
}
