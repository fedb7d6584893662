import { lookup } from 'node:dns'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { toProviderFailure } from '../../../src-main/providers/provider-failure.ts'
import { networkTransport } from '../../../src-main/providers/provider-transport.ts'

const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'
let server: Server

afterEach(() => {
  server.close()
})

/** Listens, and tells how many requests have come and through which connection each came. */
async function listen(
  answer: (socket: Socket, count: number) => void,
): Promise<(hangUp?: AbortSignal, body?: string) => Promise<string>> {
  let count = 0
  // A server that keeps its own end of a connection until it closes it.
  server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined)
    socket.on('data', () => answer(socket, ++count))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return async (hangUp, question = '{}') => {
    const { body } = await networkTransport(lookup)(new URL(`http://127.0.0.1:${port}/v1/chat`), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: question,
      signal: new AbortController().signal,
      ...(hangUp ? { hangUp } : {}),
    })
    const text = (await buffer(body)).toString()
    // The connection goes back to be kept only after the answer has ended.
    await new Promise(setImmediate)
    return `${text} ${count}`
  }
}

describe('the way over the network', () => {
  it('asks once more when a kept connection turns out to be closed', async () => {
    const ask = await listen((socket, count) => {
      if (count === 2) socket.resetAndDestroy()
      else socket.write(ANSWER)
    })
    expect(await ask()).toBe('ok 1')
    expect(await ask()).toBe('ok 3')
  })

  it('asks no second time when a new connection is closed', async () => {
    const counts: number[] = []
    const ask = await listen((socket, count) => {
      counts.push(count)
      socket.resetAndDestroy()
    })
    await expect(ask()).rejects.toThrow()
    expect(counts).toEqual([1])
  })

  it('fails an answer that has less than it promised', async () => {
    const ask = await listen((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nok'))
    await expect(ask()).rejects.toThrow('aborted')
  })
})

describe('a failed request', () => {
  // Catches: an untrusted certificate that is reported as a broken answer.
  it.each([
    ['ECONNREFUSED', 'unavailable'],
    ['EPROTO', 'unavailable'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'unavailable'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'unavailable'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'unavailable'],
    ['HPE_INVALID_CONSTANT', 'broken'],
  ])('is reported, after %s, as %s', (code, kind) => {
    const error = Object.assign(new Error('no'), { code })
    expect(toProviderFailure(error, 'Somebody', []).kind).toBe(kind)
  })
})

describe('hanging up on a provider', () => {
  it('still reads what the provider says before it closes its own end', async () => {
    const leaving = new AbortController()
    const ask = await listen((socket) => {
      socket.on('end', () => socket.end(ANSWER))
      leaving.abort()
    })
    expect(await ask(leaving.signal)).toBe('ok 1')
  })

  it('ends when the provider closes without a word', async () => {
    const leaving = new AbortController()
    const ask = await listen((socket) => {
      socket.on('end', () => socket.end())
      leaving.abort()
    })
    await expect(ask(leaving.signal)).rejects.toThrow('socket hang up')
  })

  it('ends also when the provider keeps its end open', async () => {
    const leaving = new AbortController()
    const ask = await listen(() => leaving.abort())
    await expect(ask(leaving.signal)).rejects.toThrow('socket hang up')
  })

  // Catches: a broken connection that this end has closed, taken for a kept one that the provider had closed.
  it('never asks again, even on a kept connection', async () => {
    const leaving = new AbortController()
    const counts: number[] = []
    const ask = await listen((socket, count) => {
      counts.push(count)
      if (count === 1) return void socket.write(ANSWER)
      socket.on('end', () => socket.resetAndDestroy())
      leaving.abort()
    })
    await ask()
    await expect(ask(leaving.signal)).rejects.toThrow()
    expect(counts).toEqual([1, 2])
  })

  // Catches: the rest of a long question, sent on behalf of a caller who has left.
  it('does not send the rest of a question', async () => {
    const leaving = new AbortController()
    let received = 0
    const closed = Promise.withResolvers<void>()
    const ask = await listen((socket, count) => {
      if (count > 1) return
      socket.pause()
      leaving.abort()
      for (const end of ['end', 'error']) socket.on(end, () => closed.resolve())
      socket.on('data', (bytes: Buffer) => (received += bytes.length))
      setImmediate(() => socket.resume())
    })
    const long = 'x'.repeat(32 * 1024 * 1024)
    await expect(ask(leaving.signal, long)).rejects.toThrow()
    await closed.promise
    // The system takes a few megabytes at once.
    expect(received).toBeLessThan(long.length / 2)
  })
})
