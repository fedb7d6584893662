import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DatabaseSync } from 'node:sqlite'
import { runInNewContext } from 'node:vm'
import ts from 'typescript'
import { errorsOf } from '../../../support/sources/type-checker.ts'
import { dataOf, gapsOf, lawTools, runsHere } from '../../../support/tools/law-tools.ts'
import { ROOT } from '../../../support/sources/source-files.ts'

/** Every tool that writes source or a picture of a code: the test that runs what it writes, or the check below. */
const RUN_BY: Readonly<Record<string, string>> = {
  'code-css-minify': 'test/src-main/tools/code/code-css-minify.test.ts',
  'code-format': 'below',
  'code-js-minify': 'below',
  'code-json-to-go-struct': 'test/src-main/inference/print-go.test.ts',
  'code-json-to-python-class': 'test/src-main/inference/print-python.test.ts',
  'code-json-to-types': 'test/src-main/inference/languages/compiled.test.ts',
  'code-json-to-typescript': 'below',
  'code-json-to-zod': 'test/src-main/tools/code/json-tools.test.ts',
  'code-sql-format': 'below',
  'comm-ical-create': 'test/src-main/tools/date/comm-ical-create.test.ts',
  'comm-vcard-create': 'test/src-main/tools/generate/generators.test.ts',
  'gen-avatar-svg': 'test/src-main/tools/generate/generators.test.ts',
  'openapi-to-tools': 'test/src-main/tools/code/small-language-tools.test.ts',
  'svg-generate-chart': 'test/src-main/tools/generate/generators.test.ts',
  'text-json-schema-generate': 'test/src-main/tools/code/json-tools.test.ts',
  'vision-barcode-generate': 'test/src-main/tools/media/codes.test.ts',
  'vision-qr-generate': 'test/src-main/tools/media/codes.test.ts',
}

const WRITES =
  /^code-(?:json-to|(?:\w+-)?(?:minify|format))|^(?:svg|gen-avatar|vision)-.*(?:generate|svg)|-create$|^openapi-to|schema-generate/

const DOCUMENT = {
  id: 1,
  'a-b': [true, null, 'x'],
  nested: { list: [{ a: 1 }, { a: 2, b: 'c' }], empty: {} },
  constructor: 'x',
}
const PROGRAM = `
  const add = (a, b = 2, ...rest) => { if (a > b) { return a } else { return b + rest.length } }
  class Box { #v = 1; get v() { return this.#v ?? 0 } static of() { return new Box() } }
  result = [add(1), add(3, 1), add(1, 2, 3), Box.of().v, \`a\${1 + 1}b\`, /a\\/b/.test('a/b'), [..."é"].length]
`
const runScript = (source: string): unknown => {
  const scope: { result: unknown } = { result: undefined }
  runInNewContext(source, scope)
  return JSON.stringify(scope.result)
}
const tools = await lawTools()

describe('generated source', () => {
  it('is run by a test, for every tool that writes some', () => {
    const writes = tools
      .filter(runsHere)
      .map(({ slug }) => slug)
      .filter((slug) => WRITES.test(slug))
    expect(gapsOf(RUN_BY, writes)).toEqual({ missing: [], needless: [] })
    const files = Object.values(RUN_BY).filter((file) => file !== 'below')
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  })

  it('is TypeScript that takes its document', async () => {
    const { result, root } = await dataOf('code-json-to-typescript', { json: DOCUMENT })
    const use = `const value: ${root} = ${JSON.stringify(DOCUMENT)}\nvoid value\n`
    expect(errorsOf({ 'a.ts': `${result}${use}` })).toEqual({})
    expect(errorsOf({ 'a.ts': `${result}${use.replace('"id":1', '"id":"1"')}` })).not.toEqual({})
  })

  it('is JavaScript that does the same when it is minified or formatted', async () => {
    const expected = runScript(PROGRAM)
    const minified = await dataOf('code-js-minify', { code: PROGRAM })
    const formatted = await dataOf('code-format', { code: PROGRAM, language: 'javascript' })
    expect([runScript(minified.code), runScript(formatted.code)]).toEqual([expected, expected])
    const typed = await dataOf('code-format', {
      code: `let a:number=1;result=a as number`,
      language: 'typescript',
    })
    expect(runScript(ts.transpile(typed.code))).toBe('1')
  })

  it('is SQL that answers the same when it is formatted', async () => {
    const sql =
      "with t(a,b) as (values (1,'x''y'),(2,null)) select a, b || '-' as c, case when a>1 then 'q' end d from t order by 1 desc -- end"
    const { sql: formatted } = await dataOf('code-sql-format', { sql, dialect: 'sqlite' })
    const answer = (text: string) => new DatabaseSync(':memory:').prepare(text).all()
    expect(formatted).not.toBe(sql)
    expect(answer(formatted)).toEqual(answer(sql))
  })
})
