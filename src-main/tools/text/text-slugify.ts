import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'text-slugify',
  title: 'Slug for an address',
  summary:
    'Makes a readable address part (slug) of a title, with letters of other scripts written in Latin ones.',
  category: 'Text Processing',
  tier: 'compute',
  credits: 1,
  cacheable: true,
  aliases: ['text-slug', 'gen-slug'],
  accepts: ['text'],
  mainField: 'text',
  related: ['text-case-convert'],

  input: z.strictObject({
    text: wellFormedText(2_000).describe('The title'),
    separator: z.enum(['-', '_', '.', '']).default('-').describe('What stands between two words'),
    lowercase: z.boolean().default(true).describe('Writes all letters small'),
    split_camel_case: z.boolean().default(false).describe('Takes fooBar for two words'),
    max_length: z
      .int()
      .min(1)
      .max(2_000)
      .default(200)
      .describe('Longest slug, in characters; it is cut between words where that is possible'),
  }),
  output: z.strictObject({
    slug: z
      .string()
      .describe('The slug, of ASCII letters, digits and separators; empty when nothing is left'),
    dropped: z
      .array(z.string())
      .describe('Letters and digits of the text that have no Latin form here, each once'),
    shortened: z.boolean().describe('Whether it was cut to max_length'),
  }),

  // From the README of @sindresorhus/slugify, and from the rule for the cut.
  examples: [
    {
      title: 'Umlauts and a sign',
      input: { text: 'Déjà Vu! & Äpfel' },
      output: { slug: 'deja-vu-and-aepfel', dropped: [], shortened: false },
    },
    {
      title: 'Cut between words',
      input: { text: 'One two three', max_length: 9 },
      output: { slug: 'one-two', dropped: [], shortened: true },
    },
    {
      title: 'What cannot be written in Latin letters is told',
      input: { text: '北京 2008' },
      output: { slug: '2008', dropped: ['北', '京'], shortened: false },
    },
  ],

  handler: async ({ text, separator, lowercase, split_camel_case, max_length }) => {
    const { default: slugify } = await import('@sindresorhus/slugify')
    const slugOf = (part: string) =>
      slugify(part, { separator, lowercase, decamelize: split_camel_case }).replace(/[^\w.-]/g, '')
    const whole = slugOf(text.normalize('NFC'))
    const letters = new Set(text.normalize('NFC').match(/[\p{L}\p{N}]/gu) ?? [])
    return {
      slug: cutSlug(whole, separator, max_length),
      dropped: [...letters].filter((letter) => slugOf(letter) === ''),
      shortened: whole.length > max_length,
    }
  },
})

function cutSlug(slug: string, separator: string, maxLength: number): string {
  if (slug.length <= maxLength) return slug
  if (separator === '') return slug.slice(0, maxLength)
  const end = slug.lastIndexOf(separator, maxLength)
  return end > 0 ? slug.slice(0, end) : slug.slice(0, maxLength)
}
