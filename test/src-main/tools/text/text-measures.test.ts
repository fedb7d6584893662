import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'

interface Chunks {
  readonly chunks: {
    readonly text: string
    readonly start: number
    readonly end: number
    readonly size: number
  }[]
}

// The output schema, which runTool has just applied, is what says that it has this shape.
const chunk = async (text: string, options: object) =>
  ((await runTool('text-chunk', { text, ...options })) as Chunks).chunks

const tokens = async (text: string, encoding?: string) =>
  (await runTool('text-token-count', { text, ...(encoding ? { encoding } : {}), include_ids: true })) as {
    readonly tokens: number
    readonly ids: number[]
  }

const anyText = fc.string({
  unit: fc.constantFrom(
    'a',
    'Word',
    ' ',
    '. ',
    '\n',
    '\r\n',
    '😀',
    '👨‍👩‍👧',
    'e\u0301',
    '漢',
    '12',
    "'s",
    '🇩🇪',
    '<|',
    '_',
  ),
  maxLength: 60,
})

describe('text-word-count', () => {
  it.each([
    ['', 'en', { words: 0, characters: 0, sentences: 0, lines: 0, paragraphs: 0, reading_seconds: 0 }],
    ['  \n\n ', 'en', { words: 0, sentences: 0, lines: 3, paragraphs: 0 }],
    ["Don't re-do it: 3.14 is e.g. fine.", 'en', { words: 8 }],
    // Hard-wrapped prose is one sentence, however many lines it has.
    ['This sentence\nis wrapped\nover lines.', 'en', { sentences: 1, lines: 3, paragraphs: 1 }],
    ['今日はいい天気です。明日も。', 'ja', { sentences: 2 }],
    ['e\u0301', 'en', { characters: 1, code_points: 2, utf8_bytes: 3, words: 1 }],
    ['🇩🇪🇫🇷', 'en', { characters: 2, code_points: 4 }],
  ])('counts %j', async (text, locale, expected) => {
    expect(await runTool('text-word-count', { text, locale })).toMatchObject(expected)
  })

  it.each(['', 'english please', 'e', '\u0000', 'x'.repeat(40)])(
    'refuses %j as a language',
    async (locale) => {
      await expect(runTool('text-word-count', { text: 'a', locale })).rejects.toMatchObject({
        name: 'ZodError',
      })
    },
  )
})

describe('text-token-count', () => {
  // tiktoken's own numbers, from openai-cookbook and tiktoken/tests.
  it.each([
    ['cl100k_base', 'hello world', [15339, 1917]],
    ['cl100k_base', 'antidisestablishmentarianism', [519, 85342, 34500, 479, 8997, 2191]],
    ['cl100k_base', '2 + 2 = 4', [17, 489, 220, 17, 284, 220, 19]],
    ['cl100k_base', 'お誕生日おめでとう', [33334, 45918, 243, 21990, 9080, 33334, 62004, 16556, 78699]],
    ['r50k_base', 'hello world', [31373, 995]],
  ])('encodes in %s as tiktoken does: %s', async (encoding, text, ids) => {
    expect((await tokens(text, encoding)).ids).toEqual(ids)
  })

  it('reads the names of special tokens as text', async () => {
    const answer = await tokens('<|endoftext|>', 'cl100k_base')
    expect(answer.tokens).toBeGreaterThan(1)
    expect(answer.ids).not.toContain(100257)
  })

  it('refuses a run that could not be encoded in time', async () => {
    await expect(tokens('a'.repeat(2_001))).rejects.toMatchObject({ name: 'InvalidInput', path: 'text' })
    expect((await tokens('word '.repeat(30_000))).tokens).toBe(30_001)
  })
})

describe('text-chunk', () => {
  const anyBy = fc.constantFrom('tokens', 'characters', 'sentences')

  it('loses nothing, cuts no character, keeps to the size and says where', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyBy, fc.integer({ min: 12, max: 40 }), async (text, by, size) => {
        const chunks = await chunk(text, { by, size })
        expect(chunks.map((one) => one.text).join('')).toBe(text)
        for (const one of chunks) {
          expect(one.text).toBe(text.slice(one.start, one.end))
          expect(one.text.isWellFormed()).toBe(true)
          expect(one.size).toBeLessThanOrEqual(size)
          if (by === 'tokens') expect((await tokens(one.text)).tokens).toBe(one.size)
        }
      }),
      { seed: 7, numRuns: 300 },
    )
  })

  it('repeats at most the overlap, and always goes on', async () => {
    const overlapping = fc
      .integer({ min: 12, max: 30 })
      .chain((size) => fc.tuple(fc.constant(size), fc.integer({ min: 0, max: Math.floor(size / 2) })))
    await fc.assert(
      fc.asyncProperty(anyText, anyBy, overlapping, async (text, by, [size, overlap]) => {
        const chunks = await chunk(text, { by, size, overlap })
        for (const [at, one] of chunks.entries()) {
          const before = chunks[at - 1]
          if (!before) continue
          expect(one.start).toBeGreaterThan(before.start)
          expect(one.start).toBeLessThanOrEqual(before.end)
          expect(one.end).toBeGreaterThan(before.end)
          if (by === 'characters') expect(before.end - one.start).toBeLessThanOrEqual(overlap * 8)
        }
        expect(chunks.at(-1)?.end ?? 0).toBe(text.length)
      }),
      { seed: 7, numRuns: 300 },
    )
  })

  it('cuts a word that is longer than a part, between its characters', async () => {
    const chunks = await chunk('👨‍👩‍👧'.repeat(5), { by: 'characters', size: 2 })
    expect(chunks.map(({ size }) => size)).toEqual([2, 2, 1])
  })

  it('refuses a size below one character, an overlap over half of it, and too many parts', async () => {
    await expect(chunk('👨‍👩‍👧', { size: 1 })).rejects.toMatchObject({ name: 'InvalidInput', path: 'size' })
    await expect(chunk('a', { size: 4, overlap: 3 })).rejects.toMatchObject({ path: 'overlap' })
    await expect(chunk('a b '.repeat(5_000), { by: 'characters', size: 1 })).rejects.toMatchObject({
      path: 'size',
    })
  })
})
