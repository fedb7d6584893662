import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { EventResponse } from '../../../../src-main/gateway/reply/event-response.ts'
import { WholeResponse } from '../../../../src-main/gateway/reply/whole-response.ts'
import { writeInTurns } from '../../../../src-main/gateway/reply/write-in-turns.ts'

/** Of an odd length, so that every second cut would fall within a character. */
const LONG = `x${'🙂'.repeat(1_000_000)}é`
const HEADERS = [['content-type', 'text/plain']] as const

/** A server that answers every request as told. */
async function serve(answer: (res: ServerResponse) => void): Promise<{ port: number; close: () => void }> {
  const server = createServer((_request, res) => answer(res))
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // It listens on a port.
  return { port, close: () => void server.close() }
}

async function fetchFrom(answer: (res: ServerResponse) => void): Promise<Response> {
  const { port, close } = await serve(answer)
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })
  close()
  return response
}

describe('a long text', () => {
  it('lets others have their turn between its pieces, none of which is longer than 256 KiB of characters', async () => {
    const turnOfPiece: number[] = []
    let turn = 0
    let counting = setImmediate(function count() {
      turn++
      counting = setImmediate(count)
    })
    const pieces: Buffer[] = []
    const out = new Writable({
      write: (piece: Buffer, _encoding, done) => {
        turnOfPiece.push(turn)
        pieces.push(piece)
        done()
      },
    })
    await writeInTurns(out, LONG)
    clearImmediate(counting)
    expect(pieces.length).toBeGreaterThan(7)
    expect(new Set(turnOfPiece).size).toBe(pieces.length)
    // Each is whole characters, or it would be read as another text.
    expect(pieces.map((piece) => piece.toString()).join('')).toBe(LONG)
    for (const piece of pieces) expect(piece.toString().length).toBeLessThanOrEqual(256 * 1024 + 1)
  })

  it('is written no further when nobody reads it any more', async () => {
    let written = 0
    const out = new Writable({
      write: (_piece, _encoding, done) => {
        written++
        done()
        if (written === 2) out.destroy()
      },
    })
    await writeInTurns(out, LONG)
    expect(written).toBe(2)
  })

  it('arrives whole as an answer, with its length', async () => {
    const response = await fetchFrom((res) => new WholeResponse(200, HEADERS, LONG).writeTo(res))
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(LONG)))
    expect((await response.text()) === LONG).toBe(true)
  })

  it('is overtaken by no event that is sent while it is on its way', async () => {
    const response = await fetchFrom((res) => {
      const events = new EventResponse(HEADERS, true)
      events.begin('first\n')
      events.writeTo(res)
      setTimeout(() => {
        events.send(LONG)
        // The first piece is written before the next turn.
        setImmediate(() => {
          events.send('\nlast\n')
          events.end()
        })
      }, 20)
    })
    expect((await response.text()) === `first\n${LONG}\nlast\n`).toBe(true)
  })

  it('is forgotten, as is all that follows it, when its reader leaves in the middle', async () => {
    const events = new EventResponse(HEADERS, true)
    const sent = Promise.withResolvers<ServerResponse>()
    const { port, close } = await serve((res) => {
      events.begin('first\n')
      events.writeTo(res)
      sent.resolve(res)
    })
    const socket = connect(port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await once(socket, 'data')
    const res = await sent.promise
    let writes = 0
    const write = res.write.bind(res) as (piece: unknown) => boolean
    res.write = (piece: unknown) => {
      writes++
      if (writes === 2) res.destroy()
      return write(piece)
    }
    events.send(LONG)
    await once(res, 'close')
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(writes).toBe(2)
    expect(events.waiting).toBe(0)
    events.send(LONG)
    await new Promise((resolve) => setImmediate(resolve))
    expect(events.waiting).toBe(0)
    socket.destroy()
    close()
  })
})
