import { describe, expect, it } from 'vitest'
import { runTool } from '../../support/tools/run-tool.ts'

/** Words with which parsers talk about themselves. */
const PARSER_WORDS =
  /unexpected (?:token|keyword|character)|\bundefined (?:variable|filter)|\bENOENT\b|\brvalue\b|unsyntactic|\bpunc\b|\bEOF\b|syntax error|sourceType|https?:\/\/|(?:expression|identifier|declaration) expected|Cannot read|illegal|candidates|left-hand side|not found/i

/** Formatting needs only the grammar; what these break are early errors (ECMA-262, 17). */
const EARLY_ERRORS = ['break', '1 = 2', '++1', '#x in y', 'switch (a) { default: default: }']
const BROKEN_SCRIPTS = [
  'let a = ;',
  'let a = 1; let a = 2 }',
  'function (',
  'a ? b',
  'a b',
  'for (let x of a, b) {}',
  'interface A {',
  'type A =',
  'import x',
  'export default',
  'try {}',
  '"abc',
  '`abc',
  '/abc',
  '@dec',
  '<div></span>',
  'x = { a: 1,, }',
]

const BROKEN_CODE: readonly (readonly [language: string, code: string])[] = [
  ['json', '{"a":}'],
  ['json5', '{a 1}'],
  ['css', 'a{'],
  ['css', '}'],
  ['scss', '$a'],
  ['less', '.m('],
  ['html', '<div></span>'],
  ['html', '<a b="'],
  ['vue', '<template><a></template>'],
  ['yaml', 'a: [b'],
  ['graphql', 'type A { b }'],
  ['graphql', 'query {'],
]

const BROKEN_TEMPLATES: readonly (readonly [template: string, says: RegExp])[] = [
  ['{{ a.b }}', /^Line 1, column 4: a was not sent; add it to `variables`/],
  ['{{ "x" | nofilter }}', /^Line 1, column 1: There is no filter nofilter/],
  ['{% foo %}', /^Line 1, column 1: There is no tag foo/],
  ['{% endif %}', /^Line 1, column 1: \{% endif %\} belongs to no open tag/],
  ['{% if true %}', /^Line 1, column 1: .*write \{% endif %\} after its content/],
  ['{{ a', /^Line 1, column 1: .*write \}\} after it/],
  ['{% if', /^Line 1, column 1: .*write %\} after it/],
  ['{% render "x" %}', /^Line 1, column 1: The partial x was not sent; add it to `partials`/],
  ['{% for x %}{% endfor %}', /^Line 1, column 1: \{% for x %\} is incomplete/],
  ['{{ | upcase }}', /^Line 1, column 4: \| upcase does not begin with a value/],
  ['{% case %}', /^Line 1, column 8: A value is missing/],
  ['{% cycle %}', /^Line 1, column 9: The cycle has no values/],
  ['{% assign %}', /^Line 1, column 10: The name of a variable is missing/],
]

async function saidOf(slug: string, input: object): Promise<string> {
  const refused: unknown = await runTool(slug, input).then(
    () => null,
    (error: unknown) => error,
  )
  expect(refused, `${slug} accepts ${JSON.stringify(input)}`).toMatchObject({ name: 'InvalidInput' })
  return (refused as Error).message
}

describe('what a tool says about code that its language does not have', () => {
  it.each(['code-complexity-score', 'code-format', 'code-js-minify'])(
    'names the line and the column, in no words of a parser: %s',
    async (slug) => {
      for (const code of [...BROKEN_SCRIPTS, ...(slug === 'code-format' ? [] : EARLY_ERRORS)]) {
        const said = await saidOf(slug, { code })
        expect(said).not.toMatch(PARSER_WORDS)
        expect(said).toMatch(/^The code cannot be read\. Line \d+, column \d+: \S/)
      }
    },
  )

  it('does so for every language that can be formatted', async () => {
    for (const [language, code] of [
      ...BROKEN_CODE,
      ...BROKEN_SCRIPTS.map((code) => ['typescript', code] as const),
    ]) {
      const said = await saidOf('code-format', { language, code })
      expect(said, language).not.toMatch(PARSER_WORDS)
      expect(said, language).toMatch(/Line \d+, column \d+: \S/)
    }
  })

  it.each(BROKEN_TEMPLATES)('says what to write instead of the template %s', async (template, says) => {
    const said = await saidOf('prompt-template-render', { template, strict: true })
    expect(said).not.toMatch(PARSER_WORDS)
    expect(said).toMatch(says)
  })
})
