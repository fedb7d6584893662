import { describe, expect, it } from 'vitest'
import { loadTool } from '../../../../src-main/tools/index.ts'
import type { Json } from '../../../support/gateway/test-gateway.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

const run = async (slug: string, input: object): Promise<Json> => await runTool(slug, input)
const refusal = (path: string, message: RegExp) => ({
  name: 'InvalidInput',
  path,
  message: expect.stringMatching(message),
})

describe('the SQL tools', () => {
  it('refuse what cannot be read', async () => {
    await expect(run('code-sql-format', { sql: "select 'open" })).rejects.toMatchObject(
      refusal('sql', /line 1/),
    )
    await expect(run('code-sql-parse', { sql: 'SELEC 1' })).rejects.toMatchObject(
      refusal('sql', /line 1, column/),
    )
  })

  // Read by hand from the statements.
  it.each([
    [
      'SELECT a.x, b.y FROM s.t AS a JOIN u b USING (k)',
      ['select'],
      ['select s.t', 'select u'],
      ['select t.x', 'select u.y', 'select k'],
    ],
    [
      "UPDATE t SET a = b + 1 FROM u WHERE t.id = u.id AND c = 'd'",
      ['update'],
      ['update t', 'select u'],
      ['update t.a', 'select b', 'select t.id', 'select u.id', 'select c'],
    ],
    [
      "INSERT INTO t (a) SELECT 'b' FROM u ON CONFLICT (a) DO UPDATE SET a = excluded.a",
      ['insert'],
      ['insert t', 'select u'],
      ['insert t.a'],
    ],
    ['DELETE FROM t WHERE id = 1', ['delete'], ['delete t'], ['delete t.*', 'select t.id']],
    [
      'WITH gone AS (DELETE FROM t RETURNING *) SELECT * FROM gone',
      ['select'],
      ['delete t'],
      ['delete t.*'],
    ],
    [
      'MERGE INTO t USING s ON t.id = s.id WHEN MATCHED THEN DELETE',
      ['merge'],
      ['merge t', 'select s'],
      ['select t.id', 'select s.id'],
    ],
    ['CREATE VIEW v AS SELECT a FROM t', ['create'], ['create v', 'select t'], ['select t.a']],
    [
      'CREATE TABLE n AS TABLE t; DROP TABLE p.q, r; TRUNCATE x',
      ['create', 'drop', 'truncate'],
      ['create n', 'select t', 'drop p.q', 'drop r', 'truncate x'],
      [],
    ],
    ['SELECT a INTO n FROM t', ['select'], ['create n', 'select t'], ['select t.a']],
    ['COPY t (a) FROM STDIN', ['copy'], ['insert t'], []],
    [
      'EXPLAIN SELECT 1; SELECT a FROM t FOR UPDATE SKIP LOCKED',
      ['explain', 'select'],
      ['select t'],
      ['select t.a'],
    ],
    [
      'SELECT x FROM (SELECT a AS x FROM t) q, generate_series(1, 2) g',
      ['select'],
      ['select t'],
      ['select x', 'select t.a'],
    ],
  ])('reads %s', async (sql, statements, tables, columns) => {
    const facts = await run('code-sql-parse', { sql })
    const written = (use: string, name: string, table: string | null) =>
      `${use} ${table === null ? '' : `${table}.`}${name}`
    expect(facts.statements).toEqual(statements)
    const found = facts.tables.map((one: Record<string, string>) =>
      written(one.use!, one.name!, one.schema!),
    )
    expect(found).toEqual(expect.arrayContaining(tables))
    expect(found).toHaveLength(tables.length)
    const used = facts.columns.map((one: Record<string, string>) =>
      written(one.use!, one.name!, one.table!),
    )
    expect(used).toEqual(expect.arrayContaining(columns))
  })

  // Statements of PostgreSQL's documentation that other parsers refuse.
  it.each([
    'CREATE TABLE t (id bigint GENERATED ALWAYS AS IDENTITY, body jsonb)',
    'SELECT * FROM unnest(ARRAY[1, 2]) WITH ORDINALITY AS u(v, n)',
    'SELECT a FROM t ORDER BY a FETCH FIRST 3 ROWS WITH TIES',
    "SELECT a #>> '{b,c}' FROM t WHERE a @> '{\"d\": 1}'",
    'EXPLAIN (ANALYZE, BUFFERS) SELECT 1',
    'SELECT count(*) FILTER (WHERE a) OVER (PARTITION BY b ORDER BY c GROUPS 1 PRECEDING) FROM t',
  ])('takes %s', async (sql) => {
    await expect(run('code-sql-parse', { sql })).resolves.toBeTruthy()
  })

  it.each(['mysql', 'sqlite', 'bigquery', 'transactsql', 'redshift', 'trino'])(
    'tells texts from columns and WITH from tables in %s',
    async (dialect) => {
      const sql = "WITH r AS (SELECT a FROM s) SELECT 'txt' AS x, a FROM r WHERE b = 'q'"
      const { tables, columns } = await run('code-sql-parse', { sql, dialect })
      expect(tables).toEqual([{ name: 's', schema: null, use: 'select' }])
      expect(columns.map(({ name }: { name: string }) => name).toSorted()).toEqual(['a', 'b'])
    },
  )

  // What the parsers say, each in its own form, and what SQL means by it.
  const ALL_DIALECTS = [
    'postgresql',
    'mysql',
    'sqlite',
    'bigquery',
    'snowflake',
    'transactsql',
    'redshift',
    'trino',
  ]
  const factsIn = async (sql: string, dialect: string) => {
    const { tables, columns } = await run('code-sql-parse', { sql, dialect })
    const shown = (...parts: unknown[]): string =>
      `${String(parts[2])} ${String(parts[0])}.${String(parts[1])}`
    return [
      ...(tables as Json[]).map(({ schema, name, use }) => shown(schema, name, use)),
      ...(columns as Json[]).map(({ table, name, use }) => shown(table, name, use)),
    ].toSorted()
  }

  it.each(ALL_DIALECTS)('tells outputs from columns in %s', async (dialect) => {
    const sql = 'SELECT x AS y, sum(z) AS s FROM t GROUP BY y ORDER BY y, s DESC'
    expect(await factsIn(sql, dialect)).toEqual(['select null.t', 'select t.x', 'select t.z'])
    const sub = 'SELECT q.m FROM (SELECT m FROM u) q'
    expect(await factsIn(sub, dialect)).toEqual(['select null.m', 'select null.u', 'select u.m'].toSorted())
  })

  it.each(ALL_DIALECTS)(
    'finds the columns of USING, and those that are set or defined, in %s',
    async (dialect) => {
      expect(await factsIn('SELECT a.x FROM a JOIN b USING (k)', dialect)).toEqual(
        ['select null.a', 'select null.b', 'select a.x', 'select null.k'].toSorted(),
      )
      expect(await factsIn('UPDATE s.t SET a = b + 1', dialect)).toEqual(
        ['update s.t', 'update t.a', 'select t.b'].toSorted(),
      )
      const text = dialect === 'bigquery' ? 'STRING' : 'VARCHAR(9)'
      expect(await factsIn(`CREATE TABLE t (id ${text}, name ${text})`, dialect)).toEqual(
        ['create null.t', 'create t.id', 'create t.name'].toSorted(),
      )
      expect(await factsIn('INSERT INTO t (a) SELECT c FROM t', dialect)).toEqual(
        ['insert null.t', 'select null.t', 'insert t.a', 'select t.c'].toSorted(),
      )
    },
  )

  it.each(['postgresql', 'bigquery', 'snowflake', 'transactsql', 'redshift', 'trino'])(
    'keeps the database of a table in %s',
    async (dialect) => {
      expect(await factsIn('SELECT x FROM c.s.t', dialect)).toEqual(['select c.s.t', 'select t.x'])
    },
  )

  it('takes the part of a date for a word, and not for a column', async () => {
    const sql = 'SELECT DATEADD(day, 1, d), DATEDIFF(MONTH, day, b), DATEPART(yyyy, c) FROM t'
    for (const dialect of ['transactsql', 'snowflake', 'redshift'])
      expect(await factsIn(sql, dialect)).toEqual(
        ['select null.t', 'select t.d', 'select t.day', 'select t.b', 'select t.c'].toSorted(),
      )
    expect(await factsIn('SELECT DATEDIFF(day, d) FROM t', 'mysql')).toEqual(
      ['select null.t', 'select t.d', 'select t.day'].toSorted(),
    )
  })

  it.each(['bigquery', 'snowflake', 'mysql', 'transactsql'])('reads DELETE FROM in %s', async (dialect) => {
    const sql = 'SELECT 1; delete from s.t where a = 1'
    const { statements, tables } = await run('code-sql-parse', { sql, dialect })
    expect(statements).toEqual(['select', 'delete'])
    expect(tables).toEqual([{ name: 't', schema: 's', use: 'delete' }])
  })

  it.each(['selec a from t', 'update t a=1', 'foo bar'])('refuses %s in transactsql', async (sql) => {
    await expect(run('code-sql-parse', { sql, dialect: 'transactsql' })).rejects.toMatchObject(
      refusal('sql', /no statement begins like this/),
    )
  })

  it('refuses what is nested too deeply, and reads the next text', async () => {
    for (const sql of [
      `SELECT ${'('.repeat(45_000)}1${')'.repeat(45_000)}`,
      `SELECT 1${'+1'.repeat(45_000)}`,
    ])
      await expect(run('code-sql-parse', { sql })).rejects.toMatchObject(
        refusal('sql', /nested too deeply/),
      )
    expect(await run('code-sql-parse', { sql: 'SELECT 1' })).toMatchObject({ statements: ['select'] })
  })

  it('give the syntax tree as JSON in every dialect', async () => {
    const tool = await loadTool('code-sql-parse')
    const dialects = (
      tool!.input.shape['dialect'] as unknown as { _zod: { def: { innerType: { options: string[] } } } }
    )._zod.def.innerType.options
    for (const dialect of dialects) {
      const { ast, tables } = await run('code-sql-parse', {
        sql: 'SELECT a FROM t WHERE b = 1',
        dialect,
        ast: true,
      })
      expect(JSON.stringify(ast), dialect).toMatch(/"select"|"SelectStmt"/)
      expect(tables, dialect).toMatchObject([{ name: 't', use: 'select' }])
    }
  })
})
