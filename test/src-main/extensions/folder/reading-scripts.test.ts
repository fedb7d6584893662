import { describe, expect, it } from 'vitest'
import { readScript } from '../../../../src-main/extensions/folder/read-script.ts'
import { ScriptFault } from '../../../../src-main/extensions/folder/script-fault.ts'
import { pureScript } from '../../../support/tools/folder-desk.ts'

const INPUT = "input: { type: 'object', properties: {} }"
const TOOL = `export const tool = { title: 'A', summary: 'B', ${INPUT} }`

function faultOf(text: string): { readonly message: string; readonly line: number | null } {
  try {
    readScript('a', 'a.ts', text)
  } catch (error) {
    if (error instanceof ScriptFault) return { message: error.message, line: error.line }
    throw error
  }
  throw new Error('It was read')
}

describe('reading a script', () => {
  it('reads what the file says of its tool, and takes its types off without moving a line', () => {
    const definition = readScript('letters', 'letters.ts', pureScript())
    expect(definition).toMatchObject({
      name: 'letters',
      title: 'Letters',
      description: 'Counts letters.',
      annotations: { readOnlyHint: true },
      script: { isPure: true, file: 'letters.ts', text: pureScript() },
    })
    const { code = '', text = '' } = definition.script ?? {}
    expect(code).not.toContain('{ word: string }')
    expect(code.split('\n')).toHaveLength(text.split('\n').length)
  })

  it.each([
    ['an enum', 'enum Size { small }', 2, 'const object in place of an enum'],
    ['a parameter property', 'class A { constructor(private x: number) {} }', 2, 'Declare the field'],
    ['a namespace', 'namespace N { export const a = 1 }', 2, 'const object in place of a namespace'],
    ['what no parser reads', 'const a = {\n  b: 1\n  c: 2 }', 4, "','"],
    ['a package', "import { z } from 'zod'", 2, 'Only modules of Node'],
    ['a file beside it', "import { a } from './b.ts'", 2, 'this one file'],
    ['what is exported again from elsewhere', "export { a } from './b.ts'", 2, 'Only modules of Node'],
  ])('names the line of %s, and what to write instead', (_what, statement, line, words) => {
    const fault = faultOf(`${TOOL}\n${statement}\nexport default () => ({})`)
    expect(fault).toEqual({ message: expect.stringContaining(words), line })
  })

  it.each([
    ['no tool', 'export default () => ({})', 'export const tool'],
    ['no function', TOOL, 'export default'],
    [
      'a title that is missing',
      `export const tool = { summary: 'B', ${INPUT} }\nexport default () => ({})`,
      'tool.title',
    ],
    [
      'a member that nobody knows',
      `${TOOL.replace("'A'", "'A', prise: 1")}\nexport default () => ({})`,
      'prise',
    ],
    [
      'an input that is not an object',
      `${TOOL.replace("type: 'object'", "type: 'string'")}\nexport default () => ({})`,
      'tool.input.type',
    ],
    [
      'a schema that cannot be read',
      `${TOOL.replace('properties: {}', `properties: { a: ${'{ items: '.repeat(80)}{}${' }'.repeat(80)} }`)}\nexport default () => ({})`,
      'tool.input',
    ],
  ])('refuses a file with %s', (_what, text, words) => {
    expect(faultOf(text).message).toContain(words)
  })

  it.each([
    '...rest',
    '[key]: 1',
    'title: name',
    'title: call()',
    'title: `a${b}`',
    'get title() { return 1 }',
  ])('runs nothing to read a tool, so %s in it is refused', (member) => {
    const fault = faultOf(
      `const name = 'x'\nexport const tool = {\n  ${member}\n}\nexport default () => ({})`,
    )
    expect(fault.message).toContain('plain values')
    expect(fault.line).toBe(3)
  })

  it('refuses imports of a pure tool', () => {
    expect(faultOf(`import fs from 'node:fs'\n${pureScript()}`)).toEqual({
      message: expect.stringContaining('A pure tool imports nothing'),
      line: 1,
    })
  })
})
