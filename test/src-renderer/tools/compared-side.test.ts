import { describe, expect, it } from 'vitest'
import type { ActivityDetail } from '../../../src-shared/activity.ts'
import {
  comparableText,
  differingHeaders,
  recordedSide,
  sideOf,
} from '../../../src-renderer/tools/compare/compared-side.ts'
import { createEventRows } from '../../../src-renderer/tools/result/cards/event-rows.ts'

// The members that a comparison reads; the record's own are made in the test of the store.
const recorded = (change: Partial<ActivityDetail>) =>
  ({
    request_id: 'r1',
    credits: 2,
    ms: 3.6,
    engine: 'real',
    cache: 'MISS',
    ok: true,
    output: '{"b":1,"a":2}',
    output_cut: false,
    output_hash: 'h',
    ...change,
  }) as ActivityDetail // Only these are read.

describe('a side of a comparison', () => {
  it('has the text and the hash of a result that the page holds', () => {
    const side = sideOf({ text: 'a', language: 'code' }, [{ name: 'x-output-hash', value: 'h' }])
    expect(side).toMatchObject({ text: 'a', hash: 'h', cut: false })
  })

  it('has the headers that the record keeps', () => {
    const { headers, hash, cut } = recordedSide(recorded({}), null)
    expect(Object.fromEntries(headers.map(({ name, value }) => [name, value]))).toEqual({
      'X-Request-Id': 'r1',
      'X-Credits-Used': '2',
      'X-Latency-Ms': '4',
      'X-Engine': 'real',
      'X-Output-Hash': 'h',
      'X-Cache': 'MISS',
    })
    expect([hash, cut]).toEqual(['h', false])
  })

  it('has no text, and no hash among its headers, when the record kept none', () => {
    const side = recordedSide(recorded({ output: null, output_hash: null }), null)
    expect([side.text, side.hash]).toEqual([null, null])
    expect(side.headers.map(({ name }) => name)).not.toContain('X-Output-Hash')
  })

  it('says when the text was cut, and leaves it as it is', () => {
    expect(recordedSide(recorded({ output: '{"b":1,"a', output_cut: true }), null)).toMatchObject({
      text: '{"b":1,"a',
      cut: true,
    })
  })

  it('leaves a long text in its own order', () => {
    const long = `{"b":1,"a":"${'x'.repeat(200_000)}"}`
    expect(comparableText({ text: long, language: 'json' })).toBe(long)
  })
})

describe('the headers that differ', () => {
  it('are those that both answers carry, but for the request id', () => {
    const left = [
      { name: 'X-Request-Id', value: '1' },
      { name: 'X-Cache', value: 'MISS' },
      { name: 'X-Engine', value: 'real' },
      { name: 'Date', value: 'today' },
    ]
    const right = [
      { name: 'x-request-id', value: '2' },
      { name: 'x-cache', value: 'HIT' },
      { name: 'x-engine', value: 'real' },
    ]
    expect(differingHeaders(left, right)).toEqual([{ name: 'X-Cache', left: 'MISS', right: 'HIT' }])
  })
})

describe('the rows of a stream', () => {
  const event = (name: string, text = name) => ({ name, data: {}, text, atMs: 0 })

  it('count each run of tokens for itself', () => {
    const rows = createEventRows()
    for (const name of ['token', 'token', 'progress', ...Array<string>(5).fill('token')])
      rows.add(event(name))
    expect(rows.list().map(({ name, folded }) => [name, folded])).toEqual([
      ['token', 0],
      ['token', 0],
      ['progress', 0],
      ['token', 0],
      ['token', 0],
      ['token', 0],
      ['token', 2],
    ])
  })

  it('keep the beginning of a long event, and a list that was given stays as it was', () => {
    const rows = createEventRows()
    rows.add(event('result', 'x'.repeat(1_000)))
    const list = rows.list()
    rows.add(event('end'))
    expect(list.map(({ text }) => text.length)).toEqual([400])
    rows.clear()
    expect(rows.list()).toEqual([])
  })
})
