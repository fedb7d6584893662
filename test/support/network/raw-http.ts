import { connect, type Socket } from 'node:net'

/** One answer as it came over the wire; the names of its headers in lower case. */
export interface RawAnswer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** What a connection gave: its answers in order, and whether the gateway closed it. */
export interface RawExchange {
  readonly answers: readonly RawAnswer[]
  readonly closed: boolean
}

/**
 * Writes bytes to a port as they are and reads what comes back, until so many answers are complete or the other
 * side closes. Interim answers (1xx) are left out.
 * @param parts written one after the other, each in a turn of its own
 */
export function sendRaw(
  port: number,
  parts: Iterable<string | Buffer>,
  { expected = 1 }: { readonly expected?: number } = {},
): Promise<RawExchange> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    let received = ''
    const finish = (closed: boolean) => {
      resolve({ answers: answersIn(received), closed })
      socket.destroy()
    }
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      received += text
      if (answersIn(received).length >= expected) finish(false)
    })
    // A reset is a way of closing; what came before it is what counts.
    socket.on('error', () => finish(true))
    socket.on('end', () => finish(true))
    void writeAll(socket, parts)
  })
}

/** Writes these bytes and goes without waiting for an answer. */
export async function leaveAfter(port: number, bytes: string): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' })
  await new Promise<void>((resolve) => socket.write(bytes, 'latin1', () => resolve()))
  socket.resetAndDestroy()
}

async function writeAll(socket: Socket, parts: Iterable<string | Buffer>): Promise<void> {
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  for (const part of parts) {
    if (socket.destroyed) return
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
    if (!socket.write(bytes)) await Promise.race([closed, drained(socket)])
    await new Promise((resolve) => setImmediate(resolve))
  }
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('drain', resolve))
}

function answersIn(text: string): RawAnswer[] {
  const answers: RawAnswer[] = []
  for (let rest = text; ;) {
    const headEnd = rest.indexOf('\r\n\r\n')
    if (headEnd === -1) return answers
    const [statusLine = '', ...lines] = rest.slice(0, headEnd).split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1])
    const headers = new Map(lines.map(toHeader))
    const length = status < 200 ? 0 : Number(headers.get('content-length') ?? NaN)
    const bodyAt = headEnd + 4
    // Without a length (a stream in chunks) the rest is the body as far as it has come.
    const end = Number.isNaN(length) ? rest.length : bodyAt + length
    if (rest.length < end) return answers
    if (status >= 200) answers.push({ status, headers, body: rest.slice(bodyAt, end) })
    rest = rest.slice(end)
  }
}

function toHeader(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
}
