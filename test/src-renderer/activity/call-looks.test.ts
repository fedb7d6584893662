import { describe, expect, it } from 'vitest'
import type { ActivityDetail } from '../../../src-shared/activity.ts'
import { fromWords, gistWords, toolFieldsOf } from '../../../src-renderer/activity/call-looks.ts'
import { answerText } from '../../../src-renderer/activity/recorded-answer.ts'
import { readWhole } from '../../../src-renderer/balance/read-whole.ts'
import { agoWords, byteWords, spanWords, tookWords } from '../../../src-renderer/ui/text/time-words.ts'

const CALL: ActivityDetail = {
  id: 1,
  request_id: '00000000-0000-4000-8000-000000000000',
  key_id: 'key_0000000000000000',
  key_name: 'ci-runner',
  slug: 'text-diff',
  client: 'api',
  form: 'call',
  ok: true,
  code: null,
  engine: 'real',
  cache: 'MISS',
  credits: 1,
  ms: 1,
  output_hash: null,
  agent: '',
  session: '',
  gist: '',
  ts: '2026-11-21T12:00:00.000Z',
  input: '{"before":"a","after":"b","trace":true,"session_id":"s"}',
  output: '{"_engine":"real","text":"- a"}',
  input_cut: false,
  output_cut: false,
}

describe('a call in the list', () => {
  it('shows the gist of its input in one line, without braces', () => {
    expect(gistWords('{"text":"one\\ntwo"}')).toBe('one ⏎ two')
    expect(gistWords('{"a":1,"b":["x"]}')).toBe('a 1 · b ["x"]')
    expect(gistWords('{"text":"one","session_id":"s1"}')).toBe('one')
    expect(gistWords('{"text":"cut off in the mid')).toBe('cut off in the mid')
    expect(gistWords('')).toBe('')
  })

  it('names its caller by key, by page and by form', () => {
    expect(fromWords(CALL)).toBe('ci-runner')
    expect(fromWords({ ...CALL, client: 'page' })).toBe('This page')
    expect(fromWords({ ...CALL, client: 'mcp', form: 'stream' })).toBe('ci-runner · MCP · stream')
    expect(fromWords({ ...CALL, key_name: null })).toBe(CALL.key_id)
  })

  it('gives the tool its fields without those of the gateway, and only from a whole input', () => {
    expect(toolFieldsOf(CALL)).toEqual({ before: 'a', after: 'b' })
    expect(toolFieldsOf({ ...CALL, input: '' })).toEqual({})
    expect(toolFieldsOf({ ...CALL, input: '["a"]' })).toBeNull()
    expect(toolFieldsOf({ ...CALL, input: null })).toBeNull()
    expect(toolFieldsOf({ ...CALL, input_cut: true })).toBeNull()
  })

  it('shows the reason of a failure in place of an output', () => {
    expect(answerText(CALL, 'text').text).toBe('- a')
    const failed = {
      ...CALL,
      ok: false,
      code: 'handler_error',
      output: '{"code":"handler_error"}',
    } as const
    expect(answerText(failed, null).text).toContain('handler_error')
    expect(answerText({ ...CALL, output: '{"text":"cut', output_cut: true }, null).text).toBe(
      '{"text":"cut',
    )
  })
})

describe('figures in words', () => {
  it('change their unit at the right place', () => {
    expect([0.4, 1, 999.4, 1_000, 2_449].map(tookWords)).toEqual([
      '<1 ms',
      '1 ms',
      '999 ms',
      '1.0 s',
      '2.4 s',
    ])
    expect([0, 1_023, 1_024, 1_048_576, 1_073_741_824].map(byteWords)).toEqual([
      '0 B',
      '1023 B',
      '1.0 KB',
      '1.0 MB',
      '1.0 GB',
    ])
    expect([59, 60, 3_661, 90_000].map(spanWords)).toEqual(['59 s', '1 min', '1 h 1 min', '1 d 1 h'])
    const now = Date.parse(CALL.ts)
    expect(agoWords('2026-11-21T11:59:30.000Z', now)).toBe('just now')
    expect(agoWords('2026-11-21T10:00:00.000Z', now)).toBe('2 hr. ago')
  })

  it('are read as people write whole numbers, and refused otherwise', () => {
    expect(['10,000', ' 1 000 ', '7'].map((text) => readWhole(text, 0, 99_999))).toEqual([10_000, 1_000, 7])
    expect(['', '1.5', '-1', '1e3', '100000'].map((text) => readWhole(text, 0, 99_999))).toEqual(
      Array(5).fill(null),
    )
  })
})
