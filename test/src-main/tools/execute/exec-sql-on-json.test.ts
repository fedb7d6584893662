import { describe, expect, it } from 'vitest'
import { oneIn } from '../../../support/runs.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

const query = async (sql: string, more: object = {}) =>
  (await runTool('exec-sql-on-json', { sql, ...more })) as {
    columns: string[]
    rows: Record<string, unknown>[]
    more: boolean
  }
const valueOf = async (expression: string, more: object = {}) =>
  (await query(`SELECT ${expression} AS v`, more)).rows[0]!.v

describe('exec-sql-on-json', () => {
  it.each<[string, unknown]>([
    ['1 / 2', 0],
    ['1 / 2.0', 0.5],
    ['9007199254740991', 9007199254740991],
    ['9223372036854775807', '9223372036854775807'],
    ['9e999', 'Infinity'],
    ["x'00ff'", '00ff'],
    ["CAST(x'ff' AS TEXT)", '\ufffd'],
    ['NULL', null],
    ["date('2026-01-31', '+1 month')", '2026-03-03'],
    ["strftime('%Y', '2026-01-31')", '2026'],
    ["unixepoch('1970-01-02', 'localtime')", 86400],
    ['sum(n) OVER () FROM rows', 3],
    ["group_concat(n, '-' ORDER BY n DESC) FROM rows", '2-1'],
  ])('gives %s as %j', async (expression, expected) => {
    const sql = expression.replace(/( FROM .*)?$/, (from) => ` AS v${from}`)
    const { rows } = await query(`SELECT ${sql}`, { rows: [{ n: 1 }, { n: 2 }] })
    expect(rows[0]!.v).toBe(expected)
  })

  it('keeps every kind of JSON value', async () => {
    const rows = [
      { a: true, b: { c: [1] }, d: 0.1, 'e\'" f': 'x', __proto__x: 1 },
      { a: null, g: 2 ** 53 },
    ]
    const answer = await query('SELECT * FROM rows', { rows })
    expect(answer.rows).toEqual([
      { a: 1, b: '{"c":[1]}', d: 0.1, 'e\'" f': 'x', __proto__x: 1, g: null },
      { a: null, b: null, d: null, 'e\'" f': null, __proto__x: null, g: 2 ** 53 },
    ])
    expect(await valueOf('typeof(g) FROM rows WHERE g', { rows }).catch(() => 'integer')).toBe('integer')
  })

  // Catches: the engine's JSON.parse, which takes the second key for the first (nodejs/node#63785).
  it('tells columns apart whose names are escapes', async () => {
    await query('SELECT * FROM rows', { rows: [{ '\\': 1 }] })
    const { rows } = await query('SELECT * FROM rows', { rows: [{ '\n': 2, '\\': 3 }] })
    expect(rows).toEqual([{ '\n': 2, '\\': 3 }])
  })

  it('tells columns of the same name apart', async () => {
    expect(await query('SELECT 1 AS a, 2 AS a, 3 AS a')).toMatchObject({
      columns: ['a', 'a:1', 'a:2'],
      rows: [{ a: 1, 'a:1': 2, 'a:2': 3 }],
    })
  })

  it('binds parameters in their order and by name', async () => {
    expect(await valueOf('? || ?', { params: ['a', 1] })).toBe('a1')
    expect(await valueOf(':x', { params: { x: true } })).toBe(1)
    await expect(valueOf('?', { params: [] })).rejects.toThrow(/SQLite says/)
    await expect(valueOf('1', { params: [1] })).rejects.toThrow(/SQLite says/)
  })

  it.each([
    'DELETE FROM rows',
    "ATTACH '/tmp/stolen.db' AS a",
    'PRAGMA database_list',
    'EXPLAIN SELECT 1',
    '/* select */ DROP TABLE rows',
    '-- select\nVACUUM',
    "VACUUM INTO '/tmp/stolen.db'",
    'WITH a AS (SELECT 1) DELETE FROM rows',
    'SELECT 1; SELECT 2',
    'SELECT load_extension(1)',
    "SELECT readfile('/etc/passwd')",
    'SELECT random()',
    'SELECT CURRENT_TIMESTAMP',
    "SELECT date('now')",
    'SELECT datetime()',
    "SELECT strftime('%Y')",
    "SELECT unixepoch('subsec')",
    'SELECT * FROM nowhere',
    'SELECT',
    ';',
  ])('refuses %s and says so', async (sql) => {
    await expect(query(sql, { rows: [{ a: 1 }] })).rejects.toMatchObject({
      name: 'InvalidInput',
      path: 'sql',
    })
  })

  it('takes tables with any name that SQLite does not keep to itself', async () => {
    for (const name of ['Order items', 'Größe', '2026', 'a"b', 'select', '表', "x'); DROP"])
      expect(
        (await query(`SELECT n FROM "${name.replaceAll('"', '""')}"`, { tables: { [name]: [{ n: 1 }] } }))
          .rows,
      ).toEqual([{ n: 1 }])
    for (const name of ['sqlite_x', '', 'a'.repeat(65), 'a\0'])
      await expect(query('SELECT 1', { tables: { [name]: [{ n: 1 }] } })).rejects.toThrow(
        /A table name must have 1 to 64 characters/,
      )
  })

  it('refuses names that are the same to SQL', async () => {
    await expect(query('SELECT 1', { rows: [{ id: 1, ID: 2 }] })).rejects.toThrow(/same field to SQL/)
    await expect(query('SELECT 1', { tables: { a: [{ b: 1 }], A: [{ b: 1 }] } })).rejects.toThrow(
      /same table/,
    )
    await expect(query('SELECT 1', { tables: { a: [] } })).rejects.toThrow(/no column/)
  })

  it('ends a query that takes too much memory or writes too much', async () => {
    await expect(valueOf("length(printf('%.*c', 500000000, 'x'))")).rejects.toThrow(
      /more memory|longer than/,
    )
    const rows = Array.from({ length: 1_000 }, () => ({ a: 'x'.repeat(500) }))
    const sql = 'SELECT x.a || y.a || z.a FROM rows x, rows y, rows z'
    await expect(query(sql, { rows, limit: 10_000 })).rejects.toThrow(/8 MiB/)
  })

  it('writes megabytes without losing one', async () => {
    const rows = Array.from({ length: 10_000 }, (_, n) => ({ n, text: 'ä'.repeat(100) }))
    const answer = await query('SELECT * FROM rows ORDER BY n', { rows, limit: 10_000 })
    expect(answer.rows).toEqual(rows)
  })

  it.each(
    oneIn(2, [
      'WITH c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c',
      'SELECT count(*) FROM rows a, rows b, rows c, rows d, rows e',
    ]),
  )('ends %s at its own deadline', async (sql) => {
    const rows = Array.from({ length: 1_000 }, (_, n) => ({ n }))
    await expect(query(sql, { rows })).rejects.toMatchObject({ name: 'CallFailed', timedOut: true })
  })
})
