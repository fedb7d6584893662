import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'

interface Found {
  readonly matches: readonly { readonly text: string; readonly start: number; readonly end: number }[]
  readonly truncated: boolean
}

// The output schemas, which runTool has just applied, are what says that they have these shapes.
const find = (pattern: string, text: string, options: object = {}) =>
  runTool('text-regex-test', { pattern, text, ...options }) as Promise<Found>
const textsOf = async (...args: Parameters<typeof find>) =>
  (await find(...args)).matches.map(({ text }) => text)
const replace = async (pattern: string, text: string, replacement: string, options: object = {}) =>
  (await runTool('text-regex-replace', { pattern, text, replacement, ...options })) as {
    readonly text: string
    readonly count: number
  }

// Patterns that RE2 and JavaScript read alike.
const anyPattern = fc.constantFrom(
  'a+',
  '[ab]c?',
  '(a)(b)?',
  'a|b',
  '^.',
  '.$',
  '(?:ab)*c',
  '\\bb',
  'a{2,3}?',
  '[^a]',
)
const anyText = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', '\n', '😀', 'é'), maxLength: 30 })

describe('text-regex-test', () => {
  it('finds what JavaScript finds, where both know the syntax', async () => {
    await fc.assert(
      fc.asyncProperty(anyPattern, anyText, async (pattern, text) => {
        const expected = Array.from(text.matchAll(new RegExp(pattern, 'gu')), (match) => match)
        const { matches } = await find(pattern, text)
        expect(matches.map(({ text: found, start }) => [found, start])).toEqual(
          expected.map((match) => [match[0], match.index]),
        )
      }),
      { seed: 7, numRuns: 300 },
    )
  })

  it('obeys its flags', async () => {
    expect(await textsOf('A', 'aA', { ignore_case: true })).toEqual(['a', 'A'])
    expect(await textsOf('^a', 'a\na', { multiline: true })).toEqual(['a', 'a'])
    expect(await textsOf('a.b', 'a\nb')).toEqual([])
    expect(await textsOf('a.b', 'a\nb', { dot_all: true })).toEqual(['a\nb'])
  })

  it.each([
    ['(?=a)', /Look-ahead/],
    ['(?!a)b', /Look-ahead/],
    ['(?<=a)b', /look-behind/],
    ['(?<!a)b', /look-behind/],
    ['(a)\\1', /Back-references/],
    ['a++', /Possessive/],
    ['(', /missing closing/],
    ['[z-a]', /range/],
    ['*', /repetition/],
    ['a{1001}', /repeat count/],
    ['((a{100}){100}){100}', /repeat count/],
    ['\\', /./],
    ['(?P<a>x)(?P<a>y)', /./],
  ])('refuses %s and says why', async (pattern, reason) => {
    for (const call of [find(pattern, 'aab'), replace(pattern, 'aab', '')])
      await expect(call).rejects.toMatchObject({
        name: 'InvalidInput',
        path: 'pattern',
        message: expect.stringMatching(reason),
      })
  })

  it('stops at its limit and says so', async () => {
    expect(await find('a', 'aaa', { limit: 2 })).toMatchObject({ count: 2, truncated: true })
    expect(await find('a', 'aa', { limit: 2 })).toMatchObject({ count: 2, truncated: false })
    // Fifty groups that each hold the whole text would be 25 million characters.
    const nested = `${'('.repeat(50)}x+${')'.repeat(50)}`
    const answer = await find(nested, `${'x'.repeat(50_000)} `.repeat(5))
    expect(answer.truncated).toBe(true)
  })

  it('reads a group called __proto__ as a group', async () => {
    expect(await find('(?P<__proto__>a)', 'a')).toMatchObject({
      matches: [{ groups: [{ name: '__proto__', text: 'a' }] }],
    })
  })
})

describe('text-regex-replace', () => {
  it('replaces as JavaScript does', async () => {
    const anyReplacement = fc.constantFrom('', '-', '$&$&', '[$$]', '$<n>', '<$1>', "$`|$'")
    await fc.assert(
      fc.asyncProperty(anyText, anyReplacement, async (text, replacement) => {
        const { text: result } = await replace('(?<n>a|b)c?', text, replacement)
        expect(result).toBe(text.replace(/(?<n>a|b)c?/gu, replacement))
      }),
      { seed: 7, numRuns: 200 },
    )
  })

  it('leaves out groups that took no part', async () => {
    expect(await replace('a(b)?', 'a', '[$1]')).toEqual({ text: '[]', count: 1 })
  })

  // ECMA-262, GetSubstitution: the first of two digits may be a group by itself; groups count from 1.
  it.each([
    ['$10', 'a0'],
    ['$01$1', 'aa'],
    ['$19', 'a9'],
  ])('reads %s as JavaScript does', async (replacement, text) => {
    expect(await replace('(a)', 'a', replacement)).toEqual({ text, count: 1 })
    expect('a'.replace(/(a)/, replacement)).toBe(text)
  })

  it.each(['$2', '$<x>', '$9', '$0', '$00', '$20'])('refuses the unknown group %s', async (replacement) => {
    await expect(replace('(a)', 'a', replacement)).rejects.toMatchObject({ path: 'replacement' })
  })

  it('refuses to blow up a text', async () => {
    await expect(replace('b*', 'a'.repeat(10_000), 'x'.repeat(10_000))).rejects.toMatchObject({
      name: 'InvalidInput',
      path: 'replacement',
    })
  })
})

describe('text-template', () => {
  const fill = async (template: string, data: object = {}, more: object = {}) =>
    runTool('text-template', { template, data, ...more })

  // From the specification of Mustache, version 1.4.
  it.each([
    [
      '"{{person.name}}" == "{{#person}}{{name}}{{/person}}"',
      { person: { name: 'Joe' } },
      '"Joe" == "Joe"',
    ],
    ['{{#a}}{{b.c}}{{/a}}', { a: { b: {} }, b: { c: 'ERROR' } }, ''],
    ['{{#list}}({{#.}}{{.}}{{/.}}){{/list}}', { list: [[1, 2], [3]] }, '(12)(3)'],
    ['{{^bool}}This should be rendered.{{/bool}}', { bool: false }, 'This should be rendered.'],
    ['| A {{#bool}}B {{#bool}}C{{/bool}} D{{/bool}} E |', { bool: true }, '| A B C D E |'],
    ['{{{string}}} {{&string}}', { string: '<"&>' }, '<"&> <"&>'],
    ['{{=<% %>=}}(<%text%>)', { text: 'Hey!' }, '(Hey!)'],
    ['12345{{! Comment Block! }}67890', {}, '1234567890'],
    ['  {{#a}}\nx\n  {{/a}}\n', { a: true }, 'x\n'],
    ['{{power}} jiggawatts', { power: 1.21 }, '1.21 jiggawatts'],
    ['I ({{cannot}}) be seen', { cannot: null }, 'I () be seen'],
  ])('fills in %s', async (template, data, text) => {
    expect(await fill(template, data)).toMatchObject({ text })
  })

  it.each([
    'constructor',
    '__proto__',
    'toString',
    'a.constructor.name',
    'a.length',
    'hasOwnProperty',
    'l.map',
  ])('leaves blank what the data do not hold: %s', async (name) => {
    expect(await fill(`[{{${name}}}]`, { a: 'x', l: [] })).toEqual({ text: '[]', missing: [name] })
  })

  it('writes objects as JSON, and without escapes on request', async () => {
    expect(await fill('{{a}}', { a: { b: [1] } }, { escape: 'none' })).toMatchObject({ text: '{"b":[1]}' })
  })

  it.each([
    ['{{#a}}x', {}],
    ['{{/a}}', {}],
    ['{{#a}}{{/b}}', {}],
    ['{{a', {}],
    ['{{>p}}', { p: 'x{{>p}}' }],
  ])('refuses %s', async (template, partials) => {
    await expect(fill(template, { a: 1 }, { partials })).rejects.toMatchObject({
      name: 'InvalidInput',
      path: 'template',
    })
  })
})
