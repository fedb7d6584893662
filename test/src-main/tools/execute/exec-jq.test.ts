import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'

const results = async (json: unknown, filter: string, more: object = {}) =>
  ((await runTool('exec-jq', { json, filter, ...more })) as { results: unknown[] }).results

describe('exec-jq', () => {
  // From the jq 1.8 manual; each is another part of the language.
  it.each<[string, unknown, unknown[]]>([
    ['.foo // 42', {}, [42]],
    ['[.[] | (1 / .)?]', [1, 0, 4], [[1, 0.25]]],
    [
      'reduce .[] as [$i,$j] (0; . + $i * $j)',
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
      [44],
    ],
    ['[limit(3; .[])]', [0, 1, 2, 3], [[0, 1, 2]]],
    ['try error("\\($__loc__)") catch .', null, ['{"file":"<top-level>","line":1}']],
    ['[match("foo (?<bar123>bar)? foo"; "ig").captures[].name]', 'foo bar foo foo  foo', undefined!],
    ['to_entries', { a: 1 }, [[{ key: 'a', value: 1 }]]],
    ['def f: .+1; map(f)', [1, 2], [[2, 3]]],
    ['@base64', '"This is a message"', ['VGhpcyBpcyBhIG1lc3NhZ2U=']],
    ['strftime("%Y-%m-%dT%H:%M:%SZ")', 1425599621, ['2015-03-05T23:53:41Z']],
    ['ltrimstr("foo")', '"foobar"', ['bar']],
  ])('answers %s as the manual does', async (filter, json, expected) => {
    if (expected === undefined) {
      expect(await results('"foo bar foo foo  foo"', filter)).toEqual([['bar123', 'bar123']])
    } else {
      expect(await results(json, filter)).toEqual(expected)
    }
  })

  // What is new in the manuals of 1.7 and 1.8, and texts that are not ASCII.
  it.each<[string, unknown, unknown[]]>([
    ['index("!"), rindex("!"), indices("!")', '"Привет! Мир!"', [6, 11, [6, 11]]],
    ['.[index("М"):]', '"Привет Мир"', ['Мир']],
    ['trim, ltrim, rtrim', '" é "', ['é', 'é ', ' é']],
    ['trimstr("foo")', '"foobarfoo"', ['bar']],
    ['add(.[].a)', [{ a: 3 }, { a: 5 }], [8]],
    ['[.[] | toarray]', [1, [2]], [[[1], [2]]]],
    ['pick(.a, .b[1])', { a: 1, b: [2, 3], c: 4 }, [{ a: 1, b: [null, 3] }]],
    ['have_decnum, ([limit(0; 1, 2)] | length), abs', -3, [true, 0, 3]],
    ['input_filename', 1, [null]],
  ])('answers %s as jq 1.8 does', async (filter, json, expected) => {
    expect(await results(json, filter)).toEqual(expected)
  })

  it('reads several documents, and slurps them', async () => {
    expect(await results('1 {"a":2}\n"c"', '.')).toEqual([1, { a: 2 }, 'c'])
    expect(await results('1 {"a":2}', 'length', { slurp: true })).toEqual([2])
  })

  it('hands arguments to the filter, and reads none of them as an option', async () => {
    const args = { a: '--help', b: { c: [1] }, d: null }
    expect(await results(null, '$a, $b.c[0], $d', { args })).toEqual(['--help', 1, null])
  })

  // As the program: `jq '.[] | 1 / .'` prints what it has, and ends with an error.
  it('reports an error that follows a result', async () => {
    expect(await runTool('exec-jq', { json: 1, filter: '1, error("later")' })).toEqual({
      results: [1],
      count: 1,
      first: 1,
      error: 'jq says: later',
    })
    expect(await runTool('exec-jq', { json: '[1] {} [2]', filter: '.[0] / 1' })).toMatchObject({
      results: [1, 2],
      error: expect.stringMatching(/Cannot index object with number/),
    })
    await expect(results(1, 'error("first"), 1')).rejects.toThrow('first')
  })

  // The rules of imports are those of the jq manual, section Modules.
  it('imports modules and data by their paths', async () => {
    const modules = {
      'lib/money.jq':
        '# cents\nmodule {name: "money"}; import "rates" as $rates {search: "./"}; def cents: . * $rates::rates[0].usd;',
      'lib/rates.json': '{"usd": 100}',
      'a/b/b.jq': 'import "../c" as up; def x: 1;',
      'day.jq': 'def day: 86400 | localtime | .[2]; def later: now;',
    }
    expect(await results(3, 'import "lib/money" as money; money::cents', { modules })).toEqual([300])
    expect(await results(3, 'import "money" as m {search: "./lib"}; m::cents', { modules })).toEqual([300])
    expect(
      await results(0, '# what;\ninclude "day"; day, ("lib/money" | modulemeta.name)', { modules }),
    ).toEqual([2, 'money'])
    await expect(results(0, 'include "day"; later', { modules })).rejects.toThrow('now is not available')
    await expect(results(0, 'import "a/b" as b; b::x', { modules })).rejects.toThrow(/may not traverse/)
    await expect(results(0, 'import "nowhere" as b; .', { modules })).rejects.toThrow(
      'module not found: nowhere',
    )
  })

  // Catches: a file of the machine, or of the binary's own file system, read as a module.
  it.each(['/etc/passwd.json', '../x.jq', 'a/../b.jq', './a.jq', '.jq', 'a.txt'])(
    'refuses a module called %s',
    async (path) => {
      await expect(results(0, '.', { modules: { [path]: '1' } })).rejects.toThrow()
    },
  )

  it.each([
    ['.[', /syntax error.*line 1/s],
    ['.a', /Cannot index number/],
    ['$foo', /\$foo is not defined/],
    ['import "a" as a; .', /module not found: a/],
    ['now', /now is not available/],
    ['"x" | halt_error', /jq says: x/],
    ['input', /there is no more input/],
    ['infinite | tojson | "1e1000" | fromjson', /too large/],
  ])('refuses %s with what jq says', async (filter, message) => {
    await expect(results(1, filter)).rejects.toMatchObject({
      name: 'InvalidInput',
      path: 'filter',
      message: expect.stringMatching(message),
    })
  })

  it('blames the JSON where that cannot be read', async () => {
    await expect(results('{"a":', '.')).rejects.toMatchObject({ path: 'json' })
  })

  it.each([
    ['[limit(20000; repeat(0))] | reduce .[] as $x (0; [.])', /nested too deeply|too deep/i],
    ['def f: 1 + f; f', /memory/],
    ['repeat("0123456789012345678901234567890123456789")', /8 MiB/],
    ['range(20000)', /more than 10000 results/],
  ])('ends %s with a sentence', async (filter, message) => {
    await expect(results(1, filter)).rejects.toThrow(message)
    // The next run has an instance of its own.
    expect(await results(1, '. + 1')).toEqual([2])
  })

  it('knows nothing of the machine it runs on', async () => {
    expect(JSON.stringify(await results(0, 'env, input_filename, get_search_list'))).not.toMatch(
      /work|node|\.ts/,
    )
    expect(await results(0, 'strflocaltime("%H"), (localtime | .[3])')).toEqual(['00', 0])
  })

  it('reads megabytes well within the deadline of a worker', async () => {
    const json = Array.from({ length: 50_000 }, (_, id) => ({ id, name: 'x'.repeat(20) }))
    expect(await results(json, 'map(.id) | add')).toEqual([1_249_975_000])
    expect((await results(json, 'map(.name) | add | length'))[0]).toBe(1_000_000)
  })
})
