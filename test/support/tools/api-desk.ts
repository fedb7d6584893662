import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json, TestGateway } from '../gateway/test-gateway.ts'
import { approveAll } from './source-desk.ts'

/** A request as the API of the tests got it. */
export interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** What the API of the tests answers. */
export interface ApiAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** It hangs up before it answers. */
  readonly hangsUp?: boolean
  /** It answers after so many milliseconds. */
  readonly afterMs?: number
  /** It answers once this is over. */
  readonly once?: Promise<unknown>
}

/** An API on this machine that tells what it was sent, or answers as a test wants. */
export class TestApi {
  readonly seen: SeenRequest[] = []
  /** What it answers next; null for what it was sent. */
  answer: ((request: SeenRequest) => ApiAnswer) | null = null
  readonly #server: Server
  #port = 0

  private constructor() {
    this.#server = createServer((req, res) => {
      const chunks: Buffer[] = []
      req.on('data', (chunk: Buffer) => chunks.push(chunk))
      req.on('end', () => {
        const { method = '', url = '', headers } = req
        const request = { method, url, headers, body: Buffer.concat(chunks) }
        this.seen.push(request)
        const told = { method, url, headers, body: request.body.toString('latin1') }
        const { status = 200, hangsUp, afterMs = 0, once, ...answer } = this.answer?.(request) ?? {}
        if (hangsUp) return void req.socket.destroy()
        const type = { 'content-type': 'application/json' }
        const send = (): void => {
          res.writeHead(status, answer.headers ?? type)
          res.end(answer.body ?? JSON.stringify(told))
        }
        if (once) void once.then(send)
        else setTimeout(send, afterMs)
      })
    })
  }

  static async start(): Promise<TestApi> {
    const api = new TestApi()
    await new Promise<void>((resolve) => api.#server.listen(0, '127.0.0.1', resolve))
    api.#port = (api.#server.address() as AddressInfo).port // A listening TCP server has one.
    return api
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

/** Has the gateway read a document. */
export async function sendDocument(gateway: TestGateway, document: object | string): Promise<Json> {
  const body = typeof document === 'string' ? document : JSON.stringify(document)
  return await gateway.asOwner('/app/sources/documents', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/octet-stream' },
  })
}

/** How an API of the tests is added. */
export interface AddedApi {
  readonly id?: string
  readonly server?: string
  readonly credentials?: readonly object[]
  readonly secrets?: Readonly<Record<string, string>>
}

/** Adds an API as an owner does: sends its document, looks at what would be called, and agrees. */
export async function addApi(
  gateway: TestGateway,
  document: object,
  { id = 'api', secrets = {}, ...asked }: AddedApi = {},
): Promise<Json> {
  const read = await sendDocument(gateway, document)
  if (read.status !== 200) throw new Error(read.text)
  const body = { kind: 'openapi', id, document: read.json.document.hash, ...asked }
  const preview = await gateway.asOwner('/app/sources/preview', {
    body: { ...body, secret_names: Object.keys(secrets) },
  })
  if (preview.status !== 200) throw new Error(preview.text)
  const added = await gateway.asOwner('/app/sources', {
    body: { ...body, secrets, consent: preview.json.consent.hash },
  })
  if (added.status !== 201) throw new Error(added.text)
  return added.json.source
}

/** Adds an API and opens all of its operations. */
export async function openApi(gateway: TestGateway, document: object, asked: AddedApi = {}): Promise<Json> {
  const source = await addApi(gateway, document, asked)
  await approveAll(gateway, source.id)
  return source
}
