import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { latinFromCyrillic } from './lib/romanisation/cyrillic.ts'
import { latinPairsFromArmenian } from './lib/romanisation/armenian.ts'
import { latinPairsFromGreek } from './lib/romanisation/greek.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'text-slugify',
  title: 'Slug for a URL',
  summary: 'Makes a readable URL part (slug) from a title, transliterating other scripts to Latin letters.',
  searchWords: [
    'permalink',
    'url-friendly',
    'blog post title',
    'seo',
    'file name',
    'dashes',
    'title to url',
    'path segment',
    'remove accents',
    'ascii',
    'clean url',
    'hyphenate',
    'title for a link',
    'url name',
    'page address from a title',
    'shorten a title',
    'headline',
    'permalink from a headline',
  ],
  category: 'Text Processing',
  tier: 'compute',
  credits: 1,
  version: 4,
  cacheable: true,
  aliases: ['text-slug', 'gen-slug'],
  mainField: 'text',
  related: ['text-case-convert'],
  takes: { text: ['title', 'text'] },
  firstFor: ['title'],
  gives: 'text',
  mainOutput: 'slug',

  input: z.strictObject({
    text: wellFormedText(2_000).describe('The title'),
    separator: z.enum(['-', '_', '.', '']).default('-').describe('Separator between two words'),
    lowercase: z.boolean().default(true).describe('Converts all letters to lower case'),
    split_camel_case: z.boolean().default(false).describe('Splits fooBar into two words'),
    max_length: z
      .int()
      .min(1)
      .max(2_000)
      .default(200)
      .describe('Longest slug, in characters; it is cut between words if possible'),
  }),
  output: z.strictObject({
    slug: z
      .string()
      .describe('The slug, made of ASCII letters, digits and separators; empty if nothing is left'),
    dropped: z.array(z.string()).describe('Letters and digits of the text without a Latin form, each once'),
    shortened: z.boolean().describe('Whether it was cut to max_length'),
  }),

  // German and Chinese as their standards romanise them (DIN 5007-2, ISO 7098 without tones), and the rule for the cut.
  examples: [
    {
      title: 'Umlauts and a symbol',
      input: { text: 'Déjà Vu! & Äpfel' },
      output: { slug: 'deja-vu-and-aepfel', dropped: [], shortened: false },
    },
    {
      title: 'Cut between words',
      input: { text: 'One two three', max_length: 9 },
      output: { slug: 'one-two', dropped: [], shortened: true },
    },
    {
      title: 'Chinese in Pinyin, without tones',
      input: { text: '北京 2008' },
      output: { slug: 'bei-jing-2008', dropped: [], shortened: false },
    },
  ],

  handler: async ({ text, separator, lowercase, split_camel_case, max_length }) => {
    const { default: slugify } = await import('@sindresorhus/slugify')
    const { default: anyAscii } = await import('any-ascii')
    const slugOf = (part: string) =>
      slugify(part, { separator, lowercase, decamelize: split_camel_case }).replace(/[^\w.-]/g, '')
    // What nobody sees, such as a soft hyphen, does not split a word; № and the like are letters in one sign.
    const seen = text.replaceAll(/\p{Default_Ignorable_Code_Point}+/gu, '')
    const composed = romanised(
      seen
        .replaceAll(CURRENCY, ' ')
        .replaceAll(LETTERLIKE, (sign) => sign.normalize('NFKC'))
        .normalize('NFC'),
    )
    const forms = new Map(
      [...new Set(composed.match(SIGN))].map((sign) => [
        sign,
        slugOf(sign) === '' ? latinForm(sign, anyAscii(sign)) : sign,
      ]),
    )
    const whole = slugOf(composed.replace(SIGN, (sign) => forms.get(sign) ?? sign))
    return {
      slug: cutSlug(whole, separator, max_length),
      dropped: [...forms].filter(([sign, form]) => form === '' && !MARK.test(sign)).map(([sign]) => sign),
      shortened: whole.length > max_length,
    }
  },
})

// Marks belong to the letter before them; in many scripts they are its vowels.
const SIGN = /[\p{L}\p{N}\p{M}]/gu
const MARK = /\p{M}/u
const LETTERLIKE = /[\u2100-\u214f]/g
/** Signs such as € and ¥, which would become an e and a y. */
const CURRENCY = /\p{Sc}/gu

/** Letters that a language writes by rules of its own, in Latin ones. */
function romanised(text: string): string {
  return latinFromCyrillic(latinPairsFromGreek(latinPairsFromArmenian(text)))
}

// Each Han character is a word of its own; some letters have only a sign such as an apostrophe.
function latinForm(sign: string, ascii: string): string {
  const form = ascii
    .replace(/['"`]/g, '')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase()
  return /\p{Script=Han}/u.test(sign) || form.includes(' ') ? ` ${form} ` : form
}

function cutSlug(slug: string, separator: string, maxLength: number): string {
  if (slug.length <= maxLength) return slug
  if (separator === '') return slug.slice(0, maxLength)
  const end = slug.lastIndexOf(separator, maxLength)
  return end > 0 ? slug.slice(0, end) : slug.slice(0, maxLength)
}
