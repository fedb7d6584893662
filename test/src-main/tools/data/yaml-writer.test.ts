import fc from 'fast-check'
import { CORE_SCHEMA, load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { writeYaml } from '../../../../src-main/tools/data/lib/yaml-writer.ts'
import { LONG, runs } from '../../../support/runs.ts'

const LAYOUT = { indent: 2, line_width: 80, sort_keys: false }

const READERS: Readonly<Record<string, (yaml: string) => unknown>> = {
  'strict YAML 1.2': (yaml) => parse(yaml, { strict: true }),
  'YAML 1.1': (yaml) => parse(yaml, { version: '1.1' }),
  'js-yaml': (yaml) => load(yaml, { schema: CORE_SCHEMA }),
}

/** Controls, spaces, separators and what Unicode never assigns are all tried, of letters and signs one in 16. */
function mayBeSpecial(code: number): boolean {
  const isGeneralPunctuation = code >= 0x2000 && code < 0x2070
  return code < 0x300 || isGeneralPunctuation || code === 0x3000 || code >= 0xfe00 || code % 16 === 0
}

// What some reader takes for markup, a line break or another type.
const PIECES = [
  ...[
    '\n',
    ' ',
    '  ',
    '\t',
    '-',
    '?',
    ':',
    ': ',
    ' #',
    '#',
    '---',
    '...',
    '%',
    '&',
    '*',
    '!',
    '|',
    '>',
    '"',
    "'",
  ],
  ...[
    '\\',
    'a',
    'é',
    '\u0085',
    '\u2028',
    '\u2029',
    '\x7f',
    '\x80',
    '\x9f',
    '\ufeff',
    '\r',
    '\0',
    '\x1b',
    '=',
    '~',
  ],
  ...[
    'null',
    'yes',
    '1',
    '1e5',
    '0x1',
    '0o7',
    '12:30:45',
    '2001-01-01',
    '[',
    ']',
    '{',
    '}',
    ',',
    '@',
    '`',
    '<<',
  ],
  ...['\u{1f600}', '\ufffe', '\uffff', '\ud7ff', '\ue000', '\u00a0', '.', '.inf', '+'],
]
const pieces = (least: number, most: number) =>
  fc.array(fc.constantFrom(...PIECES), { minLength: least, maxLength: most }).map((found) => found.join(''))
const texts = fc
  .oneof(pieces(0, 8), pieces(30, 60), fc.string({ unit: 'binary', maxLength: 12 }))
  .filter((text) => text !== '__proto__')
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    texts,
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.constantFrom(true, false, null),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(texts, tie('tree'), { maxKeys: 4, noNullPrototype: true }),
  ),
}))

function expectRead(value: unknown, yaml: string): void {
  for (const [name, read] of Object.entries(READERS))
    expect(JSON.stringify(read(yaml)), `${name}: ${JSON.stringify(yaml)}`).toBe(JSON.stringify(value))
}

describe('what is written as YAML', () => {
  it('is read back the same by three readers, in any layout', () => {
    fc.assert(
      fc.property(
        tree,
        fc.integer({ min: 1, max: 8 }),
        fc.constantFrom(0, 20, 80),
        (value, indent, width) => {
          expectRead(value, writeYaml(value, { indent, line_width: width, sort_keys: false }))
        },
      ),
      { seed: 9, numRuns: runs(600, 30_000) },
    )
  })

  it('holds every kind of character of Unicode, alone, inside a text and in a name', () => {
    const codes = [
      ...Array.from({ length: 0x3100 }, (_, code) => code),
      ...Array.from({ length: 0x2010 }, (_, at) => 0xdff0 + at).filter((code) => code > 0xdfff),
      ...Array.from({ length: 17 }, (_, plane) => [
        plane * 0x10000 + 0xfffe,
        plane * 0x10000 + 0xffff,
      ]).flat(),
      ...Array.from({ length: 0x100 }, (_, at) => 0x10000 + at * 0xff7),
    ]
    const all = codes.filter((code) => LONG || mayBeSpecial(code)).map((code) => String.fromCodePoint(code))
    const value = all.map((char) => ({ [`k${char}`]: [char, `a${char}b`] }))
    expectRead(value, writeYaml(value, LAYOUT))
  })

  // YAML 1.2.2, 5.1 and 5.7: not printable, or line breaks to readers of YAML 1.1 alone.
  it('escapes what readers refuse, drop or take for line breaks', () => {
    const signs = '\u0085\u2028\u2029\u007f\u0080\u009f\ufeff\ufffe\u0000\r'
    expect(writeYaml(signs, LAYOUT)).toBe(
      '"\\u0085\\u2028\\u2029\\u007F\\u0080\\u009F\\uFEFF\\uFFFE\\u0000\\r"\n',
    )
  })

  // Psych of Ruby 3.1 reads the last six as numbers, true and a symbol.
  it.each([
    '  a\nb',
    ' a\n',
    '\n  |',
    '\n a',
    '-0o7',
    '+0x1F',
    '1,000',
    '-1,5',
    '.5,0',
    '0x1,f',
    'oN',
    ':a',
  ])('quotes %j, which readers disagree on', (text) => {
    expect(writeYaml(text, LAYOUT)).toMatch(/^"/)
    expectRead(text, writeYaml(text, LAYOUT))
  })

  it('writes an empty text where no column is left for it', () => {
    const value = { a: [['']] }
    expect(writeYaml(value, { ...LAYOUT, line_width: 1 })).toBe('a:\n  - - ""\n')
  })

  // Psych merges the value of "<<" into the object around it.
  it('says that a name << is a text', () => {
    expect(writeYaml({ '<<': { a: 1 } }, LAYOUT)).toBe('!!str "<<":\n  a: 1\n')
  })
})
