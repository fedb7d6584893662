import { describe, expect, it } from 'vitest'
import { bytePairsOf } from '../../../src-main/tokens/byte-pairs.ts'

// What OpenAI's own tiktoken, in Rust, answers.
describe('the byte pairs of an encoding', () => {
  it.each([
    ['o200k_base', '\ufeff', [5_574]],
    ['o200k_base', '\ufeffusing System;\n', [9_251, 1_219, 307]],
    ['o200k_base', 'a\ufeffb 1\ufeff', [64, 5_574, 65, 220, 16, 5_574]],
    ['o200k_base', '\ufeff\ufeff \ufeff', [135_153, 71_280]],
    ['cl100k_base', '\ufeffusing System;\n', [4_117, 744, 280]],
    ['cl100k_base', '\ufeff\ufeff \ufeff', [3_305, 3_305, 76_880]],
    ['p50k_base', '\ufeff', [171, 119, 123]],
    ['r50k_base', '\ufeff\ufeff \ufeff', [171, 119, 123, 171, 119, 123, 27_332, 119, 123]],
  ] as const)('keep byte order marks, which %s has tokens for: %j', async (name, text, ids) => {
    const { encode, count } = await bytePairsOf(name)
    expect(encode(text)).toEqual(ids)
    expect(count(text)).toBe(ids.length)
  })

  it.each([
    ['o200k_base', [377, 126, 227, 126, 227, 87, 1_322, 227]],
    ['cl100k_base', [978, 126, 227, 126, 227, 87, 2_188, 227]],
    ['p50k_base', [2_634, 126, 227, 126, 227, 87, 1_587, 227]],
    ['r50k_base', [2_634, 126, 227, 126, 227, 87, 1_587, 227]],
  ] as const)('split at the white space of Unicode in %s', async (name, ids) => {
    const { encode } = await bytePairsOf(name)
    expect(encode('\u00e9\u0085\u0085x \u0085')).toEqual(ids)
  })

  it('take the names of special tokens for ordinary text', async () => {
    const { encode } = await bytePairsOf('o200k_base')
    expect(encode('<|endoftext|>')).toEqual([27, 91, 419, 1_440, 919, 91, 29])
    expect(encode('a <|im_start|>')).not.toContain(200_003)
  })
})
