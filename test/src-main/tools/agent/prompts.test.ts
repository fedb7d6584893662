import { describe, expect, it } from 'vitest'
import { cpuMsOf } from '../../../support/cpu-time.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

const render = async (template: string, variables: object = {}, more: object = {}) =>
  (await runTool('prompt-template-render', { template, variables, ...more })) as {
    text: string
    variables: string[]
    missing: string[]
  }

// tiktoken, model.py: the encoding of each model, and of names that begin with one.
describe('text-token-estimate-cost', () => {
  it.each([
    ['gpt-4o-2024-08-06', 'o200k_base'],
    ['ft:gpt-4o-mini:org::id', 'o200k_base'],
    ['o1', 'o200k_base'],
    ['o4-mini-2025-04-16', 'o200k_base'],
    ['gpt-4.1-nano', 'o200k_base'],
    ['gpt-5.1', 'o200k_base'],
    ['chatgpt-4o-latest', 'o200k_base'],
    ['gpt-4-0613', 'cl100k_base'],
    ['ft:gpt-4', 'cl100k_base'],
    ['gpt-3.5-turbo-16k', 'cl100k_base'],
    ['gpt-35-turbo', 'cl100k_base'],
    ['davinci-002', 'cl100k_base'],
    ['text-embedding-3-small', 'cl100k_base'],
    ['text-davinci-003', 'p50k_base'],
    ['code-cushman-001', 'p50k_base'],
    ['text-davinci-001', 'r50k_base'],
    ['davinci', 'r50k_base'],
  ])('counts for %s with %s', async (model, encoding) => {
    const counted = await runTool('text-token-estimate-cost', {
      text: 'antidisestablishmentarianism',
      model,
      input_price: 1,
      output_price: 1,
    })
    // OpenAI's cookbook: 6 tokens in o200k_base and cl100k_base, 5 in the older ones.
    const input_tokens = encoding.endsWith('50k_base') ? 5 : 6
    expect(counted).toMatchObject({ encoding, exact: true, input_tokens })
  })
})

describe('prompt-template-render', () => {
  it('reads own members only', async () => {
    const { text } = await render('{{ a.constructor.name }}|{{ __proto__ }}|{{ a.length }}', { a: {} })
    expect(text).toBe('||')
  })

  it('finds partials by name and no file', async () => {
    const partials = { greeting: 'Hi {{ name }}' }
    expect(await render("{% render 'greeting', name: 'Bo' %}", {}, { partials })).toMatchObject({
      text: 'Hi Bo',
    })
    for (const name of ['other', '/etc/passwd', '../package.json', 'package.json'])
      await expect(render(`{% include '${name}' %}`)).rejects.toMatchObject({ path: 'template' })
  })

  it('reads dates alike wherever it runs, and never the clock', async () => {
    const format = '%Y-%m-%dT%H:%M %z'
    for (const [date, shown] of [
      ['2026-03-05', '2026-03-05T00:00 +0000'],
      ['2026-03-05 10:30', '2026-03-05T10:30 +0000'],
      ['2026-03-05T10:30:00+02:00', '2026-03-05T10:30 +0200'],
      ['March 5, 2026', '2026-03-05T00:00 +0000'],
    ] as const)
      expect((await render(`{{ d | date: "${format}" }}`, { d: date })).text).toBe(shown)
    for (const call of [
      '{{ "now" | date: "%s" }}',
      '{{ "today" | date_to_xmlschema }}',
      '{{ (1..9) | sample }}',
    ])
      await expect(render(call)).rejects.toThrow(/not available/)
  })

  // Shopify's reference of Liquid: 16 / 4, 5 / 3 and 20 / 7, and 20 / 7.0.
  it.each([
    ['{{ 16 | divided_by: 4 }} {{ 5 | divided_by: 3 }} {{ 20 | divided_by: 7 }}', '4 1 2'],
    ['{{ 20 | divided_by: 7.0 }}', '2.857142857142857'],
    ['{{ -7 | divided_by: n }}', '-4'],
    ['{{ "9" | divided_by: n }} {{ 5.5 | divided_by: n }}', '4 2.75'],
  ])('divides whole numbers as Liquid does: %s', async (template, text) => {
    expect((await render(template, { n: 2 })).text).toBe(text)
  })

  // Shopify's reference of Liquid, and what the original answers.
  it.each([
    [
      '{% for i in (1..2) %}{% for j in (1..2) %}{{ forloop.parentloop.index }}{{ j }} {% endfor %}{% endfor %}',
      '11 12 21 22 ',
    ],
    ['{% for i in (1..9) limit: 2 offset: 3 %}{{ i }}{{ forloop.last }} {% endfor %}', '4false 5true '],
    [
      '{% for i in (1..3) reversed %}{{ i }}{% else %}none{% endfor %}{% for i in none %}{% else %}none{% endfor %}',
      '321none',
    ],
    [
      '{% for i in (1..4) limit: 2 %}{{ i }}{% endfor %}{% for i in (1..4) offset: continue %}{{ i }}{% endfor %}',
      '1234',
    ],
    [
      '{% tablerow i in (1..3) cols: 2 %}{{ i }}{% endtablerow %}',
      '<tr class="row1">\n<td class="col1">1</td><td class="col2">2</td></tr>\n<tr class="row2"><td class="col1">3</td></tr>\n',
    ],
    [
      '{% tablerow i in (1..3) %}{{ i }}{% break %}x{% endtablerow %}',
      '<tr class="row1">\n<td class="col1">1</td></tr>\n',
    ],
    ['{% for i in items %}{% ifchanged %}{{ i.a }}{% endifchanged %}{% endfor %}', '12'],
    ["{% cycle a: '1', '2' %}{% cycle a: '3', '4' %}", '14'],
    ['a{% doc %} {% if %} {% enddoc %}b', 'ab'],
    ['!{% if true %}\n {% assign x = 1 %}\n{% endif %}{% if true %} y {% endif %}!', '! y !'],
    [
      "{{ items | find: 'a', 2 | map: 'b' }}{{ items | find_index: 'a', 2 }}{{ items | has: 'a', 3 }}",
      'z1false',
    ],
    ["{{ items | reject: 'a', 1 | map: 'b' }}{{ words | find: 'oo' }}", 'zzoo'],
    [
      "{{ false | default: allow_false: true, 'x' }}{{ words | join: none }}{% if words contains nil %}!{% endif %}",
      'falseazoo',
    ],
  ])('renders %s', async (template, text) => {
    const items = [
      { a: 1, b: 'y' },
      { a: 2, b: 'z' },
    ]
    expect((await render(template, { items, words: ['a', 'zoo'] })).text).toBe(text)
  })

  it.each([
    ['{{ "a" | upcase: 1 }}', /upcase takes no argument, and got 1/],
    ['{{ "a" | replace }}', /replace takes 1 or 2 arguments, and got 0/],
    ['{{ "a" | truncate: 1, "b", "c" }}', /truncate takes at most 2 arguments, and got 3/],
    ['{{ "a" | slice: "x" }}', /slice needs whole numbers/],
    ['{{ 1 | concat: 2 }}', /concat needs a list/],
    ['{% for i in (1..3) limit: "x" %}{% endfor %}', /limit needs a number/],
    ['{% assign x = 1 - 2 %}', /assign x = 1 - 2 %} has values without an operator/],
    ['{{ name surname }}', /operator between them/],
    ['{% if a startswith b %}{% endif %}', /operator between them/],
  ])('refuses what would be left out of %s', async (template, message) => {
    await expect(render(template)).rejects.toThrow(message)
  })

  it('names missing variables, and refuses them on request', async () => {
    const template = '{% for x in list %}{{ x }}{{ y.z }}{% endfor %}{% assign own = 1 %}{{ own }}'
    expect(await render(template, { list: [] })).toMatchObject({ variables: ['list', 'y'], missing: ['y'] })
    await expect(render('{{ nobody }}', {}, { strict: true })).rejects.toThrow(
      'Line 1, column 4: nobody was not sent; add it to `variables`, or do not ask for `strict`',
    )
  })

  it.each([
    ['{% if a %}', /^Line 1, column 1: .*\{% endif %\}/],
    ['a\n{{ a | nofilter }}', /^Line 2, column 1: .*nofilter/],
    ['{% nothing %}', /nothing/],
    ["{% render 'a' %}", /nests too deeply|limit|not a/i],
    ['{% for i in (1..1000000000) %}x{% endfor %}', /limit/],
    ['{{ "x" | append: "y"', /never closed; write \}\}/],
  ])('refuses %s and says where', async (template, message) => {
    await expect(render(template, {}, { partials: { a: "{% render 'a' %}" } })).rejects.toMatchObject({
      name: 'InvalidInput',
      message: expect.stringMatching(message),
    })
  })
})

// Cases of golden-liquid, whose answers are those of Shopify's Liquid.
describe('a filter of Liquid', () => {
  it.each([
    ['{{ 10.1 | minus: 2.2 }}', {}, '7.9'],
    ['{{ 183.357 | modulo: 12 }}', {}, '3.357'],
    ['{{ 0.1 | plus: 0.2 }}', {}, '0.3'],
    ['{{ 183.357 | times: 12 }}', {}, '2200.284'],
    ['{{ 20 | divided_by: 7 }} {{ -7 | divided_by: 2 }} {{ 20 | divided_by: 8.0 }}', {}, '2 -4 2.5'],
    ['{{ -10 | modulo: 3 }}', {}, '2'],
    [
      '{{ "_#/." | base64_url_safe_encode }} {{ "XyMvLg==" | base64_url_safe_decode }}',
      {},
      'XyMvLg== _#/.',
    ],
    ['{{ "bob@example.com!" | url_encode }}', {}, 'bob%40example.com%21'],
    ["{{ a | split: ' ' | join: '#' }}", { a: ' a b\nc ' }, 'a#b#c'],
    [
      "{{ a | compact: 't' | map: 'n' | join }}",
      { a: [{ t: 1, n: 'a' }, { n: 'b' }, { t: null, n: 'c' }] },
      'a',
    ],
    [
      "{{ a | uniq: 't' | map: 'n' | join }}",
      { a: [{ t: 1, n: 'a' }, { t: 1, n: 'b' }, { n: 'c' }, { n: 'd' }] },
      'a c',
    ],
    ['{{ a | size }}', { a: { b: 1, c: 2 } }, '2'],
    ["{{ a | default: 'foo' }}", { a: {} }, 'foo'],
    ['{{ 5.0 }} {{ 5 }} {{ 10 | plus: 2.0 }} {{ "10" | modulo: "2.0" }}', {}, '5.0 5 12.0 0.0'],
    ['{{ 9.0 | divided_by: 2 }} {{ 10 | divided_by: 2.0 }} {{ 10 | divided_by: 2.5 }}', {}, '4.5 5.0 4.0'],
    ['{{ 0.0 | default: "bar" }} {% if 5.0 == 5 and 5.0 > 4 %}y{% endif %}', {}, '0.0 y'],
    ['{% for x in a limit: 2.0 %}{{ x }}{% endfor %}', { a: [1, 2, 3] }, '12'],
    ["{{ a | join: '#' }}", { a: ['a', [], 1, ['b', 'c']] }, 'a#1#b#c'],
    ['{% if nil == blank %}y{% endif %}{% if nil != blank %}n{% endif %}', {}, 'y'],
    [
      "{% case t %}{% when 'a' %}1{% when 'b' or 'H', 'H' %}2{% when b, 'x' %}3{% endcase %}",
      { t: 'H', b: 'H' },
      '223',
    ],
    ["{% case 'x' %}{% when 'y' %}1{% else %}2{% when 'x' %}3{% endcase %}", {}, '23'],
    ['{% comment %}{% comment %}{% endcomment %}hidden{% endcomment %}.', {}, '.'],
    ['! {%- raw -%}{{ hello }}{%- endraw -%} !', {}, '!{{ hello }}!'],
    ['{% doc %}{% if ... %}{{ a {% raw %}{% enddoc %}.', {}, '.'],
  ])('answers as the reference does: %s', async (template, variables, text) => {
    expect(await render(template, variables)).toMatchObject({ text })
  })

  it('includes a partial once for each item, and one under a name', async () => {
    const partials = { prod: '{{ prod.t }};', other: '{{ p.t }};' }
    const variables = { all: [{ t: 'bike' }, { t: 'car' }] }
    const template = "{% include 'prod' for all %}{% include 'other' with all[1] as p %}"
    expect(await runTool('prompt-template-render', { template, variables, partials })).toMatchObject({
      text: 'bike;car;car;',
    })
  })

  it.each([
    ["{% if '2' > 1 %}y{% endif %}", 'compares a text with a number'],
    ["{% assign a = 'x,y' | split: ',' | concat: b | sort %}", 'sort needs items of one kind'],
    ["{% case a %}{% when 'x' and 'y' %}y{% endcase %}", 'when needs a comma or "or"'],
    ['{% case a %}{% when %}y{% endcase %}', ''],
    ['{% doc %}never closed', 'never closed'],
  ])('refuses %s', async (template, said) => {
    await expect(render(template, { b: [1] })).rejects.toMatchObject({
      message: expect.stringContaining(said),
    })
  })

  it.each(['{{ 1 | divided_by: 0 }}', '{{ 1 | modulo: 0 }}', '{{ 1.5 | divided_by: x }}'])(
    'refuses %s instead of writing Infinity',
    async (template) => {
      await expect(render(template, {})).rejects.toMatchObject({
        message: expect.stringContaining('divided by 0'),
      })
    },
  )

  it('writes an object as JSON when it is printed', async () => {
    const variables = { user: { name: 'Ada', tags: [1] } }
    expect(await render('{{ user }} {{ user.toString }}', variables)).toMatchObject({
      text: '{"name":"Ada","tags":[1]} ',
    })
  })

  it('names the items of render after the partial', async () => {
    const partials = { product: '{{ product.title }}{{ forloop.index }} ' }
    const variables = { products: [{ title: 'bike' }, { title: 'car' }] }
    expect(await render("{% render 'product' for products %}", variables, { partials })).toMatchObject({
      text: 'bike1 car2 ',
    })
  })
})

describe('text-token-estimate-cost', () => {
  const cost = (input: object) => runTool('text-token-estimate-cost', input)

  // Counts of OpenAI's cookbook, "How to count tokens with tiktoken".
  it.each([
    ['antidisestablishmentarianism', 'gpt-4', 6],
    ['antidisestablishmentarianism', 'gpt-4o', 6],
    ['2 + 2 = 4', 'gpt-4', 7],
    ['2 + 2 = 4', 'gpt-4o', 7],
    ['お誕生日おめでとう', 'gpt-4', 9],
    ['お誕生日おめでとう', 'gpt-4o', 8],
    ['', 'gpt-4o', 0],
  ])('counts %s for %s as tiktoken does', async (text, model, input_tokens) => {
    expect(await cost({ text, model })).toMatchObject({ input_tokens, exact: true })
  })

  it('counts what looks like a special token as text', async () => {
    const { input_tokens } = (await cost({ text: '<|endoftext|>' })) as { input_tokens: number }
    expect(input_tokens).toBeGreaterThan(1)
  })

  it('says that other models are estimated, and refuses one without a price', async () => {
    expect(await cost({ text: 'a', model: 'claude-sonnet-4.5' })).toMatchObject({ exact: false })
    for (const model of ['gpt-99', 'constructor', '__proto__'])
      await expect(cost({ text: 'a', model })).rejects.toMatchObject({ path: 'model' })
  })

  it('counts a text without a space in time', async () => {
    const count = async () => {
      await cost({ text: 'a'.repeat(500_000) })
      await cost({ text: '🙂'.repeat(100_000) })
    }
    expect(await cpuMsOf(count)).toBeLessThan(3_000)
  })
})
