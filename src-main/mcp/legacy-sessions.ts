import type {
  AuthInfo,
  Server,
  WebStandardStreamableHTTPServerTransport as Transport,
} from '@modelcontextprotocol/server'
import { randomUUID } from 'node:crypto'

type Sdk = typeof import('@modelcontextprotocol/server')

/** Otherwise sessions of clients that left without ending them would stay forever. */
const MAX_SESSIONS = 256
const MAX_SESSIONS_PER_KEY = 32
const IDLE_MS = 60 * 60 * 1_000

interface Session {
  readonly transport: Transport
  readonly keyId: string
  usedAt: number
}

export interface LegacyRequest {
  readonly request: Request
  readonly body: unknown
  readonly authInfo: AuthInfo
}

/**
 * Sessions of clients that speak the revisions before 2026-07-28. There a call is cancelled by a separate message,
 * which finds the call only through their common session.
 */
export class LegacySessions {
  readonly #sdk: Sdk
  readonly #serverFor: (authInfo: AuthInfo) => Server
  readonly #now: () => number
  /** Least recently used first. */
  readonly #sessions = new Map<string, Session>()

  constructor(sdk: Sdk, serverFor: (authInfo: AuthInfo) => Server, now: () => number) {
    this.#sdk = sdk
    this.#serverFor = serverFor
    this.#now = now
  }

  /** Whether a request opens a session or belongs to one; other requests of these revisions need none. */
  handles({ request, body }: Pick<LegacyRequest, 'request' | 'body'>): boolean {
    return request.headers.has('mcp-session-id') || this.#sdk.isInitializeRequest(body)
  }

  async answer({ request, body, authInfo }: LegacyRequest): Promise<Response> {
    const id = request.headers.get('mcp-session-id')
    const session = id === null ? await this.#open(authInfo) : this.#find(id, authInfo.clientId)
    if (!session) return sessionGone()
    return await session.transport.handleRequest(request, {
      authInfo,
      ...(body === undefined ? {} : { parsedBody: body }),
    })
  }

  async close(): Promise<void> {
    const sessions = [...this.#sessions.values()]
    this.#sessions.clear()
    await Promise.all(sessions.map(({ transport }) => transport.close()))
  }

  #find(id: string, keyId: string): Session | null {
    const session = this.#sessions.get(id)
    // A session belongs to one key; for any other key it does not exist.
    if (session?.keyId !== keyId) return null
    this.#sessions.delete(id)
    this.#sessions.set(id, session)
    session.usedAt = this.#now()
    return session
  }

  async #open(authInfo: AuthInfo): Promise<Session> {
    const transport = new this.#sdk.WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        this.#sessions.set(id, session)
        this.#forget(session.keyId)
      },
      onsessionclosed: (id) => void this.#sessions.delete(id),
    })
    const session = { transport, keyId: authInfo.clientId, usedAt: this.#now() }
    await this.#serverFor(authInfo).connect(transport)
    return session
  }

  #forget(keyId: string): void {
    const own = [...this.#sessions].filter(([, session]) => session.keyId === keyId)
    const idle = [...this.#sessions].filter(([, { usedAt }]) => usedAt < this.#now() - IDLE_MS)
    const surplus = [
      ...own.slice(0, Math.max(0, own.length - MAX_SESSIONS_PER_KEY)),
      ...[...this.#sessions].slice(0, Math.max(0, this.#sessions.size - MAX_SESSIONS)),
    ]
    for (const [id, { transport }] of [...idle, ...surplus]) {
      this.#sessions.delete(id)
      void transport.close()
    }
  }
}

// As the protocol says: the client starts again with `initialize`.
function sessionGone(): Response {
  const error = { code: -32001, message: 'This session has ended. Send initialize to start a new one.' }
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 404 })
}
