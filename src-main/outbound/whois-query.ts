import { connect, type Socket } from 'node:net'
import { InvalidInput, type WhoisAnswer } from '../tool-kit/tool-context.ts'
import { readBounded } from './bounded-body.ts'
import { firstReached } from './first-reached.ts'
import type { HostAddress } from './resolve-once.ts'

interface WhoisQuery {
  readonly text: string
  /** Bytes after which the answer is cut. */
  readonly cap: number
  /** Awaited once the connection is made; the query is written in the turn in which it resolves. */
  readonly leaving: (socket: Socket) => Promise<void>
}

/**
 * One query over one connection (RFC 3912): sends a line and reads everything that comes back.
 * @throws InvalidInput when the query is more than one line
 */
export async function queryWhoisServer(
  target: URL,
  addresses: readonly HostAddress[],
  { text, cap, leaving }: WhoisQuery,
  signal: AbortSignal,
): Promise<WhoisAnswer> {
  // A line end would begin a second query.
  if (!/^[^\p{Cc}]{1,255}$/u.test(text)) throw new InvalidInput('query', 'Send one name, on one line')
  const socket = await firstReached(addresses, signal, (address) => dial(target, address, signal))
  try {
    await leaving(socket)
    socket.write(`${text}\r\n`)
    const { bytes, truncated } = await readBounded(socket as AsyncIterable<Buffer>, cap) // no encoding is set
    return { text: textOf(bytes), truncated }
  } finally {
    socket.destroy()
  }
}

function dial(target: URL, address: string, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port: Number(target.port || 80) })
    const giveUp = () => socket.destroy(new Error('aborted'))
    signal.addEventListener('abort', giveUp, { once: true })
    socket.once('close', () => signal.removeEventListener('abort', giveUp))
    socket.once('connect', () => resolve(socket))
    socket.once('error', reject)
  })
}

// RFC 3912, 4, defines no encoding: most servers send UTF-8, the others Latin-1.
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('latin1').decode(bytes)
  }
}
