import { connect, type Socket } from 'node:net'
import { InvalidInput } from '../tools/tool-context.ts'
import type { WhoisAnswer } from '../tools/tool-context.ts'
import { readBounded } from './bounded-body.ts'
import type { HostAddress } from './resolve-once.ts'

/**
 * One question over one connection (RFC 3912): a line is sent and all that comes back is read, up to the cap.
 * @throws InvalidInput when the question is more than one line
 */
export async function askWhois(
  target: URL,
  addresses: readonly HostAddress[],
  query: string,
  cap: number,
  signal: AbortSignal,
): Promise<WhoisAnswer> {
  // A line end would begin a second question.
  if (!/^[^\p{Cc}]{1,255}$/u.test(query)) throw new InvalidInput('query', 'Ask for one name, in one line')
  const [first] = addresses
  const socket = connect({ host: first?.address ?? '', port: Number(target.port || 80) })
  const giveUp = () => socket.destroy(new Error('aborted'))
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    await connected(socket)
    socket.write(`${query}\r\n`)
    const { bytes, truncated } = await readBounded(socket as AsyncIterable<Buffer>, cap) // no encoding is set
    return { text: textOf(bytes), truncated }
  } finally {
    signal.removeEventListener('abort', giveUp)
    socket.destroy()
  }
}

function connected(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
}

// RFC 3912, 4, knows no encoding: most servers send UTF-8, the others Latin-1.
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('latin1').decode(bytes)
  }
}
