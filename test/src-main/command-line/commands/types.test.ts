import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { toTypeScript } from '../../../../src-main/command-line/tool/json-schema-type.ts'
import { typesOf } from '../../../../src-main/command-line/commands/types.ts'
import type { ToolInfo } from '../../../../src-main/command-line/tool/tool-info.ts'
import { TestGateway } from '../../../support/gateway/test-gateway.ts'

// Written so that it is a part of the program under test and not of this file.
const EXPECT_ERROR = ['@ts', 'expect', 'error'].join('-')

describe('a JSON Schema as a type', () => {
  it.each([
    [{ type: 'string' }, 'string'],
    [{ enum: ['a', 1, null] }, '"a" | 1 | null'],
    [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '(string | null)[]'],
    [{ type: ['integer', 'null'] }, 'number | null'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
    [
      { type: 'object', properties: { 'a-b': {}, c: { type: 'boolean' } }, required: ['c'] },
      '{\n  "a-b"?: unknown\n  c: boolean\n}',
    ],
    [{ const: 'x' }, '"x"'],
    [{}, 'unknown'],
    [false, 'never'],
  ])('translates %j', (schema, type) => expect(toTypeScript(schema)).toBe(type))
})

// Catches: declarations that do not compile, or that let a wrong input through.
it('the declarations of all tools and the client compile under strict', async () => {
  const gateway = await TestGateway.create()
  const { json } = await gateway.send('/v1/tools')
  await gateway.close()
  const text = typesOf(json.tools as ToolInfo[])
  const use = `
    const client = new Toolgate({ key: 'k' })
    export const hash = async (): Promise<string> => (await client.call('crypto-hash-sha256', { text: 'a' })).data.hash
    // ${EXPECT_ERROR} a number is not a text
    void client.call('crypto-hash-sha256', { text: 1 })
    // ${EXPECT_ERROR} there is no such tool
    void client.call('no-such-tool', {})
  `
  expect(problemsIn(text + use)).toEqual([])
})

function problemsIn(text: string): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    types: [],
  }
  const host = ts.createCompilerHost(options)
  const read = host.getSourceFile.bind(host)
  host.getSourceFile = (name, target) =>
    name === 'client.ts' ? ts.createSourceFile(name, text, target) : read(name, target)
  const program = ts.createProgram(['client.ts'], options, host)
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}
