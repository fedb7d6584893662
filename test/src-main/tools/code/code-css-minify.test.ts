import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'

interface Answer {
  readonly css: string
  readonly warnings: string[]
}

const minify = async (css: string, options: object = {}) =>
  (await runTool('code-css-minify', { css, ...options })) as Answer

describe('code-css-minify', () => {
  // Each text is valid by its module of CSS, and the second is the same style sheet by the rules for white space,
  // zeros and colours. Catches: a minifier that drops what is newer than itself.
  it.each([
    ['nested rules', '.a { color: red; &:hover { color: #0000ff } }', '.a{color:red;&:hover{color:#00f}}'],
    ['rules nested without &', '.a { .b { margin: 0px } }', '.a{& .b{margin:0}}'],
    ['conditions in a rule', 'a { @media print { color: red } }', 'a{@media print{color:red}}'],
    [
      'ranges',
      '@media (400px <= width <= 700px) { a { top: 0 } }',
      '@media (400px<=width<=700px){a{top:0}}',
    ],
    ['layers', '@layer a { p { color: red } }', '@layer a{p{color:red}}'],
    [
      'containers',
      '@container card (width > 30em) { p { top: 0 } }',
      '@container card (width>30em){p{top:0}}',
    ],
    ['style queries', '@container style(--x: 1) { p { top: 0 } }', '@container style(--x:1){p{top:0}}'],
    ['scopes', '@scope (.a) to (.b) { img { top: 0 } }', '@scope(.a) to (.b){img{top:0}}'],
    [
      'registered properties',
      '@property --x { syntax: "*"; inherits: false }',
      '@property --x{syntax:"*";inherits:false}',
    ],
    ['first styles', '@starting-style { a { opacity: 0 } }', '@starting-style{a{opacity:0}}'],
    ['rules that nobody knows', '@tomorrow x { y { z: 1 } }', '@tomorrow x{y { z: 1 }}'],
    ['statements that nobody knows', '@tailwind base;', '@tailwind base;'],
    ['properties that nobody knows', 'a { tomorrow: one  two }', 'a{tomorrow:one two}'],
    ['pseudo-classes that nobody knows', 'a:tomorrow { top: 0 }', 'a:tomorrow{top:0}'],
    ['what is important', 'a { top: 0 !important }', 'a{top:0!important}'],
    [
      'custom properties',
      ':root { --a: Red; --b: {c:d}; --e:; --f: 1px }',
      ':root{--a:Red;--b:{c:d};--e:;--f:1px}',
    ],
    ['the encoding', '@charset "utf-8"; a { top: 0 }', '@charset "utf-8";a{top:0}'],
    ['imports', '@import url("a.css") layer(x) screen;', '@import "a.css" layer(x) screen;'],
    ['margins of pages', '@page { @top-left { content: "a" } }', '@page{@top-left{content:"a"}}'],
  ])('keeps %s', async (_, css, short) => {
    expect(await minify(css)).toMatchObject({ css: short, warnings: [] })
  })

  // Scripts read them as they are written.
  it.each([
    [
      'colours and lengths',
      'a{--a: #FF0000 ;--b:  0.50px 10.0%;--c:Red}',
      'a{--a:#FF0000;--b:0.50px 10.0%;--c:Red}',
    ],
    ['code', 'a{--a: if(x > 5) { y: "}" ; z };--b:[1;2]}', 'a{--a:if(x > 5) { y: "}" ; z };--b:[1;2]}'],
    [
      'functions and addresses',
      'a{--a:var(--b, #FF0000);--c:url( a.png )}',
      'a{--a:var(--b, #FF0000);--c:url( a.png )}',
    ],
    ['importance', 'a{--a:#FF0000 ! important}', 'a{--a:#FF0000!important}'],
    ['nested rules', '@media print{a{b{--a:#FF0000}}}', '@media print{a{& b{--a:#FF0000}}}'],
    ['comments', 'a{/* x:y */--a/* z */:#FF0000/* } */ 1;--b:2/**/3}', 'a{--a:#FF0000/**/ 1;--b:2/**/3}'],
    ['the same in two rules', 'a{--a:#FF0000} b{--a: #FF0000}', 'a,b{--a:#FF0000}'],
    ['no value', 'a{--a:;--b: ;--c:initial}', 'a{--a:;--b: ;--c:initial}'],
  ])('leaves the values of custom properties as they are: %s', async (_, css, short) => {
    expect(await minify(css)).toMatchObject({ css: short, warnings: [] })
  })

  it('says the place of a fault behind a custom property', async () => {
    const { warnings } = await minify('a{--long-name:\n #FF0000;}\nb{--c:1234567890;x y}')
    expect(warnings).toEqual([expect.stringMatching(/^Line 3, column (?:1[7-9]|2\d):/)])
  })

  it.each([
    ['a colour', 'a { color: red; color: lab(50% 20 20) }', 'a{color:red;color:lab(50% 20 20)}'],
    ['a length', 'a { height: 100vh; height: 100dvh }', 'a{height:100vh;height:100dvh}'],
  ])('keeps %s for browsers that do not know the next one', async (_, css, short) => {
    expect((await minify(css)).css).toBe(short)
  })

  it('keeps every licence, and no other comment', async () => {
    const css = '/*! one */ a { top: 0 } /* note */ b { content: "/*! text */"; /*! two */ left: 0 }'
    expect((await minify(css)).css).toBe('/*! one */\n/*! two */\na{top:0}b{content:"/*! text */";left:0}')
    expect((await minify(css, { keep_licences: false })).css).toBe(
      'a{top:0}b{content:"/*! text */";left:0}',
    )
  })

  it('merges neighbouring rules only if it may', async () => {
    const css =
      'a { top: 0 } b { top: 0 } @media print { c { top: 0 } d { top: 0 } } @media print { e { top: 0 } }'
    expect((await minify(css)).css).toBe('a,b{top:0}@media print{c,d,e{top:0}}')
    expect((await minify(css, { restructure: false })).css).toBe(
      'a{top:0}b{top:0}@media print{c{top:0}d{top:0}}@media print{e{top:0}}',
    )
  })

  it('says what it leaves out as invalid, and where', async () => {
    expect(await minify('a { color red; margin: 0 }')).toMatchObject({
      css: 'a{margin:0}',
      warnings: ['Line 1, column 5: color red has no colon, and browsers skip it'],
    })
    const { css, warnings } = await minify('a { top: 0 }\nb,, { top: 0 }')
    expect(css).toBe('a{top:0}')
    expect(warnings).toEqual([expect.stringMatching(/^Line 2, column 3: /)])
  })

  // Catches: native code that overflows its stack, which ends the process.
  it.each(['a{', '@media print{', 'a{width:calc(', 'a{b:[', ':not('])(
    'refuses %j 5,000 times',
    async (open) => {
      await expect(minify(open.repeat(5_000))).rejects.toMatchObject({
        path: 'css',
        message: expect.stringContaining('nested'),
      })
    },
  )

  // CSS Syntax Level 3, 5.4.4 and 9.2: a declaration that cannot be read takes no other with it. What
  // Chromium and Firefox keep.
  it.each([
    ['.clearfix{display:block;*zoom:1}b{color:red}', '.clearfix{display:block}b{color:red}', '*zoom:1'],
    ['a{color:red;$x:1;top:0}', 'a{color:red;top:0}', '$x:1'],
    ['a{top:0;color red;left:0}', 'a{top:0;left:0}', 'color red'],
    ['@media print{a{top:0;*left:1px}}', '@media print{a{top:0}}', '*left:1px'],
    ['a{top:0;$y:";";left:0}', 'a{top:0;left:0}', '$y'],
  ])('keeps what is beside a declaration that browsers skip: %s', async (css, kept, left) => {
    const answer = await minify(css)
    expect(answer.css).toBe(kept)
    expect(answer.warnings.join(' ')).toContain(left)
  })

  // As normalize.css has it. Browsers take 13 of 16 pixels for the size of `monospace` alone.
  it('keeps monospace twice, which is larger than once', async () => {
    const css = 'pre{font-family:monospace,monospace}code{font:1em monospace, monospace}apart{top:0}'
    expect((await minify(css)).css).toBe(css.replace(', ', ','))
  })

  it('leaves out a great many at once', async () => {
    const { css, warnings } = await minify(`a{top:0;${'*;\n'.repeat(50_000)}left:0}`)
    expect(css).toBe('a{top:0;left:0}')
    expect(warnings[1]).toMatch(/^Line 2, column 1: \* /)
  })

  it('takes a nested rule and the text of an unknown at-rule for no declaration', async () => {
    const css = 'a{*:hover{top:0}left:0}@unknown{one two}'
    const answer = await minify(css)
    expect(answer.css).toContain(':hover{top:0}')
    expect(answer.css).toContain('one two')
    expect(answer.warnings).toEqual([])
  })
})
