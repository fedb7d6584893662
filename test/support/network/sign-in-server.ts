import { createHash, randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { bodyOf, receiver } from './receiver.ts'

/** A server of MCP that wants a sign-in, with the authorization server that gives it, and what they have seen. */
export interface SignInServer {
  readonly url: string
  readonly origin: string
  /** What it does; a test changes it between requests. */
  readonly vices: Vices
  /** The forms that the token endpoint got, in order. */
  readonly grants: URLSearchParams[]
  /** The names of the clients that were registered. */
  readonly registered: Readonly<Record<string, unknown>>[]
  readonly revoked: string[]
  /** The tools that were called. */
  readonly calls: string[]
  /** The tokens that they were called with. */
  readonly bearers: string[]
  /** The access tokens that count, in the order in which they were given. */
  readonly live: () => string[]
  /** Lets no token count any more that was given until now; refresh tokens stay. */
  readonly expire: () => void
  readonly forgetClients: () => void
  /** Ends every sign-in, as an owner can who looks at a list of them. */
  readonly endSignIns: () => void
  /** Does what a person does: opens the address and agrees. @returns where the browser is sent */
  readonly agree: (url: string) => Promise<URL>
}

interface Vices {
  /** Seconds that tokens last. */
  lasts: number
  /** Whom the answer of a sign-in names; null for nobody. */
  iss: string | null
  /** What its metadata say in place of the truth. */
  metadata: Record<string, unknown>
  resource: Record<string, unknown>
  /** A call of `write` wants this scope. */
  scope: string
  /** How long the token endpoint takes, in milliseconds. */
  slow: number
  /** The status of the token endpoint; 0 for as it should be. */
  status: number
}

interface Code {
  readonly challenge: string
  readonly redirect: string
  readonly client: string
  readonly scope: string
  readonly resource: string
}

/** Starts one. Refresh tokens count once: the second use of one ends its sign-in. */
export async function signInServer(): Promise<SignInServer> {
  const clients = new Map<string, string[]>()
  const codes = new Map<string, Code>()
  const access = new Map<string, { scope: string; until: number }>()
  const refresh = new Map<string, { client: string; scope: string; used: boolean }>()
  const bearers: string[] = []
  const [grants, registered, revoked, calls] = [[], [], [], []] as [
    URLSearchParams[],
    Record<string, unknown>[],
    string[],
    string[],
  ]
  const vices: Vices = {
    lasts: 3_600,
    iss: null,
    metadata: {},
    resource: {},
    scope: 'write',
    slow: 0,
    status: 0,
  }

  const give = (client: string, scope: string): object => {
    const [token, next] = [`at-${randomUUID()}`, `rt-${randomUUID()}`]
    access.set(token, { scope, until: Date.now() + vices.lasts * 1_000 })
    refresh.set(next, { client, scope, used: false })
    return {
      access_token: token,
      token_type: 'bearer',
      expires_in: vices.lasts,
      refresh_token: next,
      scope,
    }
  }

  const exchange = (form: URLSearchParams, of: string): object | string => {
    const client = form.get('client_id') ?? ''
    if (!clients.has(client)) return 'invalid_client'
    if (form.get('resource') !== `${of}/mcp`) return 'invalid_target'
    if (form.get('grant_type') === 'refresh_token') {
      const known = refresh.get(form.get('refresh_token') ?? '')
      if (!known || known.client !== client) return 'invalid_grant'
      if (known.used) {
        // Somebody has stolen it.
        refresh.clear()
        access.clear()
        return 'invalid_grant'
      }
      known.used = true
      return give(client, known.scope)
    }
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const fits =
      code?.client === client && code.challenge === verifier && code.redirect === form.get('redirect_uri')
    return fits && code.resource === `${of}/mcp` ? give(client, code.scope) : 'invalid_grant'
  }

  const json = (response: ServerResponse, status: number, body: object, headers = {}): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }

  const { origin } = await receiver(async (request, response) => {
    const own = `http://${request.headers.host ?? ''}`
    const url = new URL(request.url ?? '/', own)
    const text = request.method === 'POST' ? await bodyOf(request) : ''
    switch (url.pathname) {
      case '/.well-known/oauth-protected-resource/mcp':
        return json(response, 200, {
          resource: `${own}/mcp`,
          authorization_servers: [own],
          ...vices.resource,
        })
      case '/.well-known/oauth-authorization-server':
        return json(response, 200, {
          ...{ issuer: own, authorization_endpoint: `${own}/authorize`, token_endpoint: `${own}/token` },
          ...{ registration_endpoint: `${own}/register`, revocation_endpoint: `${own}/revoke` },
          ...{ code_challenge_methods_supported: ['S256'], response_types_supported: ['code'] },
          ...vices.metadata,
        })
      case '/register': {
        const asked = JSON.parse(text) as { redirect_uris: string[] }
        const id = `client-${randomUUID()}`
        clients.set(id, asked.redirect_uris)
        registered.push({ ...asked })
        return json(response, 201, { ...asked, client_id: id })
      }
      case '/authorize': {
        const of = (name: string): string => url.searchParams.get(name) ?? ''
        const isKnown = clients.get(of('client_id'))?.includes(of('redirect_uri')) === true
        if (!isKnown || of('code_challenge_method') !== 'S256') return json(response, 400, { error: 'no' })
        const code = `code-${randomUUID()}`
        const asked = {
          challenge: of('code_challenge'),
          redirect: of('redirect_uri'),
          client: of('client_id'),
        }
        codes.set(code, { ...asked, scope: of('scope'), resource: of('resource') })
        const back = new URL(of('redirect_uri'))
        back.searchParams.set('code', code)
        back.searchParams.set('state', of('state'))
        if (vices.iss !== null) back.searchParams.set('iss', vices.iss)
        return void response.writeHead(302, { location: back.href }).end()
      }
      case '/token': {
        const form = new URLSearchParams(text)
        grants.push(form)
        if (vices.slow > 0) await new Promise((resolve) => setTimeout(resolve, vices.slow))
        if (vices.status !== 0) return json(response, vices.status, { error: 'temporarily_unavailable' })
        const given = exchange(form, own)
        return typeof given === 'string'
          ? json(response, 400, { error: given })
          : json(response, 200, given)
      }
      case '/revoke': {
        const token = new URLSearchParams(text).get('token') ?? ''
        revoked.push(token)
        access.delete(token)
        refresh.delete(token)
        return json(response, 200, {})
      }
      case '/mcp':
        return serve(request.headers.authorization, text, response, own)
      default:
        return json(response, 404, {})
    }
  })

  const serve = (header: string | undefined, text: string, response: ServerResponse, own: string): void => {
    const token = access.get((header ?? '').replace(/^Bearer /, ''))
    const metadata = `resource_metadata="${own}/.well-known/oauth-protected-resource/mcp"`
    const refuse = (status: number, more: string): void =>
      json(response, status, {}, { 'www-authenticate': `Bearer ${more}${metadata}` })
    if (!token || token.until < Date.now()) return refuse(401, '')
    if (text === '') return json(response, 405, {})
    const { id, method, params } = JSON.parse(text) as {
      id?: number
      method: string
      params?: { name: string }
    }
    if (id === undefined) return void response.writeHead(202).end()
    const answer = (result: object): void => json(response, 200, { jsonrpc: '2.0', id, result })
    const inputSchema = { type: 'object', properties: {} }
    if (method === 'initialize')
      return answer({
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'guarded', version: '1' },
      })
    if (method === 'tools/list')
      return answer({ tools: ['echo', 'write'].map((name) => ({ name, description: name, inputSchema })) })
    const name = params?.name ?? ''
    if (name === 'write' && !token.scope.split(' ').includes(vices.scope))
      return refuse(403, `error="insufficient_scope", scope="read ${vices.scope}", `)
    calls.push(name)
    bearers.push((header ?? '').replace(/^Bearer /, ''))
    return answer({ content: [{ type: 'text', text: `${name} for ${header ?? ''}` }] })
  }

  return {
    ...{ url: `${origin}/mcp`, origin, vices, grants, registered, revoked, calls, bearers },
    live: () => [...access.keys()],
    expire: () => access.clear(),
    forgetClients: () => clients.clear(),
    endSignIns: () => refresh.clear(),
    agree: async (url) => {
      const answer = await fetch(url, { redirect: 'manual' })
      const to = answer.headers.get('location')
      if (to === null) throw new Error(`${answer.status} ${await answer.text()}`)
      return new URL(to)
    },
  }
}
