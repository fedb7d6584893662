import { parseJson } from '../../src-shared/parse-json.ts'
import type { Account } from '../accounts/account.ts'

/** What the SDK and the toolset read of a request's head. */
const HEADERS = ['accept', 'content-type', 'mcp-method', 'mcp-name', 'mcp-protocol-version']
const TOOLSET_HEADERS = ['x-mcp-tools', 'x-mcp-toolsets']
/** A client that writes something new into each of its requests may not fill the memory. */
const MAX_ANSWERS = 16
const MAX_NAME_CHARS = 4_096

/** A whole answer of the protocol, ready to be sent. */
export interface WholeAnswer {
  readonly contentType: string
  readonly body: Uint8Array
}

interface Known {
  readonly contentType: string
  /** The members that follow the id. */
  readonly rest: Buffer
}

/**
 * Answers to `tools/list`, kept as they were sent. The tools change with the program only, so who asks again with
 * the same scopes and the same words is told the same; putting a list together and writing it takes a millisecond.
 */
export class ListAnswers {
  readonly #known = new Map<string, Known>()

  /** Under which name the answer to a request is kept; null for a request that is no plain `tools/list`. */
  nameOf(request: Request, body: unknown, { scopes }: Account): string | null {
    if (!isListRequest(body) || request.headers.has('mcp-session-id')) return null
    const { id: _id, ...asked } = body
    const head = [...HEADERS, ...TOOLSET_HEADERS].map((name) => request.headers.get(name))
    const name = JSON.stringify([request.url, head, asked, scopes])
    return name.length <= MAX_NAME_CHARS ? name : null
  }

  /** The answer that is kept under a name, for the request at hand; null when there is none yet. */
  find(name: string, body: unknown): WholeAnswer | null {
    const known = this.#known.get(name)
    if (!known || !isListRequest(body)) return null
    const head = Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(body.id)},`)
    return { contentType: known.contentType, body: Buffer.concat([head, known.rest]) }
  }

  /** Keeps an answer, if it is a list in one piece. */
  async keep(name: string, response: Response): Promise<void> {
    const contentType = response.headers.get('content-type') ?? ''
    if (response.status !== 200 || !contentType.startsWith('application/json')) return
    // The SDK wrote it; what it is made of is looked at all the same.
    const answer = Object(parseJson(await response.clone().text())) as { readonly result?: unknown }
    if (answer.result === undefined) return
    const rest = Buffer.from(JSON.stringify({ result: answer.result }).slice(1))
    for (const oldest of this.#known.keys()) {
      if (this.#known.size < MAX_ANSWERS) break
      this.#known.delete(oldest)
    }
    this.#known.set(name, { contentType, rest })
  }
}

interface ListRequest {
  readonly jsonrpc: '2.0'
  readonly id: string | number
  readonly method: 'tools/list'
}

function isListRequest(body: unknown): body is ListRequest {
  // Looked at member by member; what else it holds goes into the name.
  const { jsonrpc, id, method } = Object(body) as Partial<Record<keyof ListRequest, unknown>>
  return (
    jsonrpc === '2.0' && method === 'tools/list' && (typeof id === 'string' || Number.isSafeInteger(id))
  )
}
