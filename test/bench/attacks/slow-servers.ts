import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { FRAMES } from '../../../src-main/providers/demo/wire.ts'
import { startDnsServer } from '../../support/network/zone-server.ts'

/** How long a server elsewhere takes to answer. */
const ANSWER_MS = 50
/** In a question, it asks for no answer at all. */
export const NO_ANSWER = 'Never answer this.'
/** A name that is found, and names that nobody ever answers for. */
const GOOD_NAME = 'hook.example'
export const DEAD_NAMES = Array.from({ length: 50 }, (_, index) => `silent-${index}.example`)

/** The machines that the gateway talks to during the attacks. */
export interface SlowServers {
  /** Answers `/quick`; to anything else it sends the start of an answer, and never the end. */
  readonly receiver: string
  /** The same by a name. */
  readonly named: string
  readonly model: string
  readonly dns: string
  readonly close: () => void
}

export async function openSlowServers(): Promise<SlowServers> {
  const receiver = await listening((request, response) => {
    request.resume()
    if (request.url === '/quick') setTimeout(() => response.end('{}'), ANSWER_MS)
    else response.write('drip')
  })
  const frames = FRAMES.openai({ model: 'bench', pieces: ['Short.'], usage: { read: 9, written: 2 } })
  const answer = frames.map(({ text }) => text).join('')
  const model = await listening((request, response) => {
    let question = ''
    request.setEncoding('utf8').on('data', (piece: string) => (question += piece))
    request.on('end', () => {
      if (request.method !== 'POST') response.end('{"data":[]}')
      else if (!question.includes(NO_ANSWER))
        setTimeout(() => answerWith(answer)(request, response), ANSWER_MS)
    })
  })
  const here = [Buffer.from([127, 0, 0, 1])]
  const silent = DEAD_NAMES.flatMap((name) => [`${name} A`, `${name} AAAA`])
  const dns = await startDnsServer({
    ...Object.fromEntries(silent.map((question) => [question, 'silent' as const])),
    [`${GOOD_NAME} A`]: here,
    [`${GOOD_NAME} AAAA`]: [],
  })
  return {
    receiver: `http://127.0.0.1:${portOf(receiver)}`,
    named: `http://${GOOD_NAME}:${portOf(receiver)}`,
    model: `http://127.0.0.1:${portOf(model)}`,
    dns: dns.address,
    close: () => {
      for (const server of [receiver, model]) {
        server.close()
        server.closeAllConnections()
      }
      dns.close()
    },
  }
}

function answerWith(events: string): RequestListener {
  return (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events)
}

async function listening(answer: RequestListener): Promise<Server> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port // a listening TCP server has an address with a port
}
