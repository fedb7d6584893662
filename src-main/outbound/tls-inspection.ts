import { connect as connectOverTcp, isIP, type Socket } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import type { TlsInspection } from '../tool-kit/tool-context.ts'
import { firstReached } from './first-reached.ts'
import type { HostAddress } from './resolve-once.ts'

const MAX_CHAIN = 10

/**
 * The TLS handshake with the first of a server's checked addresses that answers. No data is sent.
 * @param leaving awaited once a connection is made; the handshake begins in the turn in which it resolves
 */
export async function inspectServer(
  target: URL,
  addresses: readonly HostAddress[],
  signal: AbortSignal,
  leaving: (socket: Socket) => Promise<void>,
): Promise<TlsInspection> {
  const started = performance.now()
  const socket = await firstReached(addresses, signal, async (address) => {
    const connection = await dial(target, address, signal)
    try {
      await leaving(connection)
    } catch (error) {
      connection.destroy()
      throw error
    }
    return await shakeHands(target, connection)
  })
  try {
    return {
      protocol: socket.getProtocol() ?? 'unknown',
      cipher: socket.getCipher().standardName,
      chain: chainOf(socket),
      distrust: trustErrorOf(socket),
      durationMs: performance.now() - started,
    }
  } finally {
    socket.destroy()
  }
}

function dial(target: URL, address: string, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectOverTcp({ host: address, port: Number(target.port || 443) })
    const giveUp = () => socket.destroy(new Error('aborted'))
    signal.addEventListener('abort', giveUp, { once: true })
    socket.once('close', () => signal.removeEventListener('abort', giveUp))
    socket.once('connect', () => resolve(socket))
    socket.on('error', reject)
  })
}

function shakeHands({ hostname }: URL, connection: Socket): Promise<TLSSocket> {
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    const socket = connect({
      socket: connection,
      // SNI does not allow addresses (RFC 6066, 3).
      ...(isIP(host) === 0 ? { servername: host } : {}),
      // An untrusted certificate is just what a caller wants to see, and no data follows.
      rejectUnauthorized: false,
      ALPNProtocols: ['h2', 'http/1.1'],
    })
    socket.once('close', () => {
      connection.destroy()
      reject(new Error('The connection was closed'))
    })
    socket.once('secureConnect', () => resolve(socket))
    socket.once('error', reject)
  })
}

function chainOf(socket: TLSSocket): Buffer[] {
  const chain: Buffer[] = []
  // `getPeerCertificate` would end the whole process at a curve that has no name of NIST's.
  let next = socket.getPeerX509Certificate()
  while (next && chain.length < MAX_CHAIN && !chain.some((one) => one.equals(next!.raw))) {
    chain.push(next.raw)
    next = next.issuerCertificate
  }
  return chain
}

// Node reports it as an Error with OpenSSL's message or code.
function trustErrorOf({ authorized, authorizationError: error }: TLSSocket): string | null {
  if (authorized) return null
  if (error instanceof Error) return 'code' in error ? String(error.code) : error.message
  return String(error)
}
