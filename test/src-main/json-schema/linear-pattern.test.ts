import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toLinearPattern, toRe2 } from '../../../src-main/json-schema/linear-pattern.ts'
import { runs } from '../../support/runs.ts'
import { runTool } from '../../support/tools/run-tool.ts'

const PATTERNS = runs(600, 30_000)
const ATOMS = [
  ...[
    'a',
    'b',
    '.',
    '\\d',
    '\\D',
    '\\w',
    '\\W',
    '\\s',
    '\\S',
    '\\b',
    '\\B',
    '^',
    '$',
    '[ab]',
    '[^a]',
    '[\\s\\d]',
    '[a-f.-]',
  ],
  ...[
    '[[]',
    '[\\]\\b]',
    '\\u0061',
    '\\u{1f600}',
    '\\ud83d\\ude00',
    '\\x62',
    '\\cJ',
    '\\0',
    '\\v',
    '\\/',
    '\\.',
    '\\p{Lu}',
  ],
  ...['\\P{L}', '[\\p{L}_]', '(?:a|b)', '(a)', '(?<n>b)', '|', '-', '[^\\n]', '[\\u2028-\\u2029]'],
]
const SUFFIXES = ['', '', '', '*', '+', '?', '{2}', '{1,3}', '*?', '{0,}']
const patterns = fc
  .array(fc.tuple(fc.constantFrom(...ATOMS), fc.constantFrom(...SUFFIXES)), { minLength: 1, maxLength: 6 })
  .map((parts) =>
    parts
      .map(([atom, suffix], at) =>
        /^(?:[|^$]|\\[bB]|\(\?<n>)/.test(atom) ? (at > 0 && atom[1] === '?' ? 'b' : atom) : atom + suffix,
      )
      .join(''),
  )
const SIGNS = [
  'a',
  'b',
  'A',
  '1',
  '_',
  ' ',
  '\n',
  '\r',
  '\t',
  '\v',
  '\u00a0',
  '\u2028',
  '\ufeff',
  '.',
  '-',
  '/',
  '[',
  ']',
  '😀',
  'é',
  '\0',
  '\b',
]
const texts = fc.array(fc.constantFrom(...SIGNS), { maxLength: 8 }).map((signs) => signs.join(''))

describe('a pattern of a schema', () => {
  it('matches in linear time what it matches in ECMA-262', () => {
    let translated = 0
    fc.assert(
      fc.property(patterns, fc.array(texts, { minLength: 5, maxLength: 5 }), (pattern, samples) => {
        const compiled = new RegExp(pattern, 'u')
        const linear = toLinearPattern(new RegExp(`(?:a?){0}${pattern}`, 'u'))
        if (toRe2(pattern) !== null) translated++
        for (const text of samples)
          expect(linear.test(text), `${pattern} on ${JSON.stringify(text)}`).toBe(compiled.test(text))
      }),
      { seed: 3, numRuns: PATTERNS },
    )
    expect(translated).toBe(PATTERNS)
  })

  it.each([
    '(?=a)b',
    '(?<!a)b',
    '(a)\\1',
    '(?<n>a)\\k<n>',
    '[^]',
    '[]',
    '[a\\S]',
    '\\p{Script=Greek}',
    '(?i:a)',
  ])('is left to ECMA-262 if RE2 lacks it: %s', (pattern) => expect(toRe2(pattern)).toBeNull())

  // Catches: an engine that tries 2^5000 ways.
  it.each(['^(a+)+$', '^(a|a)*$', '^(\\w+\\s?)*$', '^a*a*a*a*a*b$'])(
    'ends at once where an engine that goes back would not: %s',
    async (pattern) => {
      const data = `${'a'.repeat(5_000)}!`
      expect(await runTool('json-schema-validate', { schema: { pattern }, data })).toMatchObject({
        valid: false,
      })
      const schema = { patternProperties: { [pattern]: false } }
      expect(await runTool('json-schema-validate', { schema, data: { [data]: 1 } })).toMatchObject({
        valid: true,
      })
    },
  )
})
