import { describe, expect, it } from 'vitest'
import { onlyReads } from '../../../../src-main/tools/ai/lib/read-only-sql.ts'

describe('SQL that is called read-only', () => {
  it.each([
    ['postgresql', 'SELECT \'insert into\' AS a, "update" FROM t -- delete'],
    ['postgresql', 'WITH a AS (SELECT 1) SELECT * FROM a; TABLE b'],
    ['postgresql', "SELECT $$it's; drop table t$$"],
    ['postgresql', "SELECT replace(name, 'a', 'b') FROM t"],
    ['mysql', 'SELECT `delete` FROM t # into'],
    ['sqlserver', 'SELECT [insert into] FROM [t]'],
    ['sqlite', 'EXPLAIN SELECT 1'],
  ])('only reads in %s: %s', (dialect, sql) => {
    expect(onlyReads(sql, dialect)).toBe(true)
  })

  it.each([
    ['postgresql', 'SELECT * INTO copied FROM t'],
    ['sqlserver', 'select top 1 * into #x from t'],
    ['mysql', "SELECT * FROM t INTO OUTFILE '/tmp/x'"],
    ['postgresql', 'WITH gone AS (DELETE FROM t RETURNING *) SELECT * FROM gone'],
    ['postgresql', 'EXPLAIN ANALYZE UPDATE t SET a = 1'],
    ['postgresql', "SELECT nextval('s')"],
    ['postgresql', 'SELECT pg_terminate_backend(1)'],
    ['postgresql', "SELECT lo_import('/etc/passwd')"],
    ['mysql', 'SELECT 1 /*! ; DELETE FROM t */'],
    ['mysql', "SELECT 'a\\'; DELETE FROM t; -- '"],
    ['mysql', 'SELECT 1--1; DELETE FROM t'],
    ['mysql', "SELECT 1 # '\n; DELETE FROM t; # '"],
    ['postgresql', "SELECT $$'$$; DELETE FROM t; SELECT $$'$$"],
    ['postgresql', "SELECT 1 /* /* */ ' */; DELETE FROM t; SELECT '"],
    ['postgresql', 'SELECT a[1]; DELETE FROM t; SELECT a[1]'],
    ['postgresql', 'SELECT 1 FROM t FOR UPDATE'],
    ['sqlite', ''],
  ])('may write in %s: %s', (dialect, sql) => {
    expect(onlyReads(sql, dialect)).toBe(false)
  })
})
