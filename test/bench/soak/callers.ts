/** The callers of the soak, in a process of their own: a message asks for calls, another tells how they ended. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { randomOf } from '../hostile-request.ts'
import { onAnswer, type AnswerText } from '../read-answers.ts'
import { KINDS, type SoakParts, type SoakRequest } from './kinds.ts'

const CONNECTIONS = 24

/** What the callers are asked for. */
export interface Round {
  readonly port: number
  readonly calls: number
  /** The first of the numbers that no request had before. */
  readonly from: number
  readonly parts: Pick<SoakParts, 'owner' | 'keys' | 'broke' | 'receiver'>
}

/** How many answers of each kind had each status; 0 is for callers that did not wait for one. */
export type Tally = Record<string, Record<number, number>>

const byRequests = Object.entries(KINDS).map(([name, kind]) => ({
  name,
  ...kind,
  weight: kind.share / (kind.calls ?? 1),
}))
const allWeight = byRequests.reduce((sum, { weight }) => sum + weight, 0)

/** A connection that takes one request after another, and connects again where it was closed. */
class Caller {
  readonly #port: number
  #socket: Socket | null = null
  #answered: (answer: AnswerText | null) => void = () => undefined

  constructor(port: number) {
    this.#port = port
  }

  /** The answer; null where the connection ended without one. */
  async send(request: SoakRequest): Promise<AnswerText | null> {
    const socket = (this.#socket ??= this.#connect())
    const done = Promise.withResolvers<AnswerText | null>()
    this.#answered = done.resolve
    socket.write(toText(request, this.#port))
    if (request.leaves) setImmediate(() => socket.destroy())
    return await done.promise
  }

  async end(): Promise<void> {
    const socket = this.#socket
    if (socket === null) return
    const closed = once(socket, 'close')
    socket.end()
    await closed
  }

  #connect(): Socket {
    const socket = connect(this.#port, '127.0.0.1')
    socket.setNoDelay(true)
    onAnswer(socket, (answer) => {
      if (/^connection: close/im.test(answer.head)) this.#socket = null
      this.#answered(answer)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (this.#socket !== socket) return
      this.#socket = null
      this.#answered(null)
    })
    return socket
  }
}

async function run({ port, calls, from, parts }: Round): Promise<Tally> {
  const tally: Tally = {}
  const random = randomOf(from)
  let number = from
  let left = calls
  const all: SoakParts = { ...parts, random, unique: () => number++ }
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const caller = new Caller(port)
      while (left > 0) {
        const kind = kindAt(random() * allWeight)
        left -= kind.calls ?? 1
        const key = parts.keys[Math.floor(random() * parts.keys.length)] ?? parts.owner
        let request: SoakRequest | null = kind.make(all, key)
        while (request) {
          const answer: AnswerText | null = await caller.send(request)
          const counts = (tally[kind.name] ??= {})
          const status = answer?.status ?? 0
          counts[status] = (counts[status] ?? 0) + 1
          request = (answer && request.next?.(answer)) ?? null
        }
      }
      await caller.end()
    }),
  )
  return tally
}

function kindAt(place: number): (typeof byRequests)[number] {
  let left = place
  return byRequests.find(({ weight }) => (left -= weight) < 0) ?? byRequests[0]!
}

function toText({ method = 'POST', path, key, headers = {}, body }: SoakRequest, port: number): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const all = Object.entries({
    host: `127.0.0.1:${port}`,
    ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
    ...headers,
  })
  return `${method} ${path} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${text}`
}

process.on('message', (round: Round) => {
  void run(round).then((tally) => process.send?.(tally))
})
