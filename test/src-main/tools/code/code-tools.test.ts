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

describe('code-json-to-types', () => {
  const json = [
    { id: 1, 'a-b': null, x: { y: [1.5] }, s: 'quote " \\ ${x} */' },
    { id: 2, on: true },
  ]

  it('writes every language, with and without code around the types', async () => {
    const tool = await loadTool('code-json-to-types')
    const languages = (tool!.input.shape['language'] as unknown as { options: string[] }).options
    expect(languages.length).toBeGreaterThan(20)
    for (const language of languages)
      for (const types_only of [true, false])
        expect((await run('code-json-to-types', { json, language, types_only })).result, language).toMatch(
          /\w{4}/,
        )
  })

  it('refuses what is nested too deeply', async () => {
    const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`
    await expect(run('code-json-to-go-struct', { json: deep })).rejects.toMatchObject({ path: 'json' })
  })
})

describe('code-json-to-python-class', () => {
  // Catches: a suffix tried without end for a name whose beginning is taken.
  it.each(['model_name', 'parse_x', 'model_', 'parse_raw', 'model_config', 'copy', 'class', '', '__x'])(
    'finds a name for the key %j',
    async (key) => {
      const json = { [key]: 1, [`${key}_`]: 2, [`field_${key}`]: 3 }
      for (const style of ['pydantic', 'dataclass']) {
        const { result } = (await runTool('code-json-to-python-class', { json, style })) as {
          result: string
        }
        const names = [...result.matchAll(/^ {4}(\w+): int/gm)].map(([, name]) => name!)
        expect(new Set(names).size).toBe(3)
        if (style === 'pydantic') expect(names.join()).not.toMatch(/\b(?:model|parse)_|\b_/)
      }
    },
  )

  it('tells apart keys that give one name, and orders fields with defaults last', async () => {
    const { result } = await run('code-json-to-python-class', {
      examples: [
        { gone: 1, 'a-b': 1, a_b: 2, json: 3 },
        { 'a-b': 1, a_b: 2, json: 3 },
      ],
      style: 'pydantic',
    })
    expect(result).toContain('    a_b: int = Field(alias="a-b")\n    a_b_: int = Field(alias="a_b")\n')
    expect(result).toContain('json_: int = Field(alias="json")\n    gone: int | None = None\n')
  })
})

describe('code-format', () => {
  it.each([
    ['json', '{"a":[1,2]}', '{ "a": [1, 2] }\n'],
    ['html', '<p>a<b>c</b></p>', '<p>a<b>c</b></p>\n'],
    ['vue', '<template><p/></template>', '<template><p /></template>\n'],
    ['markdown', '* a\n* b\n\n```js\na=1\n```\n', '- a\n- b\n\n```js\na = 1;\n```\n'],
    ['yaml', 'a:   1\nb: [ 1,2 ]', 'a: 1\nb: [1, 2]\n'],
    ['graphql', '{a{b}}', '{\n  a {\n    b\n  }\n}\n'],
    ['tsx', 'const a=<b c={1 as number}/>', 'const a = <b c={1 as number} />;\n'],
    ['scss', 'a{b:c;&:d{e:f}}', 'a {\n  b: c;\n  &:d {\n    e: f;\n  }\n}\n'],
    ['less', '@a:1;', '@a: 1;\n'],
    ['json5', "{a:'b'}", '{ a: "b" }\n'],
  ])('formats %s', async (language, code, formatted) => {
    expect((await run('code-format', { code, language })).code).toBe(formatted)
  })

  it('says where code cannot be read', async () => {
    await expect(run('code-format', { code: 'let a =\n= 1' })).rejects.toMatchObject(
      refusal('code', /Line 2, column 1: "=" cannot stand here/),
    )
    await expect(run('code-format', { code: '{', language: 'yaml' })).rejects.toMatchObject({
      path: 'code',
    })
  })
})

describe('the minifiers', () => {
  it('keep what the code does', async () => {
    const code =
      '/*! mine */ (function () { const secret = [1, 2].map((n) => n * 2); return secret.join("-") })()'
    const { code: short } = await run('code-js-minify', { code, compress: false })
    expect(short).toContain('mine')
    expect((await run('exec-javascript', { code: short })).result).toBe('2-4')
    await expect(run('code-js-minify', { code: 'a\n  b c' })).rejects.toMatchObject(
      refusal('code', /Line 2, column 5: "c" cannot stand here/),
    )
    // Catches: a parser that reads the beginning of an interface without an end.
    await expect(run('code-js-minify', { code: 'interface A {' })).rejects.toMatchObject(
      refusal('code', /Line 1, column 11/),
    )
    // Catches: "Unexpected token" for what a module may contain.
    const top = { code: 'const a = 1\nawait a' }
    await expect(run('code-js-minify', top)).rejects.toMatchObject(refusal('code', /`module: true`/))
    expect((await run('code-js-minify', { ...top, module: true })).code).toContain('await')
  })
})

describe('code-complexity-score', () => {
  // Each adds one way, or none, as ESLint's rule `complexity` documents.
  it.each([
    ['a ?? b', 2],
    ['a?.b', 2],
    ['a ||= b', 2],
    ['switch (a) { case 1: case 2: break; default: }', 3],
    ['try {} catch {}', 2],
    ['do {} while (a)', 2],
    ['if (a) {} else if (b) {} else {}', 3],
  ])('counts %s as %i', async (statement, complexity) => {
    const { functions } = await run('code-complexity-score', { code: `function f(a, b) { ${statement} }` })
    expect(functions.find(({ name }: { name: string }) => name === 'f').complexity).toBe(complexity)
  })

  // Types have no paths: a conditional type is not a branch. JSX, casts and both readings of `<T>` are read.
  it.each([
    ['const f = (x: number): string => { if (x > 1) return "a"; else return "b" }', 2],
    ['const f = () => <div>{ok && <b/>}</div>', 2],
    ['const f = <T,>(x: T): T => <any>x ?? x!', 2],
    ['abstract class A<T> { abstract m(): void; private f?(a = 1, b?: T) { for (;;) if (b) {} } }', 4],
    ['function f<T>(a: T extends string ? 1 : 2): asserts a is 1 {}', 1],
  ])('reads TypeScript and JSX: %s', async (code, complexity) => {
    const { functions } = await run('code-complexity-score', { code })
    expect(functions.find(({ name }: { name: string }) => name === 'f').complexity).toBe(complexity)
  })

  it('names the place that the parser of the language reached', async () => {
    await expect(
      run('code-complexity-score', { code: 'let x: number = 1\nlet y: = 2' }),
    ).rejects.toMatchObject(refusal('code', /Line 2, column 8/))
  })

  it('gives inner functions a count and a name of their own', async () => {
    const code =
      'class A { m() { return x.map((y) => y ? 1 : 2) } }\nconst o = { n: function () {} }\no.p = () => {}'
    const { functions } = await run('code-complexity-score', { code })
    const counts = Object.fromEntries(
      functions.map((one: { name: string; complexity: number }) => [one.name, one.complexity]),
    )
    expect(counts).toMatchObject({ m: 1, '(anonymous)': 2, n: 1, p: 1, '(top level)': 1 })
    await expect(run('code-complexity-score', { code: 'let let' })).rejects.toMatchObject({ path: 'code' })
  })
})
