import { createServer, type AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { startTestGateway } from '../../../support/gateway/start-test-gateway.ts'
import { toolgateHere } from '../../../support/gateway/toolgate-here.ts'
import { receiver } from '../../../support/network/receiver.ts'
import { waitUntil } from '../../../support/wait-until.ts'

/** A server with which no handshake ever ends, so that no request leaves. */
async function mute(): Promise<{ readonly origin: string; readonly connections: () => number }> {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo
  return { origin: `https://127.0.0.1:${port}`, connections: () => connections }
}

it('toolgate jobs says of a cancelled job whether it was charged', async () => {
  let requests = 0
  const target = await receiver(() => requests++)
  const silent = await mute()
  const gateway = await startTestGateway({ allowedOrigins: [target.origin, silent.origin] })
  onTestFinished(() => gateway.close())
  const env = { TOOLGATE_HOME: gateway.dataDir, TOOLGATE_KEY: gateway.ownerKey }
  const jobs = async (...args: string[]) => (await toolgateHere(['jobs', ...args], env)).stdout.trim()
  const webhook = (url: string) => jobs('submit', 'webhook-send', '--input', JSON.stringify({ url }))

  const sent = await webhook(target.origin)
  await waitUntil(() => requests === 1, 'the request arrives')
  const paid = 'cancelled, charged 5 credits: something had happened outside by then'
  expect(await jobs('cancel', sent)).toBe(paid)
  expect(await jobs('get', sent)).toBe(paid)

  const waiting = await webhook(silent.origin)
  await waitUntil(() => silent.connections() === 1, 'the connection is made')
  expect(await jobs('cancel', waiting)).toBe('cancelled, not charged')
  const rows = (await jobs('list')).split('\n')
  expect(rows.find((row) => row.includes(sent))).toMatch(/cancelled +5 /)
  expect(rows.find((row) => row.includes(waiting))).toMatch(/cancelled +0 /)
})
