import { Agent, request as requestHttp, type IncomingHttpHeaders } from 'node:http'

/** A request of the command line. */
interface HttpRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  readonly signal?: AbortSignal
}

/** The head of an answer, and its body, which is still to be read. */
export interface HttpAnswer {
  readonly status: number
  /** Whether the status is from 200 to 299. A redirection is not followed. */
  readonly ok: boolean
  readonly headers: IncomingHttpHeaders
  readonly body: AsyncIterable<Uint8Array>
}

type Sender = (request: HttpRequest, url: string) => ReturnType<typeof requestHttp>

let overHttp: Sender | undefined
let overTls: Sender | undefined

/**
 * Sends a request over a kept connection. Not with `fetch`: the client behind that takes five times the time of a
 * whole call to load.
 * @throws Error when nobody answers
 */
export async function sendHttp(url: string, request: HttpRequest = {}): Promise<HttpAnswer> {
  const send = url.startsWith('https:') ? (overTls ??= await tlsSender()) : (overHttp ??= httpSender())
  const sent = send(request, url)
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>()
  sent.once('error', reject)
  sent.once('response', (answer) => {
    const { statusCode: status = 0, headers } = answer
    resolve({ status, ok: status >= 200 && status < 300, headers, body: answer })
  })
  sent.end(request.body)
  return await promise
}

/** The rest of an answer as text. @throws Error when the connection ends before it */
export async function textOf({ body }: HttpAnswer): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

function httpSender(): Sender {
  const agent = new Agent({ keepAlive: true })
  return (request, url) => requestHttp(url, { ...optionsOf(request), agent })
}

async function tlsSender(): Promise<Sender> {
  const https = await import('node:https')
  const agent = new https.Agent({ keepAlive: true })
  return (request, url) => https.request(url, { ...optionsOf(request), agent })
}

function optionsOf({ method = 'GET', headers = {}, body, signal }: HttpRequest): object {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return { method, headers: { ...headers, ...length }, ...(signal ? { signal } : {}) }
}
