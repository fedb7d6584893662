import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { listen } from '../../../../src-main/gateway/door/listen.ts'
import { SOCKETS } from '../../../../src-main/gateway/door/socket-places.ts'
import { FairShare } from '../../../../src-main/shares/fair-share.ts'

const CHUNK = new Uint8Array(64 * 1024)
const MIB = 1024 * 1024

it('a response asks its stream for no more while nobody reads, and tells it when the reader leaves', async () => {
  let offered = 0
  const gone = Promise.withResolvers<void>()
  const endless = new ReadableStream(
    {
      pull: (controller) => {
        offered += CHUNK.length
        controller.enqueue(CHUNK)
      },
      cancel: () => gone.resolve(),
    },
    { highWaterMark: 0 },
  )
  const listener = await listen(
    { fetch: () => new Response(endless) },
    '127.0.0.1',
    0,
    new FairShare(SOCKETS),
  )
  onTestFinished(() => listener.close(0))
  const socket = connect(listener.port, '127.0.0.1', () =>
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'),
  )
  socket.pause()

  let before = -1
  while (offered === 0 || offered !== before) {
    before = offered
    await pause(100)
    // What the two ends of a loopback socket hold is a few megabytes.
    expect(offered).toBeLessThan(32 * MIB)
  }
  socket.destroy()
  await gone.promise
})
