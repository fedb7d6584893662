import { randomUUID } from 'node:crypto'
import { request as openRequest } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** One tool call of a cut request, and its mark at the provider or the receiver. */
export interface CutCall {
  readonly mark: string
  readonly slug: 'llm-summarize' | 'webhook-send' | 'crypto-hash-sha256'
}

/** A request that was cut short somewhere, and what it asked for. */
export interface Cut {
  readonly requestId: string
  readonly calls: readonly CutCall[]
  /** Set for a job once it was accepted. */
  jobId: string | null
  /** What its caller was told, as far as it came. */
  told: string
  readonly key: string
}

export interface CutLoad {
  readonly url: string
  readonly keys: readonly string[]
  readonly receiver: string
  readonly random: () => number
}

/** Where a request is cut: after a time, in its answer, in its own bytes, once something happens, or nowhere. */
type Place =
  | { readonly afterMs: number }
  | { readonly afterBytes: number }
  | { readonly sentPart: number }
  | { readonly once: Promise<void> }
  | 'nowhere'

const LONGEST_MS = 70
const MOST_BYTES = 2_500
const JSON_TYPE = 'application/json'
const MCP = { accept: `${JSON_TYPE}, text/event-stream` }
const OLD_REVISION = '2025-06-18'
const NEW_REVISION = '2026-07-28'

/** Sends one request of a random kind and cuts it at a random place. */
export async function cutOne(load: CutLoad): Promise<Cut> {
  const { random, keys } = load
  const key = keys[Math.floor(random() * keys.length)]!
  const kind = random()
  const requestId = randomUUID()
  const count = kind >= 0.5 && kind < 0.65 ? 1 + Math.floor(random() * 4) : 1
  const calls = Array.from({ length: count }, (_, index) => callOf(requestId, index, random))
  const cut: Cut = { requestId, calls, jobId: null, told: '', key }
  if (kind < 0.25) await send(load, cut, `/v1/stream/${calls[0]!.slug}`, inputOf(calls[0]!, load))
  else if (kind < 0.5) await send(load, cut, `/v1/${calls[0]!.slug}`, inputOf(calls[0]!, load))
  else if (kind < 0.65) {
    const items = calls.map((call) => ({ slug: call.slug, input: inputOf(call, load) }))
    await send(load, cut, '/v1/batch', { calls: items })
  } else if (kind < 0.8) await cutJob(load, cut)
  else await cutMcp(load, cut)
  return cut
}

/** Sends one call and waits for its answer. */
export async function sendWhole(load: CutLoad, slug: CutCall['slug']): Promise<Cut> {
  const requestId = randomUUID()
  const call = { mark: `cut-${requestId}-0`, slug }
  const cut: Cut = { requestId, calls: [call], jobId: null, told: '', key: load.keys[0]! }
  const sent = { key: cut.key, requestId, body: inputOf(call, load) }
  cut.told = (await exchange(`${load.url}/v1/${slug}`, sent, 'nowhere')).text
  return cut
}

function callOf(requestId: string, index: number, random: () => number): CutCall {
  const kind = random()
  const slug = kind < 0.55 ? 'llm-summarize' : kind < 0.95 ? 'webhook-send' : 'crypto-hash-sha256'
  return { mark: `cut-${requestId}-${index}`, slug }
}

function inputOf({ slug, mark }: CutCall, { receiver }: CutLoad): object {
  if (slug === 'webhook-send') return { url: `${receiver}/${mark}`, payload: { mark } }
  return { text: `${mark}: the harbour opened in 1884 and was rebuilt in stone.` }
}

function placeOf(random: () => number): Place {
  const kind = random()
  if (kind < 0.6) return { afterMs: random() * LONGEST_MS }
  if (kind < 0.85) return { afterBytes: Math.floor(random() * MOST_BYTES) }
  return kind < 0.9 ? { sentPart: random() } : 'nowhere'
}

async function send(load: CutLoad, cut: Cut, path: string, body: object): Promise<void> {
  const sent = { key: cut.key, requestId: cut.requestId, body }
  cut.told = (await exchange(load.url + path, sent, placeOf(load.random))).text
}

async function cutJob(load: CutLoad, cut: Cut): Promise<void> {
  const { url, random } = load
  const { key, requestId, calls } = cut
  const body = inputOf(calls[0]!, load)
  const accepted = await exchange(`${url}/v1/async/${calls[0]!.slug}`, { key, requestId, body }, 'nowhere')
  cut.jobId = jobIdIn(accepted.text)
  if (cut.jobId === null || random() < 0.1) return
  await pause(random() * LONGEST_MS)
  const { text } = await exchange(`${url}/v1/jobs/${cut.jobId}`, { key, method: 'DELETE' }, 'nowhere')
  // A job that had ended by then is forgotten.
  if (text.includes('"removed"')) cut.jobId = null
}

function jobIdIn(text: string): string | null {
  return /"job_id":"(job_[0-9a-f]+)"/.exec(text)?.[1] ?? null
}

async function cutMcp(load: CutLoad, cut: Cut): Promise<void> {
  const { random } = load
  const call = cut.calls[0]!
  const params = { name: call.slug, arguments: inputOf(call, load) }
  if (random() < 0.4) {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': NEW_REVISION,
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const named = {
      'mcp-protocol-version': NEW_REVISION,
      'mcp-method': 'tools/call',
      'mcp-name': call.slug,
    }
    await rpc(load, cut, 'tools/call', { _meta, ...params }, named, placeOf(random))
    return
  }
  const session = await openSession(load, cut)
  if (session === null) return
  const ended = Promise.withResolvers<void>()
  if (random() < 0.3) void pause(random() * LONGEST_MS).then(ended.resolve)
  const asked = rpc(load, cut, 'tools/call', params, session, { once: ended.promise })
  await pause(random() * LONGEST_MS)
  // The client cancels its call, or ends its session; no answer follows. Or it just waits.
  const kind = random()
  if (kind < 0.5) await rpc(load, cut, 'notifications/cancelled', { requestId: 1 }, session)
  else if (kind < 0.8)
    await exchange(`${load.url}/mcp`, { key: cut.key, method: 'DELETE', headers: session }, 'nowhere')
  if (kind < 0.8) ended.resolve()
  await asked
}

async function openSession(load: CutLoad, cut: Cut): Promise<Record<string, string> | null> {
  const hello = {
    protocolVersion: OLD_REVISION,
    capabilities: {},
    clientInfo: { name: 'cut', version: '1' },
  }
  const { headers } = await rpc(load, cut, 'initialize', hello, {})
  const id = headers['mcp-session-id']
  return id === undefined ? null : { 'mcp-session-id': id, 'mcp-protocol-version': OLD_REVISION }
}

async function rpc(
  { url }: CutLoad,
  cut: Cut,
  method: string,
  params: object,
  headers: Record<string, string>,
  place: Place = 'nowhere',
): Promise<Exchanged> {
  const id = method.startsWith('notifications/') ? {} : { id: 1 }
  const body = { jsonrpc: '2.0', ...id, method, params }
  const isCall = method === 'tools/call'
  const named = isCall ? { requestId: cut.requestId } : {}
  const sent = { key: cut.key, body, headers: { ...MCP, ...headers }, ...named }
  const answer = await exchange(`${url}/mcp`, sent, place)
  if (isCall) cut.told = answer.text
  return answer
}

interface SentRequest {
  readonly key: string
  readonly method?: string
  readonly requestId?: string
  readonly headers?: Record<string, string>
  readonly body?: object
}

interface Exchanged {
  readonly text: string
  readonly headers: Record<string, string>
}

// Resolves once the connection is over, in whatever way.
function exchange(url: string, sent: SentRequest, place: Place): Promise<Exchanged> {
  const { key, method = 'POST', requestId, body, headers = {} } = sent
  const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body))
  return new Promise((resolve) => {
    let text = ''
    let answered: Record<string, string> = {}
    const request = openRequest(url, {
      method,
      agent: false,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': JSON_TYPE,
        'content-length': String(bytes.length),
        ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
        ...headers,
      },
    })
    request.on('error', () => undefined)
    request.once('close', () => resolve({ text, headers: answered }))
    request.once('response', (response) => {
      answered = response.headers as Record<string, string>
      response.on('error', () => undefined)
      response.setEncoding('latin1').on('data', (piece: string) => {
        text += piece
        if (place !== 'nowhere' && 'afterBytes' in place && text.length >= place.afterBytes)
          request.destroy()
      })
    })
    if (place !== 'nowhere' && 'sentPart' in place) {
      const part = 1 + Math.floor((bytes.length - 1) * place.sentPart)
      request.write(bytes.subarray(0, part), () => request.destroy())
      return
    }
    if (place !== 'nowhere' && 'afterMs' in place) {
      const timer = setTimeout(() => request.destroy(), place.afterMs)
      request.once('close', () => clearTimeout(timer))
    }
    if (place !== 'nowhere' && 'once' in place) void place.once.then(() => request.destroy())
    request.end(bytes)
  })
}
