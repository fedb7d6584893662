import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { JSON_TYPE, SocketDesk } from '../../support/gateway/socket-desk.ts'
import { expectRefusal } from '../../support/network/expect-refusal.ts'

let desk: SocketDesk
beforeAll(async () => {
  desk = await SocketDesk.open()
})
afterAll(async () => await desk.close())

const sized = (body: string) => desk.post(`Content-Length: ${Buffer.byteLength(body)}\r\n`, body)

describe('requests in a row on one connection', () => {
  it('are answered in order, even when they were sent at once', async () => {
    const texts = ['a', 'b', 'c', 'd', 'e']
    const burst = texts.map((text) => sized(JSON.stringify({ text, trace: true }))).join('')
    const { answers } = await desk.send([burst], 5)
    const balances = answers.map(({ body }) => JSON.parse(body).meta.balance)
    expect(balances).toEqual(balances.toSorted((a, b) => b - a))
    expect(new Set(answers.map(({ body }) => JSON.parse(body).data.hash)).size).toBe(5)
  })

  it('are not confused by a refusal whose body was not read', async () => {
    const body = desk.get('/v1/credits/balance', desk.key())
    const refused = `POST /v1/batch HTTP/1.1\r\nHost: evil.example\r\n${JSON_TYPE}Content-Length: ${body.length}\r\n\r\n${body}`
    const { answers } = await desk.send([refused, desk.get()], 2)
    expectRefusal(answers[0], 403, 'forbidden_host')
    expect(JSON.parse(answers[1]!.body).status).toBe('live')
  })

  it('are answered before what follows them is refused', async () => {
    const before = await desk.balance()
    const { answers, closed } = await desk.send([`${sized('{"text":"abc"}')}GARBAGE\r\n\r\n`], 3)
    expect(answers.map(({ status }) => status)).toEqual([200, 400])
    expectRefusal(answers[1], 400, 'invalid_request')
    expect(closed).toBe(true)
    expect((await desk.balance()).balance).toBe(before.balance - 1)
  })

  it('do not break into an event stream', async () => {
    const body = '{"before":"abc","after":"abd"}'
    const stream = desk.post(`Content-Length: ${body.length}\r\n`, body, '/v1/stream/text-diff')
    const { answers } = await desk.send([`${stream}GARBAGE\r\n\r\n`], 2)
    expect(answers[0]!.status).toBe(200)
    const events = answers[0]!.body.split('HTTP/1.1 ')[0]!
    expect(events).toContain('event: start')
    expect(events).toContain('event: done')
  })
})

describe('a caller who leaves before the end of a request', () => {
  it.each([
    ['in the head', () => desk.get().slice(0, 20)],
    ['before the body', () => desk.post('Content-Length: 14\r\n', '')],
    ['in the body', () => desk.post('Content-Length: 14\r\n', '{"text"')],
  ])('%s is charged nothing and leaves nothing open', async (_name, request) => {
    const before = await desk.balance()
    await desk.leaveAfter(request())
    expect(await desk.balance()).toEqual(before)
  })
})
