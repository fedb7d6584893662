import type { IncomingMessage, RequestListener } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { createServer as createTcpServer } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Receiver {
  readonly origin: string
  readonly port: number
  /** TCP connections seen so far. */
  readonly connections: () => number
}

/** An HTTP server on loopback that is closed when the test ends. */
export function receiver(answer: RequestListener): Promise<Receiver> {
  const server = createServer(answer)
  onTestFinished(() => server.closeAllConnections())
  return listening(server)
}

/** A bare TCP server on loopback that writes these bytes to whoever connects and has sent a request. */
export function rawReceiver(bytes: string): Promise<Receiver> {
  return listening(
    createTcpServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.once('data', () => socket.end(bytes, 'latin1'))
    }),
  )
}

async function listening(server: Server): Promise<Receiver> {
  let connections = 0
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo // a listening TCP server has an address with a port
  return { origin: `http://127.0.0.1:${port}`, port, connections: () => connections }
}

/** The whole body of a request. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  return body
}
