import { request } from 'node:http'
import type { SlowServers } from './slow-servers.ts'

/** What another key does beside an attack: resolves once it has its answer, and throws when it gets none. */
export type Probe = () => Promise<void>

export interface ProbeParts {
  readonly url: string
  readonly key: string
  readonly servers: SlowServers
}

let number = 0

/** A call of a tool. */
export function calling(parts: ProbeParts, slug: string, inputOf: (number: number) => object): Probe {
  return async () => void (await post(parts, `/v1/${slug}`, inputOf(number++)))
}

/** A call of a tool on a connection of its own. */
export function callingAnew({ url, key }: ProbeParts): Probe {
  return () =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const asked = request(`${url}/v1/crypto-hash-sha256`, { method: 'POST', headers, agent: false })
      asked.on('error', reject)
      asked.on('response', (answer) => {
        answer.resume().on('error', reject)
        answer.on('end', () => (answer.statusCode === 200 ? resolve() : reject(refused(answer.statusCode))))
      })
      asked.end(JSON.stringify({ text: `beside ${number++}` }))
    })
}

/** Opens a stream of usage, and leaves after the first event. */
export function opening({ url, key }: ProbeParts): Probe {
  return async () => {
    const leave = new AbortController()
    const answer = await fetch(`${url}/v1/stream/usage`, {
      headers: { authorization: `Bearer ${key}` },
      signal: leave.signal,
    })
    await answer.body?.getReader().read()
    leave.abort()
    if (!answer.ok) throw refused(answer.status)
  }
}

/** A call in a session that was opened before. */
export async function inSession(parts: ProbeParts): Promise<Probe> {
  const accept = 'application/json, text/event-stream'
  const info = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'beside', version: '1' },
  }
  const begin = { jsonrpc: '2.0', id: 1, method: 'initialize', params: info }
  const { headers } = await post(parts, '/mcp', begin, { accept })
  const session = { accept, 'mcp-session-id': headers.get('mcp-session-id') ?? '' }
  return async () => {
    const params = { name: 'crypto-hash-sha256', arguments: { text: `beside ${number++}` } }
    await post(parts, '/mcp', { jsonrpc: '2.0', id: number, method: 'tools/call', params }, session)
  }
}

/** A job, from its submission until it has run. */
export function running(parts: ProbeParts): Probe {
  return async () => {
    const { text } = await post(parts, '/v1/async/crypto-hash-sha256', { text: `beside ${number++}` })
    const { poll } = JSON.parse(text) as { readonly poll: string } // as the API is described
    const headers = { authorization: `Bearer ${parts.key}` }
    for (;;) {
      const state = await (await fetch(parts.url + poll, { headers })).text()
      if (state.includes('"status":"completed"')) return
      if (state.includes('"status":"failed"')) throw new Error(state)
    }
  }
}

/** @throws Error when the answer is not a success */
export async function post(
  { url, key }: Pick<ProbeParts, 'url' | 'key'>,
  path: string,
  body: object,
  more: Readonly<Record<string, string>> = {},
): Promise<{ readonly headers: Headers; readonly text: string }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...more }
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${text}`)
  return { headers: answer.headers, text }
}

function refused(status: number | undefined): Error {
  return new Error(`Refused with the status ${status}`)
}
