import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { SEED, SEED_USED } from './lib/seed-field.ts'
import { fakerOf, seedOf } from './lib/seeded-faker.ts'

const OPENING = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit'

export default defineTool({
  slug: 'gen-lorem-ipsum',
  title: 'Placeholder text',
  summary:
    'Makes Latin-looking placeholder text: words, sentences or paragraphs, the same for the same seed.',
  searchWords: [
    'dummy text',
    'filler',
    'dummy copy',
    'mockup text',
    'sample paragraphs',
    'blind text',
    'nonsense text',
    'latin',
    'fake text',
    'text for a design',
    'placeholder paragraph',
    'sample text',
    'text for a layout',
    'meaningless words',
  ],
  category: 'Generate',
  tier: 'compute',
  credits: 1,
  worker: true,
  related: ['gen-test-data'],
  gives: 'text',
  mainOutput: 'result',

  input: z.strictObject({
    unit: z
      .enum(['words', 'sentences', 'paragraphs'])
      .default('paragraphs')
      .describe('The unit of `count`'),
    count: z.int().min(1).max(1_000).default(3).describe('How many of them'),
    start_with_lorem: z
      .boolean()
      .default(true)
      .describe('Starts with "Lorem ipsum dolor sit amet, consectetur adipiscing elit"'),
    format: z.enum(['text', 'html']).default('text').describe('html puts each paragraph in <p>'),
    seed: SEED,
  }),
  output: z.strictObject({
    result: z.string().describe('The text, with a blank line between paragraphs'),
    words: z.int().min(1).describe('Number of words'),
    seed: SEED_USED,
  }),

  // The opening is the standard passage; the rest depends on the seed.
  examples: [
    {
      title: 'Eight words of the standard passage',
      input: { unit: 'words', count: 8, seed: 1 },
      output: { result: 'Lorem ipsum dolor sit amet consectetur adipiscing elit', words: 8, seed: 1 },
    },
    {
      title: 'One sentence of it',
      input: { unit: 'sentences', count: 1, seed: 2 },
      output: { result: `${OPENING}.`, words: 8, seed: 2 },
    },
    { title: 'Two paragraphs as HTML', input: { count: 2, format: 'html', seed: 3 } },
  ],

  prepare: () => import('@faker-js/faker/locale/en_US'),
  handler: async ({ unit, count, start_with_lorem, format, seed }, ctx) => {
    const used = seedOf(seed, ctx)
    const { lorem, number } = await fakerOf('en', used)
    const opening = start_with_lorem ? OPENING : null
    const sentences = (many: number, first: string | null) =>
      Array.from({ length: many }, (_, at) =>
        at === 0 && first !== null ? `${first}.` : lorem.sentence(),
      ).join(' ')
    const paragraphs = {
      words: () => [wordsOf(count, opening, () => lorem.word())],
      sentences: () => [sentences(count, opening)],
      paragraphs: () =>
        Array.from({ length: count }, (_, at) =>
          sentences(number.int({ min: 3, max: 6 }), at === 0 ? opening : null),
        ),
    }[unit]()
    const result =
      format === 'html' ? paragraphs.map((text) => `<p>${text}</p>`).join('\n') : paragraphs.join('\n\n')
    return { result, words: paragraphs.join(' ').split(' ').length, seed: used }
  },
})

function wordsOf(count: number, opening: string | null, next: () => string): string {
  const first = opening?.replaceAll(',', '').split(' ').slice(0, count) ?? []
  return [...first, ...Array.from({ length: count - first.length }, next)].join(' ')
}
