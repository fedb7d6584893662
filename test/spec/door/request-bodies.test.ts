import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SocketDesk } from '../../support/gateway/socket-desk.ts'
import { expectRefusal } from '../../support/network/expect-refusal.ts'

let desk: SocketDesk
beforeAll(async () => {
  desk = await SocketDesk.open()
})
afterAll(async () => await desk.close())

describe('a body of doubtful length', () => {
  const chunks = 'e\r\n{"text":"abc"}\r\n0\r\n\r\n'
  const chunked = (field: string) => () => desk.post(`${field}\r\n`, chunks)

  it.each([
    [
      'both a length and chunks',
      () => desk.post('Content-Length: 6\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\nG'),
    ],
    [
      'both chunks and a length',
      () => desk.post('Transfer-Encoding: chunked\r\nContent-Length: 6\r\n', '0\r\n\r\nG'),
    ],
    ['two lengths', () => desk.post('Content-Length: 14\r\nContent-Length: 15\r\n', '{"text":"abc"}')],
    ['one length twice', () => desk.post('Content-Length: 14, 14\r\n', '{"text":"abc"}')],
    ['a signed length', () => desk.post('Content-Length: +14\r\n', '{"text":"abc"}')],
    ['a negative length', () => desk.post('Content-Length: -1\r\n', '')],
    ['a hexadecimal length', () => desk.post('Content-Length: 0xe\r\n', '{"text":"abc"}')],
    ['a length past 64 bits', () => desk.post(`Content-Length: ${'9'.repeat(30)}\r\n`, '')],
    ['chunks under another coding', chunked('Transfer-Encoding: gzip, chunked')],
    ['chunks that are not last', chunked('Transfer-Encoding: chunked, identity')],
    ['two codings in two fields', chunked('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity')],
    ['a coding that looks like chunks', chunked('Transfer-Encoding: xchunked')],
    ['a coding in quotes', chunked('Transfer-Encoding: "chunked"')],
    ['a space before the colon', chunked('Transfer-Encoding : chunked')],
    ['a vertical tab before chunks', chunked('Transfer-Encoding:\x0bchunked')],
    [
      'a chunk size that is not a number',
      () => desk.post('Transfer-Encoding: chunked\r\n', 'zz\r\n{"text":"abc"}\r\n0\r\n\r\n'),
    ],
    ['a negative chunk size', () => desk.post('Transfer-Encoding: chunked\r\n', '-1\r\nx\r\n0\r\n\r\n')],
    [
      'a chunk size past 64 bits',
      () => desk.post('Transfer-Encoding: chunked\r\n', `${'f'.repeat(17)}\r\n`),
    ],
    [
      'a chunk longer than it says',
      () => desk.post('Transfer-Encoding: chunked\r\n', '2\r\n{"text":"abc"}\r\n0\r\n\r\n'),
    ],
  ])('is refused and costs nothing: %s', async (_name, request) => {
    const before = await desk.balance()
    const { answers } = await desk.send([request()])
    expectRefusal(answers[0], 400, 'invalid_request')
    expect(await desk.balance()).toEqual(before)
  })

  it('is read where the length is plain, in one chunk or byte by byte', async () => {
    const bytes = [...'{"text":"abc"}'].map((byte) => `1\r\n${byte}\r\n`)
    for (const parts of [[chunks], [...bytes, '0\r\n\r\n']]) {
      const { answers } = await desk.send([desk.post('Transfer-Encoding: chunked\r\n', ''), ...parts])
      expect(answers[0]!.status).toBe(200)
    }
  })
})

describe('a body over the limit', () => {
  const MIB = 1024 * 1024

  it('is refused by its declared length before it is sent', async () => {
    const { answers } = await desk.send([desk.post(`Content-Length: ${4 * MIB + 1}\r\n`, '')])
    expectRefusal(answers[0], 413, 'payload_too_large')
  })

  it('is refused when it comes in chunks, and leaves the connection usable', async () => {
    const chunk = `${(64 * 1024).toString(16)}\r\n${'x'.repeat(64 * 1024)}\r\n`
    const parts = [
      desk.post('Transfer-Encoding: chunked\r\n', ''),
      ...Array<string>(80).fill(chunk),
      '0\r\n\r\n',
      desk.get(),
    ]
    const { answers } = await desk.send(parts, 2)
    expectRefusal(answers[0], 413, 'payload_too_large')
    expect(answers[1]!.status).toBe(200)
  })

  it('is cut off when it never ends', async () => {
    const chunk = Buffer.from(`${MIB.toString(16)}\r\n${'x'.repeat(MIB)}\r\n`)
    let sent = 0
    function* endless(): Generator<string | Buffer> {
      yield desk.post('Transfer-Encoding: chunked\r\n', '')
      for (; sent < 200; sent++) yield chunk
    }
    const { closed } = await desk.send(endless())
    expect(closed).toBe(true)
    expect(sent).toBeLessThan(100)
    expect((await desk.send([desk.get()])).answers[0]!.status).toBe(200)
  })
})
