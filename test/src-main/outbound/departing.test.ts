import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { GatewayError } from '../../../src-shared/errors.ts'
import type { Outbound } from '../../../src-main/tool-kit/tool-context.ts'
import { dnsServer } from '../../support/network/dns-server.ts'
import { TEST_CERTIFICATE, TEST_KEY } from '../../support/network/test-certificate.ts'
import { testOutbound } from '../../support/network/test-outbound.ts'
import { waitUntil } from '../../support/wait-until.ts'

/** A server that counts its connections and notes what it is sent. */
interface Target {
  readonly port: number
  readonly connections: () => number
  readonly received: () => string
}

async function target(server: Server): Promise<Target> {
  let connections = 0
  let received = ''
  server.on('connection', (socket) => {
    connections++
    socket.on('error', () => undefined)
    socket.on('data', (bytes: Buffer) => (received += bytes.toString('latin1')))
    onTestFinished(() => void socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo
  return { port, connections: () => connections, received: () => received }
}

const plain = () => target(createTcpServer())
const originOf = ({ port }: Target, scheme = 'http') => `${scheme}://127.0.0.1:${port}`

interface Protocol {
  readonly name: string
  readonly use: (outbound: Outbound, to: Target, signal: AbortSignal) => Promise<unknown>
  readonly scheme: string
}

const PROTOCOLS: readonly Protocol[] = [
  {
    name: 'HTTP',
    scheme: 'http',
    use: (outbound, to, signal) => outbound.send({ url: originOf(to), method: 'GET', signal }),
  },
  {
    name: 'WHOIS',
    scheme: 'http',
    use: (outbound, { port }, signal) =>
      outbound.queryWhois({ server: '127.0.0.1', port, query: 'example.com', signal }),
  },
  {
    name: 'TLS',
    scheme: 'https',
    use: (outbound, { port }, signal) => outbound.inspectTls({ host: '127.0.0.1', port, signal }),
  },
]

describe.each(PROTOCOLS)('a request over $name', ({ use, scheme }) => {
  it('is marked once the connection is made, and written after that', async () => {
    const to = await plain()
    const marked = Promise.withResolvers<void>()
    const steps: string[] = []
    const leaving = async (): Promise<void> => {
      await waitUntil(() => to.connections() === 1, 'the connection is made')
      steps.push(`marking, received ${to.received().length}`)
      await marked.promise
    }
    const left = (): void => void steps.push(`left, received ${to.received().length}`)
    const ending = new AbortController()
    const origins = new Set([originOf(to, scheme)])
    const outbound = testOutbound({ allowedOrigins: origins }, { leaving, left })
    const sent = use(outbound, to, ending.signal).catch(() => undefined)
    await waitUntil(() => steps.length === 1, 'the mark')
    marked.resolve()
    await waitUntil(() => to.received().length > 0, 'the request')
    expect(steps).toEqual(['marking, received 0', 'left, received 0'])
    ending.abort()
    await sent
  })

  // Catches: a request that leaves although its mark could not be written.
  it.each([
    ['its mark is refused', null],
    ['its caller leaves while it is marked', new Error('left')],
  ])('is not written when %s', async (_, reason) => {
    const to = await plain()
    const ending = new AbortController()
    const refusal = new GatewayError('storage_full', 'The disk is full.')
    let hasLeft = false
    const leaving = async (): Promise<void> => {
      await waitUntil(() => to.connections() === 1, 'the connection is made')
      if (reason === null) throw refusal
      ending.abort(reason)
    }
    const origins = new Set([originOf(to, scheme)])
    const outbound = testOutbound({ allowedOrigins: origins }, { leaving, left: () => (hasLeft = true) })
    await expect(use(outbound, to, ending.signal)).rejects.toBe(reason ?? refusal)
    expect([hasLeft, to.received()]).toEqual([false, ''])
  })

  it('fails, and has not left, when the connection is lost while it is marked', async () => {
    const accepted = Promise.withResolvers<Socket>()
    const to = await target(createTcpServer(accepted.resolve))
    let hasLeft = false
    let marks = 0
    const leaving = async (): Promise<void> => {
      marks++
      const socket = await accepted.promise
      const closed = new Promise((resolve) => socket.once('close', resolve))
      socket.resetAndDestroy()
      await closed
      // The reset is read in the next turns of the event loop.
      for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
    }
    const origins = new Set([originOf(to, scheme)])
    const outbound = testOutbound({ allowedOrigins: origins }, { leaving, left: () => (hasLeft = true) })
    const { signal } = new AbortController()
    await expect(use(outbound, to, signal)).rejects.toThrow('closed the connection')
    expect([marks, hasLeft]).toEqual([1, false])
  })
})

it('a request over HTTPS is not marked before the handshake', async () => {
  const to = await target(createTlsServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }))
  let marks = 0
  const leaving = (): Promise<void> => Promise.resolve(void marks++)
  const outbound = testOutbound({ allowedOrigins: new Set([originOf(to, 'https')]) }, { leaving })
  const { signal } = new AbortController()
  // Nobody trusts the certificate, so the handshake fails.
  const sent = outbound.send({ url: originOf(to, 'https'), method: 'GET', signal })
  await expect(sent).rejects.toThrow(/certificate/)
  expect(marks).toBe(0)
})

it('a query of a DNS tool is marked before it is sent, and not sent without its mark', async () => {
  const server = await dnsServer({})
  const refusal = new GatewayError('storage_full', 'The disk is full.')
  const outbound = testOutbound(
    { dnsServers: [server.address] },
    { leaving: () => Promise.reject(refusal) },
  )
  const { signal } = new AbortController()
  await expect(outbound.resolveDns({ name: 'example.com', type: 'A', signal })).rejects.toBe(refusal)
  expect(server.asked).toEqual([])
})
