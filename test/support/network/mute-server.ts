import { createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A server that accepts connections and says nothing, so that no handshake ends and no request can leave. */
export interface MuteServer {
  readonly origin: string
  /** The connections made so far. */
  readonly sockets: readonly Socket[]
}

/** A mute server on loopback, with an https address, that is closed when the test ends. */
export async function muteServer(): Promise<MuteServer> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    sockets.push(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  // A listening TCP server has an address with a port.
  return { origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets }
}
