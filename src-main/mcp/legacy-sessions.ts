import type {
  AuthInfo,
  Server,
  WebStandardStreamableHTTPServerTransport as Transport,
} from '@modelcontextprotocol/server'
import { randomUUID } from 'node:crypto'
import type { FairShare, ShareOptions } from '../shares/fair-share.ts'
import type { Place, Sharer } from '../shares/place.ts'

type Sdk = typeof import('@modelcontextprotocol/server')

/** Otherwise sessions of clients that left without ending them would stay forever. */
export const SESSIONS: ShareOptions = {
  name: 'mcp_sessions',
  what: 'a session',
  limit: 256,
  perKey: 32,
  reserve: 32,
}
const IDLE_MS = 60 * 60 * 1_000

interface Session {
  readonly transport: Transport
  readonly server: Server
  readonly who: Sharer
  readonly place: Place
  usedAt: number
}

export interface LegacyRequest {
  readonly request: Request
  readonly body: unknown
  readonly authInfo: AuthInfo
}

/** What sessions need besides the SDK. */
export interface SessionParts {
  readonly serverFor: (authInfo: AuthInfo) => Server
  readonly sharerIn: (authInfo: AuthInfo) => Sharer
  readonly share: FairShare
  readonly now: () => number
}

/**
 * Sessions of clients that speak the revisions before 2026-07-28. There a call is cancelled by a separate message,
 * which finds the call only through their common session.
 */
export class LegacySessions {
  readonly #sdk: Sdk
  readonly #parts: SessionParts
  /** Least recently used first. */
  readonly #sessions = new Map<string, Session>()

  constructor(sdk: Sdk, parts: SessionParts) {
    this.#sdk = sdk
    this.#parts = parts
  }

  /** Whether a request opens a session or belongs to one; other requests of these revisions need none. */
  handles({ request, body }: Pick<LegacyRequest, 'request' | 'body'>): boolean {
    return request.headers.has('mcp-session-id') || this.#sdk.isInitializeRequest(body)
  }

  async answer({ request, body, authInfo }: LegacyRequest): Promise<Response> {
    const id = request.headers.get('mcp-session-id')
    const transport = id === null ? await this.#open(authInfo) : this.#find(id, authInfo.clientId)
    if (!transport) return sessionGone()
    return await transport.handleRequest(request, {
      authInfo,
      ...(body === undefined ? {} : { parsedBody: body }),
    })
  }

  /** Tells all clients that their list of tools is another. */
  async toolsChanged(): Promise<void> {
    const told = [...this.#sessions.values()].map(({ server }) => server.sendToolListChanged())
    // A client that does not listen any more reads the list when it needs it.
    await Promise.allSettled(told)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.keys()].map((id) => this.#end(id)))
  }

  #find(id: string, keyId: string): Transport | null {
    const session = this.#sessions.get(id)
    // A session belongs to one key; for any other key it does not exist.
    if (session?.who.id !== keyId) return null
    this.#sessions.delete(id)
    this.#sessions.set(id, session)
    session.usedAt = this.#parts.now()
    return session.transport
  }

  async #open(authInfo: AuthInfo): Promise<Transport> {
    const { serverFor, sharerIn, now } = this.#parts
    const who = sharerIn(authInfo)
    const server = serverFor(authInfo)
    const transport: Transport = new this.#sdk.WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        const place = this.#makeRoom(who)
        if (place) this.#sessions.set(id, { transport, server, who, place, usedAt: now() })
        else void transport.close()
      },
      onsessionclosed: (id) => void this.#forget(id),
    })
    await server.connect(transport)
    return transport
  }

  /** A place for one more session, for which others end where needed; null when the gateway stops. */
  #makeRoom(who: Sharer): Place | null {
    const { share, now } = this.#parts
    for (const [id, { usedAt }] of this.#sessions) if (usedAt < now() - IDLE_MS) void this.#end(id)
    for (;;) {
      const place = share.tryEnter(who)
      if (place) return place
      const id = this.#dispensable(who)
      if (id === undefined) return null
      void this.#end(id)
    }
  }

  /**
   * The least recently used session of the key that has the most, or of this key when its own share is used up. So
   * nobody with few sessions loses one, and the owner none to another key.
   */
  #dispensable({ id, isOwner }: Sharer): string | undefined {
    const counts = new Map<string, number>([[id, 0]])
    for (const { who } of this.#sessions.values())
      if (isOwner || !who.isOwner) counts.set(who.id, (counts.get(who.id) ?? 0) + 1)
    const hasShare = (counts.get(id) ?? 0) >= SESSIONS.perKey
    const [largest] = hasShare ? [id] : ([...counts].toSorted(([, one], [, other]) => other - one)[0] ?? [])
    for (const [sessionId, { who }] of this.#sessions) if (who.id === largest) return sessionId
    return undefined
  }

  async #end(id: string): Promise<void> {
    await this.#forget(id)?.transport.close()
  }

  #forget(id: string): Session | undefined {
    const session = this.#sessions.get(id)
    this.#sessions.delete(id)
    session?.place.leave()
    return session
  }
}

// As the protocol says: the client starts again with `initialize`.
function sessionGone(): Response {
  const error = { code: -32001, message: 'This session has ended. Send initialize to start a new one.' }
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 404 })
}
