import { hash } from 'node:crypto'
import { canonicalJson } from '../../../src-shared/canonical-json.ts'
import { GatewayError } from '../../../src-shared/errors.ts'
import { isOwnNetwork } from '../../outbound/source-reach.ts'
import { toTarget } from '../../outbound/target-url.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import type { KeptApi } from './api-documents.ts'
import type { ApiSettings } from './api-settings.ts'
import { credentialsAsAsked, type AskedCredential, type Credential } from './credentials.ts'

/** An API as somebody asks for it. */
export interface AskedApi {
  /** In place of the server that its document names. */
  readonly server?: string | undefined
  /** Secrets that go with every call, whatever the document says. */
  readonly credentials: readonly AskedCredential[]
  /** The names of all secrets that are given. */
  readonly secrets: readonly string[]
}

/** Everything that a person must have seen before an API is added. */
export interface ApiConsent {
  readonly settings: ApiSettings
  readonly missing: readonly Credential[]
  readonly warnings: readonly string[]
  /** Stands for all of this. */
  readonly hash: string
}

/**
 * What an API would be called at and with, found out without calling anything.
 * @throws GatewayError validation_error for a server or a secret that cannot be used
 */
export function apiConsentTo({ facts, url, hash: document }: KeptApi, asked: AskedApi): ApiConsent {
  const server = asked.server === undefined ? declaredServer(facts.servers, url) : serverOf(asked.server)
  const others = facts.otherServers.flatMap((other) => (isOpen(other) ? [new URL(other).origin] : []))
  const given = new Set(asked.secrets)
  const own = credentialsAsAsked(asked.credentials)
  const all: readonly Credential[] = [
    ...own,
    ...facts.schemes.filter(({ name }) => !own.some((one) => one.name === name)),
  ]
  const unknown = asked.secrets.find((name) => !all.some((one) => one.name === name))
  if (unknown !== undefined) {
    const known = facts.schemes.map(({ name }) => name).join(', ')
    const why = known === '' ? 'The document names no security schemes' : `The document names ${known}`
    throw refused('secrets', `${unknown.slice(0, 80)} is not a secret of this API. ${why}`)
  }
  const missing = all.filter(({ name }) => !given.has(name))
  const settings: ApiSettings = {
    ...{ document, url, server, credentials: all.filter(({ name }) => given.has(name)), missing },
    origins: [...new Set([new URL(server).origin, ...others])],
  }
  const { title, version, operations, writes } = facts
  return {
    settings,
    missing,
    warnings: warningsOf(settings),
    hash: hash('sha256', canonicalJson({ ...settings, title, version, operations, writes })),
  }
}

function declaredServer(servers: readonly string[], url: string | null): string {
  const [first] = servers
  const from = url ?? undefined
  if (first === undefined || !URL.canParse(first, from))
    throw refused(
      'server',
      'The document names no server with a whole address. Give one, such as https://api.example.com/v1',
    )
  const server = serverOf(new URL(first, from).href)
  if (isOpen(server) || isWritten(server, url)) return server
  const message = `The document names the server ${server}, which is not public. If you mean it, give it yourself as the server`
  throw refused('server', message)
}

function serverOf(text: string): string {
  try {
    const target = toTarget(text)
    if (target.search === '' && target.hash === '' && !/[{}]|%7b|%7d/i.test(target.pathname))
      return target.href.replace(/\/+$/, '')
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    throw refused('server', error.message)
  }
  throw refused('server', 'Give the address of the server without variables, a query and a fragment')
}

// The owner has written the address of the document, so its server may be at the same place.
function isWritten(server: string, url: string | null): boolean {
  return url !== null && URL.canParse(url) && new URL(url).origin === new URL(server).origin
}

// What is not typed must not lead into a network.
function isOpen(server: string): boolean {
  return URL.canParse(server) && !isOwnNetwork(new URL(server))
}

function warningsOf({ server, credentials }: ApiSettings): string[] {
  const isPlain = server.startsWith('http:')
  return [
    ...(isPlain
      ? [
          `Nothing that is sent to ${new URL(server).host} is encrypted${credentials.length > 0 ? ', secrets included' : ''}.`,
        ]
      : []),
    ...(isOpen(server) ? [] : ['The server is on this machine or in its network.']),
  ]
}

function refused(path: string, message: string): GatewayError {
  return new GatewayError('validation_error', `${message}.`, { issues: [{ path, message }] })
}
