import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { DEAD_NAMES, NO_ANSWER } from './slow-servers.ts'

/** What an attack is aimed at, and with which keys. */
export interface Target {
  readonly url: string
  readonly port: number
  readonly keys: readonly string[]
  /** A server that never ends its answers. */
  readonly receiver: string
}

interface Attack {
  readonly target: Target
  readonly signal: AbortSignal
  /** Counts an answer by its status; 0 for a connection that was closed. */
  readonly note: (status: number) => void
}

const ENDLESS = { expression: 'f(n) = n < 2 ? 1 : f(n - 1) + f(n - 2); f(60)' }
const BATCH_CALLS = 50
const REFUSED_PAUSE_MS = 20
let number = 0

/** What a hostile key, or several of them, can do, by name. Each runs until its signal. */
export const ATTACKS: Readonly<Record<string, (attack: Attack) => Promise<unknown>>> = {
  workers: (attack) => many(4, () => batch(attack, 'math-evaluate', () => ENDLESS)),
  sends: (attack) =>
    many(40, () =>
      send(attack, '/v1/webhook-send', { url: `${attack.target.receiver}/drip`, payload: {} }),
    ),
  models: (attack) =>
    many(40, () => send(attack, '/v1/llm-summarize', { text: `${NO_ANSWER} ${number++}` })),
  'dead names': (attack) =>
    many(4, () => batch(attack, 'net-http-status', (index) => ({ url: `http://${DEAD_NAMES[index]}/` }))),
  sockets: (attack) => many(2_500, () => holdConnection(attack, '')),
  'slow bodies': (attack) => many(400, () => holdConnection(attack, slowBody(attack.target))),
  'sign-ups': (attack) => many(8, () => signUp(attack)),
  batches: (attack) =>
    many(4, () => batch(attack, 'crypto-hash-sha256', () => ({ text: `attack ${number++}` }))),
  'usage streams': (attack) => many(240, (index) => openStream(attack, index)),
  'MCP sessions': (attack) => many(attack.target.keys.length, (index) => openSession(attack, index)),
  jobs: (attack) => many(8, () => send(attack, '/v1/async/math-evaluate', ENDLESS)),
}

/** Does the same again and again, so many times at once; each returns whether it was to go on. */
async function many(count: number, once: (index: number) => Promise<boolean>): Promise<void> {
  const loop = async (index: number): Promise<void> => {
    while (await once(index));
  }
  await Promise.all(Array.from({ length: count }, (_, index) => loop(index)))
}

async function send(
  attack: Attack,
  path: string,
  body: object,
  key = attack.target.keys[0],
  headers: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const { target, signal, note } = attack
  try {
    const answer = await fetch(target.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal,
    })
    const text = await answer.text()
    note(answer.status)
    for (const [, code] of text.matchAll(/"error":\{"code":"(overloaded|rate_limited)"/g))
      if (code !== undefined && answer.ok) note(503)
    // An attacker would not wait; but this one shares the machine with what is measured.
    if (!answer.ok) await pause(REFUSED_PAUSE_MS)
  } catch {
    // The attack is over, or the connection was closed.
    if (!signal.aborted) note(0)
  }
  return !signal.aborted
}

function batch(attack: Attack, slug: string, inputOf: (index: number) => object): Promise<boolean> {
  const calls = Array.from({ length: BATCH_CALLS }, (_, index) => ({ slug, input: inputOf(index) }))
  return send(attack, '/v1/batch', { calls })
}

function signUp(attack: Attack): Promise<boolean> {
  const { keys } = attack.target
  const name = `attack-${number++}`
  return send(attack, '/v1/auth/signup', { email: `${name}@example.com`, name }, keys[number % keys.length])
}

function openSession(attack: Attack, index: number): Promise<boolean> {
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'a', version: '1' },
  }
  const body = { jsonrpc: '2.0', id: 1, method: 'initialize', params }
  const headers = { accept: 'application/json, text/event-stream' }
  return send(attack, '/mcp', body, attack.target.keys[index], headers)
}

async function openStream({ target, signal, note }: Attack, index: number): Promise<boolean> {
  try {
    const headers = { authorization: `Bearer ${target.keys[index % 4]}` }
    const answer = await fetch(`${target.url}/v1/stream/usage`, { headers, signal })
    note(answer.status)
    if (answer.ok) await answer.text()
    else await pause(REFUSED_PAUSE_MS * 10)
  } catch {
    // As in send().
    if (!signal.aborted) note(0)
  }
  return !signal.aborted
}

/** A connection that says the beginning of something and then a byte a second. */
function holdConnection({ target, signal, note }: Attack, beginning: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(target.port, '127.0.0.1')
    const trickle = beginning === '' ? undefined : setInterval(() => socket.write(' '), 1_000)
    const leave = (): void => void socket.destroy()
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    if (beginning !== '') socket.write(beginning)
    socket.resume().on('error', leave)
    socket.on('close', () => {
      clearInterval(trickle)
      signal.removeEventListener('abort', leave)
      if (!signal.aborted) note(0)
      setTimeout(() => resolve(!signal.aborted), signal.aborted ? 0 : REFUSED_PAUSE_MS * 10)
    })
  })
}

function slowBody({ port, keys }: Target): string {
  const lines = [
    'POST /v1/crypto-hash-sha256 HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${keys[0]}`,
    'Content-Type: application/json',
    'Content-Length: 100000',
  ]
  return `${lines.join('\r\n')}\r\n\r\n{"text":`
}
