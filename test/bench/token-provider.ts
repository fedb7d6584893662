/** A provider of language models that writes the time into each token: a bench's stub, in a process of its own. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { FRAMES } from '../../src-main/providers/demo/wire.ts'

const TOKENS = 200
/** On average; real providers keep no common time. */
const GAP_MS = 20

const frames = FRAMES.openai({ model: 'bench', pieces: ['@'], usage: { read: 1, written: TOKENS } })
const textOf = (carries: string): string =>
  frames.flatMap((frame) => (frame.carries === carries ? frame.text : [])).join('')
const [start, token, end] = [textOf('start'), textOf('text'), textOf('end').replace('data: [DONE]\n\n', '')]
const usage = `${textOf('usage')}data: [DONE]\n\n`

const server = createServer((request, response) => {
  request.resume()
  if (request.method !== 'POST') {
    response.end('{"data":[]}')
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  void (async () => {
    response.write(start)
    for (let count = 0; count < TOKENS && !response.destroyed; count++) {
      await pause(GAP_MS * (0.5 + Math.random()))
      response.write(token.replace('@', `${process.hrtime.bigint()} `))
    }
    response.end(end + usage)
  })()
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }))
})
