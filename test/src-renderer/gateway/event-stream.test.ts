import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEvents } from '../../../src-renderer/gateway/event-stream.ts'
import { CallError, type StreamEvent } from '../../../src-renderer/gateway/gateway-types.ts'
import { toStreamResult } from '../../../src-renderer/gateway/stream-result.ts'

function bodyOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
}

async function eventsOf(text: string, cuts: readonly number[] = []): Promise<StreamEvent[]> {
  const bytes = new TextEncoder().encode(text)
  const edges = [0, ...cuts.map((cut) => cut % bytes.length).sort((a, b) => a - b), bytes.length]
  const chunks = edges.slice(1).map((edge, index) => bytes.slice(edges[index], edge))
  const events: StreamEvent[] = []
  await readEvents(bodyOf(chunks), { onEvent: (event) => events.push(event) }, () => 0)
  return events
}

const STREAM = [
  'event: start\ndata: {"slug":"llm-summarize","credits":10,"ts":1}\n\n',
  ': heartbeat\n\n',
  'event: token\r\ndata: {"text":"é"}\r\n\r\n',
  'event: token\ndata: {"text":"👩‍🚀"}\n\n',
  'data: {"unnamed":true}\n\n',
  'event: done\ndata: {"ok":true}\n\n',
].join('')

describe('server-sent events', () => {
  it('are the same wherever the network cuts them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(400), { maxLength: 12 }), async (cuts) => {
        const events = await eventsOf(STREAM, cuts)
        expect(events.map(({ name, data }) => [name, data])).toEqual([
          ['start', { slug: 'llm-summarize', credits: 10, ts: 1 }],
          ['token', { text: 'é' }],
          ['token', { text: '👩‍🚀' }],
          ['message', { unnamed: true }],
          ['done', { ok: true }],
        ])
      }),
    )
  })

  it('fail with a readable error when their data is not JSON', async () => {
    await expect(eventsOf('event: token\ndata: {"text":\n\n')).rejects.toMatchObject({
      code: 'unreadable_answer',
    })
  })

  it('leave out an event that was cut off at the end of the stream', async () => {
    expect(await eventsOf('event: start\ndata: {}\n\nevent: result\ndata: {"a":1}\n')).toHaveLength(1)
  })
})

describe('the outcome of a stream', () => {
  const event = (name: string, data: unknown): StreamEvent => ({
    name,
    data,
    text: JSON.stringify(data),
    atMs: 0,
  })
  const done = event('done', { ok: true, latency_ms: 7, credits_used: 10, balance: 90 })

  // Catches: a meta block within the data, which would break its hash.
  it('keeps the meta block out of the data, and adds what only done tells', () => {
    const result = { result: 'x', _engine: 'llm', meta: { output_hash: 'h' } }
    const outcome = toStreamResult(
      200,
      [{ name: 'X-Cache', value: 'MISS' }],
      [event('result', result), done],
    )
    expect(outcome.data).toEqual({ result: 'x', _engine: 'llm' })
    expect(outcome.meta).toMatchObject({ output_hash: 'h', latency_ms: 7, credits_used: 10, balance: 90 })
    expect(outcome.cache).toBe('MISS')
  })

  it('is a failure when the stream reports an error', () => {
    const failure = event('error', { code: 'handler_error', message: 'It broke.', hint: 'Try again.' })
    expect(() => toStreamResult(200, [], [failure, done])).toThrow(CallError)
    expect(() => toStreamResult(200, [], [failure, done])).toThrow('It broke.')
  })

  it('is a failure when the stream breaks off', () => {
    expect(() => toStreamResult(200, [], [event('start', {})])).toThrow('The stream ended before a result.')
  })
})
