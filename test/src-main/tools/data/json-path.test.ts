import { describe, expect, it } from 'vitest'
import { InvalidInput } from '../../../../src-main/tool-kit/tool-context.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

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
