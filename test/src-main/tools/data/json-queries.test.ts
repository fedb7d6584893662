import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidInput } from '../../../../src-main/tool-kit/tool-context.ts'
import { jsonValues } from '../../../support/tools/json-samples.ts'
import { runTool } from '../../../support/tools/run-tool.ts'
import { parseJson } from '../../../../src-shared/parse-json.ts'

const run = async (slug: string, input: unknown) => (await runTool(slug, input)) as Record<string, unknown>
const pollution = () => ({}) as Record<string, unknown>

// RFC 9535, section 1.5.
const STORE = {
  store: {
    book: [
      { category: 'reference', author: 'Nigel Rees', title: 'Sayings of the Century', price: 8.95 },
      { category: 'fiction', author: 'Evelyn Waugh', title: 'Sword of Honour', price: 12.99 },
      {
        category: 'fiction',
        author: 'Herman Melville',
        title: 'Moby Dick',
        isbn: '0-553-21311-3',
        price: 8.99,
      },
      {
        category: 'fiction',
        author: 'J. R. R. Tolkien',
        title: 'The Lord of the Rings',
        isbn: '0-395-19395-8',
        price: 22.99,
      },
    ],
    bicycle: { color: 'red', price: 399 },
  },
}

describe('text-json-path', () => {
  const select = (path: string, json: unknown = STORE) => run('text-json-path', { json, path })

  it.each([
    ['$.store.book[*].author', 4],
    ['$..author', 4],
    ['$.store.*', 2],
    ['$.store..price', 5],
    ['$..book[2]', 1],
    ['$..book[-1:]', 1],
    ['$..book[0,1]', 2],
    ['$..book[:2]', 2],
    ['$..book[?@.isbn]', 2],
    ['$..book[?(@.isbn)]', 2],
    ['$..book[?@.price<10]', 2],
    ['$..book[?@.price < 10 && @.category == "fiction"].title', 1],
    ["$['store']['bicycle']", 1],
    ['$..book[?(@.publisher.name == "x")]', 0],
    ['$.nope', 0],
    ['$', 1],
  ])('finds with %s what RFC 9535 says', async (path, count) => {
    expect((await select(path)).count).toBe(count)
  })

  it('says where things are as JSON Pointers', async () => {
    const json = { 'a/b': { '~': 1 }, 'x.y': 2 }
    expect((await select("$['a/b']['~']", json)).pointers).toEqual(['/a~1b/~0'])
    expect((await select("$['x.y']", json)).values).toEqual([2])
    const odd = { '~': 1, '*': 2, 'a,b': 3, a: 4, $: 5, '@': 6, '..': 7, '0:1': 8, '(x)': 9, '`': 10 }
    for (const [name, value] of Object.entries(odd))
      expect((await select(`$['${name}']`, odd)).values, name).toEqual([value])
    for (const name of ['a^b', 'a]b', '@x(', 'a;b'])
      expect((await select(`$['${name}']`, { [name]: 1 })).values, name).toEqual([1])
  })

  // RFC 9535, 2.3.1.2: either quote may stand within the other, and escapes are those of JSON.
  it.each([
    [`$["it's"]`, "it's"],
    [`$['it\\'s']`, "it's"],
    [`$['say "x"']`, 'say "x"'],
    [`$["say \\"x\\""]`, 'say "x"'],
    [`$['\\u0041\\ud83d\\ude00']`, 'A😀'],
    [`$['a\\\\b\\/\\n']`, 'a\\b/\n'],
  ])('finds the name that %s means', async (path, name) => {
    expect((await select(path, { [name]: 7, other: 8 })).values).toEqual([7])
  })

  it('refuses an escape that means nothing instead of finding nothing', async () => {
    await expect(select("$['\\q']", { q: 1 })).rejects.toThrow('escapes as in JSON')
  })

  // RFC 9535, tables 6 (indexes), 12 (comparisons), 14 to 17 (functions) and 18 (null).
  it.each([
    ['$[-1]', ['a', 'b'], ['b']],
    ['$[5:1:-2]', ['a', 'b', 'c', 'd', 'e', 'f', 'g'], ['f', 'd']],
    ['$[0, 0]', ['a', 'b'], ['a', 'a']],
    ['$ [ 1 ]', ['a', 'b'], ['b']],
    ["$[?@ == '1']", [1, '1', true], ['1']],
    ['$[?@ == 0]', [0, '', false, null, '0'], [0]],
    ['$[?@.a == null]', [{ a: null }, {}, { a: 0 }], [{ a: null }]],
    ['$[?@.a]', [{ a: null }, {}, { a: 0 }, { a: '' }], [{ a: null }, { a: 0 }, { a: '' }]],
    ['$[?@.a == @.b]', [{}, { a: 1 }, { a: [1], b: [1] }], [{}, { a: [1], b: [1] }]],
    [
      '$[?@.a <= @.b]',
      [
        { a: {}, b: {} },
        { a: 1, b: '2' },
        { a: 2, b: 2 },
      ],
      [
        { a: {}, b: {} },
        { a: 2, b: 2 },
      ],
    ],
    ['$[?@ == $[0]]', [{ k: 1 }, { k: 1 }, { k: 2 }], [{ k: 1 }, { k: 1 }]],
    ['$[?length(@) == 2]', ['😀é', [1, 2], { a: 1, b: 2 }, 2], ['😀é', [1, 2], { a: 1, b: 2 }]],
    ['$[?count(@.*) > 1]', [[1, 2], [1]], [[1, 2]]],
    ["$[?match(@, '1974-05-..')]", ['1974-05-11', 'x1974-05-11'], ['1974-05-11']],
    ["$[?search(@, '[BR]ob')]", ['Bob!', 'bob'], ['Bob!']],
    ["$[?match(@, 'a.b')]", ['a b', 'a\nb', 'a\u2028b'], ['a b', 'a\u2028b']],
    ["$[?match(@, 'a.[.]')]", ['ab.', 'abc'], ['ab.']],
    ["$[?match(@, '(?=a)a')]", ['a'], []],
    ['$[?value(@..color) == "red"]', [{ x: { color: 'red' } }, {}], [{ x: { color: 'red' } }]],
    ['$[?@ > 1 && !(@ == 3) || @ == 0]', [0, 1, 2, 3], [0, 2]],
  ])('selects with %s of %j what RFC 9535 says', async (path, json, values) => {
    expect((await select(path, json)).values).toEqual(values)
  })

  it.each([
    ['$[01]', 'no leading zero'],
    ['$[?@.* == 1]', 'takes single values'],
    ['$[?length(@)]', 'compare it'],
    ['$[?foo(@)]', 'the functions are'],
    ['$[?count(1) == 1]', 'single values, count and value a query'],
    ['$[?match(@)]', 'match and search two'],
    ['$[?@ == 01]', 'as in JSON'],
    ['$[9007199254740992]', '2^53 - 1'],
    ['$.a ', 'white space'],
    ['$.a b', 'at character 5'],
  ])('says of %s what breaks RFC 9535', async (path, reason) => {
    await expect(select(path, [])).rejects.toThrow(reason)
  })

  it('refuses what would grow without end, and says so', async () => {
    await expect(select('$[*]', Array(100_001).fill(0))).rejects.toThrow('more than 100000')
    await expect(select(`$[?${'('.repeat(900)}`)).rejects.toBeInstanceOf(InvalidInput)
    await expect(select("$[?match(@, 'a{1001}')]", ['a'])).rejects.toThrow('too large to be run')
  })

  it('stops at the limit, and still counts every match', async () => {
    const { values, count } = await run('text-json-path', { json: [1, 2, 3], path: '$[*]', limit: 2 })
    expect([values, count]).toEqual([[1, 2], 3])
  })

  it.each(['store', '$..[', '$[?(', '$.a]', '$["a', '$.', '$...a', '$..book[?(x=>x)]', '@', '$$'])(
    'refuses %s',
    async (path) => {
      await expect(select(path)).rejects.toBeInstanceOf(InvalidInput)
    },
  )

  it('reaches nothing of the host from a filter', async () => {
    for (const filter of [
      '@.constructor.constructor("return process")()',
      '@["__proto__"]["polluted"]=1',
      'process.exit(1)',
      'globalThis',
      '@.category.constructor("return this")()',
    ]) {
      const found = await select(`$..book[?(${filter})]`).catch((error: unknown) => error)
      if (found instanceof Error) expect(found).toBeInstanceOf(InvalidInput)
      else expect(found).toMatchObject({ count: 0 })
    }
    for (const path of ['$.constructor', '$.__proto__', '$..constructor', '$.toString'])
      expect((await select(path)).count).toBe(0)
    expect(pollution().polluted).toBeUndefined()
  })
})

describe('data-jsonata', () => {
  const query = (expression: string, json: unknown = { a: [1, 2, 3], o: { x: 'y' } }) =>
    run('data-jsonata', { json, expression })

  // docs.jsonata.org: predicates, grouping, higher-order functions, date/time.
  it.each([
    ['a[0]', 1],
    ['a[-1]', 3],
    ['a[$ > 1]', [2, 3]],
    ['$map(a, function($v) { $v * 2 })', [2, 4, 6]],
    ['$reduce(a, function($i, $j) { $i + $j })', 6],
    ['{ "total": $sum(a), "keys": $keys(o) }', { total: 6, keys: 'x' }],
    ['$fromMillis(0)', '1970-01-01T00:00:00.000Z'],
    ['o ~> |$|{"z": 1}|', { x: 'y', z: 1 }],
    ['($f := function($n) { $n <= 1 ? 1 : $n * $f($n - 1) }; $f(10))', 3_628_800],
  ])('computes %s', async (expression, result) => {
    expect((await query(expression)).result).toEqual(result)
  })

  it('tells nothing from null', async () => {
    expect(await query('nope')).toMatchObject({ found: false, result: null })
    expect(await query('n', { n: null })).toMatchObject({ found: true, result: null })
  })

  it('says which results JSON cannot express', async () => {
    expect(await query('1/0')).toMatchObject({ result: 'Infinity', warnings: [expect.any(String)] })
  })

  it.each([
    ['a[', /at character/],
    ['$number("x")', /cast/],
    ['$now()', /cached/],
    ['$eval("$random()")', /cached|fails/],
    ['function($x) { $x }', /function/],
    ['$error("mine")', /mine/],
    ['($f := function($n) { 1 + $f($n) }; $f(1))', /Stack overflow|recursi/],
    ['$power(10, 400)', /represented/],
    ['$uuid()', /non-function/],
  ])('refuses %s with a reason', async (expression, reason) => {
    const failed = query(expression)
    await expect(failed).rejects.toBeInstanceOf(InvalidInput)
    await expect(failed).rejects.toThrow(reason)
  })

  it('pollutes no prototype and sees none', async () => {
    await query('$ ~> |$|{"__proto__": {"polluted": 1}}|').catch(() => null)
    await query('$merge([{"__proto__": {"polluted": 1}}])')
    expect((await query('$.constructor')).found).toBe(false)
    expect((await query('$lookup($, "__proto__")')).found).toBe(false)
    expect(pollution().polluted).toBeUndefined()
  })
})

describe('data-json-flatten and data-json-unflatten', () => {
  const flatten = (json: unknown, options: object = {}) => run('data-json-flatten', { json, ...options })
  const unflatten = (json: unknown, options: object = {}) =>
    run('data-json-unflatten', { json, ...options })

  // A list cannot be told from an object with the names 0, 1, 2; an empty whole has no names to come back from.
  const isPlain = (value: unknown): boolean =>
    typeof value !== 'object' ||
    value === null ||
    ((Array.isArray(value) || !/^(\d+,?)+$/.test(Object.keys(value).join())) &&
      Object.values(value).every(isPlain))
  const nested = jsonValues
    .filter((value) => typeof value === 'object' && value !== null && Object.keys(value).length > 0)
    .filter((value) => !/\\ud[89a-f]/.test(JSON.stringify(value)) && isPlain(value))
    .map((value): unknown => parseJson(JSON.stringify(value)))

  it('are each other’s inverse', async () => {
    await fc.assert(
      fc.asyncProperty(nested, async (json) => {
        const { result } = await flatten(json, { delimiter: '=>' })
        expect((await unflatten(result, { delimiter: '=>' })).result).toEqual(json)
      }),
      { seed: 31, numRuns: 200 },
    )
  })

  it('lose no value to a name that is already taken', async () => {
    await expect(flatten({ 'a.b': 1, a: { b: 2 } })).rejects.toThrow('Two values would be called "a.b"')
    expect((await flatten({ 'a.b': 1, a: { b: 2 } }, { delimiter: '/' })).result).toEqual({
      'a.b': 1,
      'a/b': 2,
    })
    await expect(unflatten({ a: 1, 'a.b': 2 })).rejects.toThrow('a value and an object')
    await expect(unflatten({ 'a.b': 2, a: 1 })).rejects.toThrow('a value and an object')
  })

  it('pollute no prototype', async () => {
    for (const whole of ['{"__proto__":{"polluted":1}}', '{"a":{"__proto__":{"polluted":1}}}'])
      expect(JSON.stringify((await unflatten((await flatten(whole)).result)).result)).toBe(whole)
    expect(JSON.stringify((await unflatten({ 'constructor.prototype.polluted': 1 })).result)).toBe(
      '{"constructor":{"prototype":{"polluted":1}}}',
    )
    expect(JSON.stringify((await flatten('{"__proto__":{"a":1}}')).result)).toBe('{"__proto__.a":1}')
    expect(pollution().polluted).toBeUndefined()
  })

  it('never make a list of a million places from one name', async () => {
    expect((await unflatten({ 'a.999999999': 1 })).result).toEqual({ a: { '999999999': 1 } })
    await expect(unflatten({ ['a.'.repeat(500)]: 1 })).rejects.toThrow('parts')
  })
})

describe('data-group-by', () => {
  const group = (rows: unknown, options: object) => run('data-group-by', { rows, ...options })

  it('keeps 1 and "1" apart, and groups null with missing', async () => {
    const { groups } = await group(
      [{ a: 1 }, { a: '1' }, {}, { a: null }, { a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }],
      {
        by: ['a'],
      },
    )
    expect(groups).toMatchObject([{ count: 1 }, { count: 1 }, { count: 2 }, { count: 2 }])
  })

  it('computes every aggregate', async () => {
    const ops = ['count', 'count_distinct', 'sum', 'mean', 'min', 'max', 'first', 'last', 'list']
    const aggregates = ops.map((op) => ({ op, field: 'v', as: op }))
    const rows = [{ v: 0.7 }, { v: 0.1 }, {}, { v: 0.1 }]
    expect((await group(rows, { by: ['g'], aggregates })).groups).toMatchObject([
      {
        values: {
          count: 3,
          count_distinct: 2,
          sum: 0.9,
          mean: 0.3,
          min: 0.1,
          max: 0.7,
          first: 0.7,
          last: 0.1,
          list: [0.7, 0.1, 0.1],
        },
      },
    ])
  })

  it.each([
    [{ a: 1 }, { by: ['a'] }, 'list'],
    [[1], { by: ['a'] }, 'Row 1'],
    [[{ a: 'x' }], { by: ['b'], aggregates: [{ op: 'sum', field: 'a' }] }, 'numbers'],
    [[{ a: 'x' }, { a: 1 }], { by: ['b'], aggregates: [{ op: 'min', field: 'a' }] }, 'only numbers'],
    [[{ a: 1e308 }, { a: 1e308 }], { by: ['b'], aggregates: [{ op: 'sum', field: 'a' }] }, 'too large'],
    [
      [{ a: 1 }],
      {
        by: ['a'],
        aggregates: [
          { op: 'sum', field: 'a' },
          { op: 'sum', field: 'a' },
        ],
      },
      'Two aggregates',
    ],
  ])('refuses what cannot be computed (%#)', async (rows, options, reason) => {
    await expect(group(rows, options)).rejects.toThrow(reason)
  })
})
