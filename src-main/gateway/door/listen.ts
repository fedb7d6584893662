import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listen as openPort } from 'listhen'
import type { FairShare } from '../../shares/fair-share.ts'
import { StartupError } from '../../storage/startup-error.ts'
import type { App } from '../create-app.ts'
import { toRequestListener } from './request-listener.ts'
import { guardSockets } from './guard-sockets.ts'

/** An open port. */
export interface Listener {
  readonly port: number
  /** Its address, as seen from this machine. */
  readonly address: string
  /** For how long nobody has been connected, in milliseconds; 0 while somebody is. */
  idleMs(): number
  /** Takes no new connections, lets running answers end for at most `graceMs`, then closes the rest. */
  close(graceMs: number): Promise<void>
}

/**
 * Opens the gateway's port. Port 0 picks a free one.
 * @param sockets the places of connections, by address
 * @throws StartupError when the port is taken
 */
export async function listen(
  app: App,
  hostname: string,
  port: number,
  sockets: FairShare,
): Promise<Listener> {
  const options = {
    hostname,
    // listhen would open every interface when NODE_ENV says production.
    public: false,
    showURL: false,
    open: false,
    clipboard: false,
    // The gateway closes the ledger itself before the process ends.
    autoClose: false,
    // Without a range of exactly this port a busy one would silently become another.
    // Nor may listhen write about it: standard output belongs to the ready line.
    port: {
      port,
      verbose: false,
      ...(port === 0 ? { random: true } : { alternativePortRange: onlyOf(port) }),
    },
  }
  const listener = await openPort(toRequestListener(app), options).catch((error: unknown) => {
    throw portTaken(port, error)
  })
  // Without https listhen's server is a plain HTTP server.
  const server = listener.server as Server
  const bound = listener.address.port
  if (port !== 0 && bound !== port) {
    await listener.close()
    throw portTaken(port)
  }
  guardSockets(server, sockets)
  return {
    port: bound,
    address: ownAddressOf(server),
    idleMs: idleTimeOf(server),
    close: async (graceMs) => {
      // An open event stream would keep the server alive indefinitely.
      const timer = setTimeout(() => server.closeAllConnections(), graceMs)
      server.closeIdleConnections()
      await listener.close()
      clearTimeout(timer)
    },
  }
}

function idleTimeOf(server: Server): () => number {
  let connected = 0
  let quietSince = performance.now()
  server.on('connection', (socket) => {
    connected++
    socket.once('close', () => {
      connected--
      quietSince = performance.now()
    })
  })
  return () => (connected > 0 ? 0 : performance.now() - quietSince)
}

// When listening on every address of the machine, loopback is one of them.
function ownAddressOf(server: Server): string {
  // A server that listens at a port has an address with one.
  const { address } = server.address() as AddressInfo
  if (address === '0.0.0.0') return '127.0.0.1'
  return address === '::' ? '::1' : address
}

function onlyOf(port: number): [number, number] {
  return [port, port]
}

function portTaken(port: number, cause?: unknown): StartupError {
  return new StartupError(
    `Port ${port} is in use or not allowed. Stop the program that listens there, or choose another port with --port.`,
    { cause },
  )
}
