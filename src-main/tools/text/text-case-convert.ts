import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { localeTag } from './lib/locale-tag.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'
import { withTitleLetters } from './lib/title-letters.ts'
import { splitWords } from './lib/word-split.ts'

export default defineTool({
  slug: 'text-case-convert',
  title: 'Change the case',
  summary:
    'Writes a name or phrase in every common case at once: camel, pascal, snake, kebab, ' +
    'constant, title.',
  searchWords: [
    'uppercase',
    'lowercase',
    'camelcase',
    'snake_case',
    'kebab',
    'capitalize',
    'pascal',
    'rename variable',
    'capital letters',
    'title case',
    'naming convention',
    'all caps',
    'small letters',
    'upper case',
    'lower case',
    'screaming',
    'convert to camel case',
    'upper',
    'lower',
  ],
  category: 'Text Processing',
  tier: 'compute',
  credits: 1,
  version: 3,
  cacheable: true,
  aliases: [
    'text-camel-case',
    'text-snake-case',
    'text-kebab-case',
    'text-title-case',
    'string-camel-case',
  ],
  mainField: 'text',
  related: ['text-slugify'],
  takes: { text: ['text', 'identifier', 'title'] },
  firstFor: ['identifier'],
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    text: wellFormedText(10_000).describe('A name or phrase, in any case'),
    locale: localeTag().default('en').describe('Language of the letters: in tr the capital of i is İ'),
  }),
  output: z.strictObject({
    camel: z.string().describe('fooBar'),
    pascal: z.string().describe('FooBar'),
    snake: z.string().describe('foo_bar'),
    kebab: z.string().describe('foo-bar'),
    constant: z.string().describe('FOO_BAR'),
    dot: z.string().describe('foo.bar'),
    path: z.string().describe('foo/bar'),
    train: z.string().describe('Foo-Bar'),
    title: z.string().describe('Foo Bar'),
    sentence: z.string().describe('Foo bar'),
    lower: z.string().describe('The text itself in lower case'),
    upper: z.string().describe('The text itself in upper case'),
    words: z.array(z.string()).describe('The words that were found in it'),
  }),

  // From the README of change-case.
  examples: [
    {
      title: 'A phrase',
      input: { text: 'test string' },
      output: {
        camel: 'testString',
        pascal: 'TestString',
        snake: 'test_string',
        kebab: 'test-string',
        constant: 'TEST_STRING',
        dot: 'test.string',
        path: 'test/string',
        train: 'Test-String',
        title: 'Test String',
        sentence: 'Test string',
        lower: 'test string',
        upper: 'TEST STRING',
        words: ['test', 'string'],
      },
    },
    {
      title: 'A name with an abbreviation',
      input: { text: 'XMLHttpRequest' },
      output: {
        camel: 'xmlHttpRequest',
        pascal: 'XmlHttpRequest',
        snake: 'xml_http_request',
        kebab: 'xml-http-request',
        constant: 'XML_HTTP_REQUEST',
        dot: 'xml.http.request',
        path: 'xml/http/request',
        train: 'Xml-Http-Request',
        title: 'Xml Http Request',
        sentence: 'Xml http request',
        lower: 'xmlhttprequest',
        upper: 'XMLHTTPREQUEST',
        words: ['XML', 'Http', 'Request'],
      },
    },
    {
      title: 'Numbers that would run together are kept apart',
      input: { text: 'version 1.2.10' },
      output: {
        camel: 'version_1_2_10',
        pascal: 'Version_1_2_10',
        snake: 'version_1_2_10',
        kebab: 'version-1-2-10',
        constant: 'VERSION_1_2_10',
        dot: 'version.1.2.10',
        path: 'version/1/2/10',
        train: 'Version-1-2-10',
        title: 'Version 1 2 10',
        sentence: 'Version 1 2 10',
        lower: 'version 1.2.10',
        upper: 'VERSION 1.2.10',
        words: ['version', '1', '2', '10'],
      },
    },
  ],

  handler: async ({ text, locale }) => {
    const cases = await import('change-case')
    const prose = { split: splitWords, locale }
    // A name cannot contain an apostrophe.
    const name = {
      split: (one: string) => splitWords(one).map((word) => word.replace(/['’]/g, '')),
      locale,
    }
    return {
      camel: withTitleLetters(cases.camelCase(text, name)),
      pascal: withTitleLetters(cases.pascalCase(text, name)),
      snake: cases.snakeCase(text, name),
      kebab: cases.kebabCase(text, name),
      constant: cases.constantCase(text, name),
      dot: cases.dotCase(text, name),
      path: cases.pathCase(text, name),
      train: withTitleLetters(cases.trainCase(text, name)),
      title: withTitleLetters(cases.capitalCase(text, prose)),
      sentence: withTitleLetters(cases.sentenceCase(text, prose)),
      lower: text.toLocaleLowerCase(locale),
      upper: text.toLocaleUpperCase(locale),
      words: splitWords(text),
    }
  },
})
