import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { EventResponse } from '../../../../src-main/gateway/reply/event-response.ts'

const HEADERS = [['content-type', 'text/event-stream']] as const

/** Fetches from a server that answers as told, over a real socket. */
async function fetchFrom(answer: (res: ServerResponse) => void): Promise<Response> {
  const server = createServer((_request, res) => answer(res))
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // It listens on a port.
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })
  server.close()
  return response
}

it('sends everything in one piece when the end comes with the beginning', async () => {
  const response = await fetchFrom((res) => {
    const events = new EventResponse(HEADERS, true)
    events.begin('first\n')
    events.writeTo(res)
    events.send('sécond\n')
    events.end()
  })
  expect(await response.text()).toBe('first\nsécond\n')
  expect(response.headers.get('content-length')).toBe('14')
})

it('sends the beginning while the end is not yet known', async () => {
  const events = new EventResponse(HEADERS, true)
  const response = await fetchFrom((res) => {
    events.begin('first\n')
    events.writeTo(res)
  })
  expect(response.headers.get('content-length')).toBeNull()
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  // The response ends only after this was read.
  expect(await reader.read()).toEqual({ done: false, value: 'first\n' })
  events.send('second\n')
  events.end()
  expect(await reader.read()).toEqual({ done: false, value: 'second\n' })
  expect(await reader.read()).toEqual({ done: true, value: undefined })
})

it('sends what came before the response had its socket', async () => {
  const response = await fetchFrom((res) => {
    const events = new EventResponse(HEADERS, true)
    events.begin('first\n')
    events.end()
    setImmediate(() => events.writeTo(res))
  })
  expect(await response.text()).toBe('first\n')
})
