import { parseJson } from '../../src-shared/parse-json.ts'
import type { Account } from '../accounts/account.ts'
import { maySeeSources } from '../pipeline/checks/seen-tools.ts'
import { mayAskModels } from '../pipeline/models/model-access.ts'
import type { Services } from '../pipeline/services.ts'
import { TOOLSET_HEADERS } from './toolset.ts'

/** The parts of a request's head that the SDK and the toolset read. */
const HEADERS = ['accept', 'content-type', 'mcp-method', 'mcp-name', 'mcp-protocol-version']
/** A client that varies each of its requests must not fill the memory. */
const MAX_ANSWERS = 16
const MAX_NAME_CHARS = 4_096

/** A complete answer of the protocol, ready to send. */
export interface WholeAnswer {
  readonly contentType: string
  readonly body: string | Uint8Array
}

interface Known {
  readonly contentType: string
  /** The members that follow the id. */
  readonly rest: Buffer
}

/**
 * Cached answers to `tools/list`. Keys with the same scopes that may ask models, or may not, and see the tools of
 * sources, or do not, get the same answer to the same request until the tools or the saved toolsets change; building a
 * list and writing it takes a millisecond.
 */
export class ListAnswers {
  readonly #known = new Map<string, Known>()

  /** The cache key of the answer to a request; null for anything but a plain `tools/list`. */
  nameOf(request: Request, body: unknown, account: Account, services: Services): string | null {
    if (!isListRequest(body) || request.headers.has('mcp-session-id')) return null
    const { id: _id, ...asked } = body
    const head = [...HEADERS, ...Object.values(TOOLSET_HEADERS)].map((name) => request.headers.get(name))
    const { generation } = services.registry
    const { revision } = services.toolsets
    const may = [account.scopes, mayAskModels(account, services), maySeeSources(account, services)]
    const name = JSON.stringify([generation, revision, request.url, head, asked, may])
    return name.length <= MAX_NAME_CHARS ? name : null
  }

  /** The cached answer, for this request; null when there is none yet. */
  find(name: string, body: unknown): WholeAnswer | null {
    const known = this.#known.get(name)
    if (!known || !isListRequest(body)) return null
    const head = Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(body.id)},`)
    return { contentType: known.contentType, body: Buffer.concat([head, known.rest]) }
  }

  /** Caches an answer, if it is a complete list. */
  async keep(name: string, response: Response): Promise<void> {
    const contentType = response.headers.get('content-type') ?? ''
    if (response.status !== 200 || !contentType.startsWith('application/json')) return
    // The SDK wrote it, but its parts are checked all the same.
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
  // Checked member by member; all its other members become part of the name.
  const { jsonrpc, id, method } = Object(body) as Partial<Record<keyof ListRequest, unknown>>
  return (
    jsonrpc === '2.0' && method === 'tools/list' && (typeof id === 'string' || Number.isSafeInteger(id))
  )
}
