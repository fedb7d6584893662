import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readList } from '../../../src-main/extensions/mcp/read-list.ts'
import { RunningSource } from '../../../src-main/extensions/mcp/running-source.ts'
import { sendCall, type UpstreamCall } from '../../../src-main/extensions/mcp/send-call.ts'
import { Upstream, UpstreamFailure, type Progress } from '../../../src-main/extensions/mcp/upstream.ts'
import type { Transport, TransportEvents } from '../../../src-main/extensions/processes/transport.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A server that answers as a test says, by the method that it is asked. */
async function server(answers: Readonly<Record<string, (events: TransportEvents, id: number) => void>>) {
  const closed: string[] = []
  let events: TransportEvents | undefined
  const transport: Transport = {
    pid: 1,
    get isOver() {
      return closed.length > 0
    },
    stderr: '',
    write: (message) => {
      // Ours are objects with a method.
      const { id, method } = JSON.parse(message) as { id?: number; method: string }
      if (events && id !== undefined) answers[method]?.(events, id)
      return () => undefined
    },
    greeted: () => undefined,
    memory: async () => 0,
    close: async (why) => void closed.push(why),
  }
  const opening = Upstream.open({
    connect: (heard) => {
      events = heard
      return transport
    },
    ...{ version: '1', secrets: () => [], parse: async (text) => JSON.parse(text), ended: () => undefined },
    ...{ listChanged: () => undefined, failed: () => undefined },
  })
  return { opening, closed }
}

const answer = (events: TransportEvents, id: number, result: object): void =>
  events.line(Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, result })))
const greets = { initialize: (events: TransportEvents, id: number) => answer(events, id, {}) }
const failureOf = async (work: Promise<unknown>): Promise<string> =>
  await work.then(
    () => 'none',
    (error: unknown) => (error instanceof UpstreamFailure ? error.message : String(error)),
  )

describe('a server of MCP', () => {
  it('has 30 seconds to greet, and is ended after them', async () => {
    const { opening, closed } = await server({})
    const failure = failureOf(opening)
    await vi.advanceTimersByTimeAsync(29_999)
    expect(closed).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect([await failure, closed]).toEqual(['did not greet back within 30 seconds', ['ended']])
  })

  it('has 30 seconds for all pages of its list together', async () => {
    let pages = 0
    const slowPages = (events: TransportEvents, id: number): void => {
      pages++
      setTimeout(() => answer(events, id, { tools: [], nextCursor: String(pages) }), 10_000)
    }
    const { opening } = await server({ ...greets, 'tools/list': slowPages })
    const failure = failureOf(readList(await opening))
    await vi.advanceTimersByTimeAsync(29_000)
    expect(pages).toBe(3)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await failure).toBe('did not list its tools within 30 seconds')
  })

  it('lists no more than 8 MiB, whatever pages they are on', async () => {
    let pages = 0
    const largePages = (events: TransportEvents, id: number): void => {
      const inputSchema = { type: 'object', title: 'x'.repeat(1024 * 1024) }
      answer(events, id, { tools: [{ name: `t${pages++}`, inputSchema }], nextCursor: String(pages) })
    }
    const { opening } = await server({ ...greets, 'tools/list': largePages })
    expect(await failureOf(readList(await opening))).toBe('lists more than 8 MiB')
    expect(pages).toBe(8)
  })
})

describe('the time of a call', () => {
  const call = (ms: number, progressed: (progress: Progress) => void = () => undefined): UpstreamCall => ({
    ...{ name: 'slow', args: {}, ms, isRepeatable: false, check: () => undefined, progressed },
    signal: new AbortController().signal,
  })
  /** It tells of progress every so many milliseconds, and never answers. */
  const tells = (everyMs: number) => (events: TransportEvents, id: number) => {
    const params = { progressToken: id, progress: 1 }
    const line = Buffer.from(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params }))
    const tell = (): void => {
      events.line(line)
      setTimeout(tell, everyMs)
    }
    setTimeout(tell, everyMs)
  }

  // Catches: a server that keeps a call, and the credits that are reserved for it, for ever.
  it('begins again with progress, up to four times as much in all', async () => {
    const { opening } = await server({ ...greets, 'tools/call': tells(900) })
    const upstream = await opening
    let told = 0
    const failure = failureOf(
      sendCall(
        upstream,
        call(1_000, () => void told++),
      ),
    )
    await vi.advanceTimersByTimeAsync(3_999)
    expect(told).toBe(4)
    await vi.advanceTimersByTimeAsync(1)
    expect(await failure).toBe('did not answer within 4 seconds')
  })

  it('ends where no progress comes within it', async () => {
    const { opening } = await server({ ...greets, 'tools/call': tells(1_100) })
    const failure = failureOf(sendCall(await opening, call(1_000)))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await failure).toBe('did not answer within 1 second')
  })
})

it('eight calls of a source run at once, 64 wait in their order, and one more is turned away', async () => {
  const source = new RunningSource('s')
  const began: number[] = []
  const places = Array.from({ length: 8 + 64 }, async (_, at) => {
    await source.enter()
    began.push(at)
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(began).toHaveLength(8)
  expect(source.enter()).toBeNull()
  source.leave()
  await vi.advanceTimersByTimeAsync(0)
  expect([began.at(-1), source.inFlight]).toEqual([8, 8])
  expect(source.enter()).not.toBeNull()
  for (let ends = 0; ends < 64; ends++) source.leave()
  await Promise.all(places)
  expect(began).toEqual(Array.from({ length: 72 }, (_, at) => at))
})
