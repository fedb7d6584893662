import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countTokens } from '../../../../src-main/providers/count-tokens.ts'
import { partsOf } from '../../../../src-main/tools/ai/lib/text-parts.ts'
import { cpuMsOf } from '../../../support/cpu-time.ts'

const models = { countTokens }

describe('a text cut into parts', () => {
  it('is whole again when its parts are joined, and each part is small enough', async () => {
    const piece = fc.oneof(
      fc.constantFrom('\n\n', '\n', '. ', ' ', '。', '👩‍👩‍👧', '<|endoftext|>'),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.string({ minLength: 200, maxLength: 900 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
        const text = pieces.join('').toWellFormed()
        const parts = await partsOf(text, 600, models)
        expect(parts.join('')).toBe(text)
        for (const part of parts) {
          expect(part.isWellFormed()).toBe(true)
          // Counted in other slices a part may come out a little larger.
          expect(await countTokens(part)).toBeLessThan(660)
        }
      }),
      { numRuns: 25 },
    )
  })

  it('is cut between paragraphs rather than within them', async () => {
    const paragraph = 'One of the sentences of the text. '.repeat(20).trim()
    const parts = await partsOf(`${paragraph}\n\n`.repeat(4), 200, models)
    expect(parts.map((part) => part.trim())).toEqual(Array.from({ length: 4 }, () => paragraph))
  })

  it.each([
    ['one letter', 'a'.repeat(100_000)],
    ['empty lines', '\n'.repeat(100_000)],
    ['characters without a space between them', '漢字仮名'.repeat(15_000)],
  ])('is cut quickly, even if it is nothing but %s', async (_what, text) => {
    let parts: readonly string[] = []
    expect(await cpuMsOf(async () => (parts = await partsOf(text, 2_500, models)))).toBeLessThan(4_000)
    expect(parts.join('').length).toBe(text.length)
  })
})

describe('the count of tokens', () => {
  // A mark that steers other models is text here, of as many tokens as its characters make.
  it.each([
    ['', 0],
    ['Hello world.', 3],
    ['<|endoftext|>', 7],
  ])('of %j is %i', async (text, count) => {
    expect(await countTokens(text)).toBe(count)
  })
})
