import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'

const render = async (template: string, variables: object = {}, partials: object = {}) => {
  const { text } = (await runTool('prompt-template-render', { template, variables, partials })) as {
    text: string
  }
  return text
}

describe('prompt-template-render', () => {
  // Shopify's liquid-spec (basics, liquid_ruby) and golden-liquid, with what the original answers.
  it.each([
    [
      'keeps what a branch captures',
      '{% if true %}{% capture t %}yes{% endcapture %}{% endif %}{{ t }}',
      {},
      'yes',
    ],
    [
      'adds decimals exactly',
      '{{ n | sum }} {{ m | sum }}',
      { n: [0.1, '0.2', 0.3], m: [0.1, 0.2, -0.3] },
      '0.6 0.0',
    ],
    ['adds a property', "{{ a | sum: 'w' }}", { a: [{ q: 1 }, { w: -0.3 }, { w: 0.4 }] }, '0.1'],
    [
      'counts what is not a number as 0',
      '{{ t | abs }}{{ t | ceil }}{{ t | sum }}{{ t | plus: 1 }}',
      { t: true },
      '0001',
    ],
    [
      'reads the number a text begins with',
      '{{ "6-3" | plus: 0 }} {{ "0x10" | plus: 0 }} {{ "1e3" | times: 1 }}',
      {},
      '6 0 1',
    ],
    [
      'escapes quotation marks by name',
      '{{ t | escape }} {{ t | h }} {{ u | escape_once }}',
      { t: '"&\'', u: '&lt;"' },
      '&quot;&amp;&#39; &quot;&amp;&#39; &lt;&quot;',
    ],
    ['finds nothing before each character', "{{ 'hi' | replace: '', 'x' }}", {}, 'xhxix'],
    [
      'shortens to words when there are more',
      '{{ t | truncatewords: 3 }}|{{ u | truncatewords: 3 }}|{{ nil | truncatewords: 1 }}',
      { t: 'one two three', u: 'one  two\tthree four' },
      'one two three|one two three...|',
    ],
    [
      'leaves out scripts before tags',
      '{{ t | strip_html }}',
      { t: '<<<script </script>script>foo;</script>a<!-- > -->b<style>x</style>' },
      'foo;ab',
    ],
    [
      'finds texts by a part',
      "{{ a | where: 'be' | join }}|{{ a | where: '' | join }}",
      { a: ['alpha', 'beta'] },
      'beta|alpha beta',
    ],
    [
      'takes an explicit nil for no value',
      "{{ a | where: 'b', nil | size }}{{ a | reject: 'b', nil | size }}{{ a | has: 'b', nil }}",
      { a: [{ b: false }, { b: 'bar' }, { b: null }] },
      '12true',
    ],
    [
      'reads the ends of a text and the first pair of an object',
      '{{ s.first }}{{ s.last }}{{ s.size }}{{ s[0] }} {{ o.first }}',
      { s: 'h🙂', o: { a: 1, b: 2 } },
      'h🙂2 a1',
    ],
    ['lets blanks stand around the dot', "{{ a . b }}{{ a ['b'] }}{{ a.\nb }}", { a: { b: 1 } }, '111'],
    ['orders numbers alone', '{% if 5 > true %}y{% else %}n{% endif %}', {}, 'n'],
    [
      'makes no table of nothing',
      '{% tablerow a in b %}x{% endtablerow %}{% tablerow a in false %}x{% endtablerow %}',
      {},
      '',
    ],
    [
      'makes one cell of a text',
      "{% tablerow a in 'abc' limit: 0 %}{{ a }}{% endtablerow %}",
      {},
      '<tr class="row1">\n<td class="col1">abc</td></tr>\n',
    ],
    [
      'counts a bad limit as 0',
      '{% tablerow a in (1..4) limit: x %}{{ a }}{% endtablerow %}',
      { x: 'bad' },
      '<tr class="row1">\n</tr>\n',
    ],
    [
      'makes one row without columns',
      '{% tablerow i in (1..2) cols: nil %}{{ tablerowloop.col_last }}{% endtablerow %}',
      {},
      '<tr class="row1">\n<td class="col1">false</td><td class="col2">false</td></tr>\n',
    ],
    [
      'cycles on its own when it reads a variable',
      "{% for i in (1..3) %}{% cycle a, '2' %}{% cycle a, '2' %}{% endfor %}",
      { a: '1' },
      '112211',
    ],
    ['cycles through true and false', '{% cycle true, false %}{% cycle true, false %}', {}, 'truefalse'],
    [
      'reads nothing in a comment',
      '{% comment %}{%%}{% " %}{% raw %}{% endcomment %}{% endraw %}{% endcomment %}.',
      {},
      '.',
    ],
    ['has no first of a decimal', '{{ 5.0 | first }}{{ d.first }}{{ "a" | first }}', { d: 1.5 }, 'a'],
    ['encodes true', '{{ true | base64_url_safe_encode }}', {}, 'dHJ1ZQ=='],
  ])('%s', async (_promise, template, variables, text) => {
    expect(await render(template, variables)).toBe(text)
  })

  it.each([
    ['{% include tpl for items %}', { tpl: 'item', items: [1, 2] }, { item: '[{{ item }}]' }, '[1][2]'],
    ["{% include 't' a: 1, b: a %}", {}, { t: '{{ a }}-{{ b }}' }, '1-1'],
    ["{% include 'sub/t' with x %}", { x: 5 }, { 'sub/t': '{{ t }}' }, '5'],
    ["{% include 't' %}.", {}, { t: '{% for i in (1..2) %}\n{% assign a = i %}\n{% endfor %}' }, '.'],
  ])('includes as the reference does: %s', async (template, variables, partials, text) => {
    expect(await render(template, variables, partials)).toBe(text)
  })

  it.each([
    ['{% include 123 %}', {}, /name of the partial is not a text/],
    ['{% render 123 %}', {}, /name of the partial is not a text/],
    ["{% include 't' %}", { t: '{{ a b }}' }, /values without an operator/],
  ])('refuses %s with a sentence of its own', async (template, partials, sentence) => {
    await expect(render(template, {}, partials)).rejects.toThrow(sentence)
  })

  it.each([
    ["{{ t | replace: '', t | size }}", /more than 1000000 characters/],
    ["{{ t | truncatewords: 'x' }}", /needs a number/],
  ])('refuses %s before it takes memory or words away', async (template, sentence) => {
    await expect(render(template, { t: 'ab '.repeat(5_000) })).rejects.toThrow(sentence)
  })

  it('reads a comment of raw tags alone in time', async () => {
    const comment = `{% comment %}${'{% raw %}'.repeat(10_000)}{% endcomment %}.`
    expect(await render(comment)).toBe('.')
  })

  it('strips a text of openings alone in time', async () => {
    const text = '<script<!--<'.repeat(40_000)
    expect(await render('{{ t | strip_html | size }}', { t: text })).toBe(String(text.length))
  })
})
