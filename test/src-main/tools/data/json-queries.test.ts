import { describe, expect, it } from 'vitest'
import { InvalidInput } from '../../../../src-main/tool-kit/tool-context.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

const run = async (slug: string, input: unknown) => (await runTool(slug, input)) as Record<string, unknown>
const pollution = () => ({}) as Record<string, unknown>

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
    [[{ a: 1 }], { by: ['__proto__'] }, '__proto__'],
  ])('refuses what cannot be computed (%#)', async (rows, options, reason) => {
    await expect(group(rows, options)).rejects.toThrow(reason)
  })
})
