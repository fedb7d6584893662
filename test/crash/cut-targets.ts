import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { FRAMES, questionOf } from '../../src-main/providers/demo/wire.ts'

/** The mark of one call in what it sends. */
export const MARK = /cut-[0-9a-f-]{36}-\d+/

const LONGEST_THOUGHT_MS = 40
const LONGEST_GAP_MS = 4
const MOST_PIECES = 24

/** Another machine, as the gateway meets it: it counts what reached it, by the marks of the calls. */
export interface Target {
  readonly origin: string
  /** Requests that arrived whole. */
  readonly reached: ReadonlySet<string>
  /** Questions to which at least one token was sent on a connection that could still carry it. */
  readonly answered: ReadonlySet<string>
  close(): void
}

/** A provider whose models think for a while and then speak, and that counts as a provider bills. */
export async function openProvider(random: () => number): Promise<Target> {
  return await open(async (request, response, { reached, answered }) => {
    const text = await bodyOf(request)
    const mark = MARK.exec(text)?.[0]
    const question = questionOf(request.url ?? '', JSON.parse(text))
    if (mark === undefined || !question) return void response.writeHead(404).end()
    reached.add(mark)
    const pieces = Array.from({ length: 1 + Math.floor(random() * MOST_PIECES) }, () => 'word ')
    const frames = FRAMES[question.protocol]({
      model: question.model,
      pieces,
      usage: { read: 7, written: 4 },
    })
    if (random() < 0.7) await pause(random() * LONGEST_THOUGHT_MS)
    for (const { carries, text: frame } of frames) {
      // Once this end is closed too, nothing that is written goes anywhere.
      if (response.destroyed || !response.socket?.writable) return
      if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(frame)
      if (carries !== 'text') continue
      answered.add(mark)
      if (random() < 0.5) await pause(random() * LONGEST_GAP_MS)
    }
    response.end()
  })
}

/** A receiver of webhooks that takes its time. */
export async function openReceiver(random: () => number): Promise<Target> {
  return await open(async (request, response, { reached }) => {
    await bodyOf(request)
    const mark = MARK.exec(request.url ?? '')?.[0]
    if (mark !== undefined) reached.add(mark)
    if (random() < 0.7) await pause(random() * LONGEST_THOUGHT_MS)
    response.end('ok')
  })
}

interface Counts {
  readonly reached: Set<string>
  readonly answered: Set<string>
}

async function open(
  answer: (request: IncomingMessage, response: ServerResponse, counts: Counts) => Promise<void>,
): Promise<Target> {
  const counts = { reached: new Set<string>(), answered: new Set<string>() }
  const listener: RequestListener = (request, response) => {
    response.on('error', () => undefined)
    // A request that breaks off has not arrived.
    answer(request, response, counts).catch(() => response.destroy())
  }
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    // A listening TCP server has an address with a port.
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...counts,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += String(chunk)
  return body
}
