import { describe, expect, it, onTestFinished } from 'vitest'
import { startGateway } from '../../../src-main/instance/start-gateway.ts'
import { EventReader, type ReadEvent } from '../../support/events/event-reader.ts'
import { startGatewayProcess } from '../../support/gateway/gateway-process.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { OWNER_KEY, TEST_FILES } from '../../support/gateway/test-gateway.ts'

async function start(dataDir: string) {
  const gateway = await startGateway({
    ...TEST_FILES,
    dataDir,
    port: 0,
    hostname: '127.0.0.1',
    ownerKey: OWNER_KEY,
  })
  onTestFinished(() => gateway.close())
  return gateway
}

const headersOf = (key: string) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' })

async function post(url: string, path: string, body: object, key = OWNER_KEY): Promise<Response> {
  return await fetch(url + path, { method: 'POST', headers: headersOf(key), body: JSON.stringify(body) })
}

async function open(url: string, key = OWNER_KEY, lastEventId?: string): Promise<EventReader> {
  const headers = {
    ...headersOf(key),
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  }
  return new EventReader(await fetch(`${url}/v1/stream/usage`, { headers }))
}

const hash = async (url: string, text: string, key = OWNER_KEY): Promise<string> =>
  (await post(url, '/v1/crypto-hash-sha256', { text }, key)).headers.get('x-request-id')!

const callsOf = (events: readonly ReadEvent[]) =>
  events.filter(({ event }) => event === 'usage').map(({ data }) => data.request_id)

describe('GET /v1/stream/usage over sockets', () => {
  it('serves 150 streams at once, each with the events of its key, and ends them when it stops', async () => {
    const gateway = await start(makeTempDir())
    const made = await Promise.all(
      ['A', 'B', 'C', 'D'].map((name) => post(gateway.url, '/v1/enterprise/keys', { name })),
    )
    const all = [
      OWNER_KEY,
      ...(await Promise.all(made.map((answer) => answer.json()))).map(({ key }) => key),
    ]
    const keys = Array.from({ length: 150 }, (_, index) => String(all[index % all.length]))
    const readers = await Promise.all(keys.map((one) => open(gateway.url, one)))
    const first = await Promise.all(readers.map((reader) => reader.take(1)))
    expect(first.flat().every(({ event }) => event === 'balance')).toBe(true)

    const ids = new Map<string, string>()
    for (const one of all) ids.set(one, await hash(gateway.url, `of ${one}`, one))
    const told = await Promise.all(readers.map((reader) => reader.take(1)))
    expect(callsOf(told.flat())).toEqual(keys.map((one) => ids.get(one)))

    const closed = gateway.close()
    expect(await Promise.all(readers.map((reader) => reader.next()))).toEqual(Array(150).fill(null))
    await closed
  })

  it('resumes exactly where it was after kill -9 and a new start', async () => {
    const dataDir = makeTempDir()
    const killed = await startGatewayProcess(dataDir)
    const before = await open(killed.url)
    await before.take(1)
    const ids = [await hash(killed.url, 'a'), await hash(killed.url, 'b')]
    const [first] = await before.take(1)
    expect(callsOf([first!])).toEqual([ids[0]])
    ids.push(await hash(killed.url, 'c'))
    await killed.kill()

    const gateway = await start(dataDir)
    const after = await open(gateway.url, OWNER_KEY, first!.id)
    ids.push(await hash(gateway.url, 'd'))
    expect(callsOf(await after.take(4))).toEqual(ids.slice(1))
    await after.close()
  })
})
