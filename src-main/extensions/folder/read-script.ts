import { isBuiltin, stripTypeScriptTypes } from 'node:module'
import { parse, type Node } from 'acorn'
import { z } from 'zod'
import { jsonFields } from '../schemas/json-fields.ts'
import type { Definition } from '../source.ts'
import { literalValue } from './literal-value.ts'
import { ScriptFault } from './script-fault.ts'

const schema = z.looseObject({ type: z.literal('object', 'must be "object"') })
/** What a file says of its tool. */
const declared = z.strictObject({
  title: z.string().min(1).max(100),
  summary: z.string().min(1).max(1_024),
  credits: z.int().min(0).max(1_000_000).optional(),
  pure: z.boolean().default(false),
  input: schema,
  output: schema.optional(),
})

/** TypeScript that has to be turned into other code, and what to write instead. */
const INSTEAD: readonly (readonly [RegExp, string])[] = [
  [/enum/, 'Use a const object in place of an enum: const Size = { small: 1, large: 2 } as const'],
  [
    /parameter property/,
    'Declare the field and assign it in the constructor, in place of a parameter property',
  ],
  [/namespace|module/, 'Use a const object in place of a namespace'],
  [/import equals|export assignment/, 'Use import … from … and export default'],
]

/**
 * Reads a script without running any of it: takes its types off, and reads the `tool` that it exports.
 * @param name the name of its tool
 * @param file the name of the file
 * @throws ScriptFault
 */
export function readScript(name: string, file: string, text: string): Definition {
  const code = withoutTypes(text.replace(/^\uFEFF/, ''))
  const { tool, imports } = exportsOf(code)
  const told = declared.safeParse(literalValue(tool))
  if (!told.success) {
    const [{ path, message } = { path: [], message: 'cannot be read' }] = told.error.issues
    throw new ScriptFault(`${['tool', ...path].join('.')}: ${message}`, lineOf(tool))
  }
  const { title, summary, pure, input, output, credits } = told.data
  for (const { source, line } of imports) refuseImport(source, pure, line)
  for (const [part, of] of [
    ['input', input],
    ['output', output],
  ] as const) {
    const unchecked = of && jsonFields(of).unchecked
    if (unchecked) throw new ScriptFault(`tool.${part}: ${unchecked}`, lineOf(tool))
  }
  return {
    ...{ name, title, description: summary, inputSchema: input },
    ...(output === undefined ? {} : { outputSchema: output }),
    ...(pure ? { annotations: { readOnlyHint: true } } : {}),
    script: { text, code, isPure: pure, file, ...(credits === undefined ? {} : { credits }) },
  }
}

// What only has types reads as it is; the same reader finds what is wrong in either language.
function withoutTypes(text: string): string {
  try {
    return stripTypeScriptTypes(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const said = INSTEAD.find(([what]) => what.test(error.message))?.[1]
    // Node writes `:3`, the line and marks below it before the rest.
    const line = /^[^\n]*:(\d+)\n/.exec(error.stack ?? '')?.[1]
    throw new ScriptFault(said ?? error.message, line === undefined ? null : Number(line), { cause: error })
  }
}

interface Exports {
  readonly tool: Node
  readonly imports: readonly { readonly source: string; readonly line: number | null }[]
}

/** A statement at the top of a file; acorn's types do not tell them apart by their type. */
interface Statement extends Node {
  readonly source?: { readonly value: string } | null
  readonly declaration?: {
    readonly kind?: string
    readonly declarations?: readonly {
      readonly id: { readonly name?: string }
      readonly init?: Node | null
    }[]
  } | null
}

function exportsOf(code: string): Exports {
  // Statements as ESTree has them.
  const body = parsed(code) as readonly Statement[]
  const imports = body.flatMap((one) =>
    one.source ? [{ source: one.source.value, line: lineOf(one) }] : [],
  )
  const tool = body
    .filter(({ type }) => type === 'ExportNamedDeclaration')
    .flatMap(({ declaration }) => (declaration?.kind === 'const' ? (declaration.declarations ?? []) : []))
    .find(({ id }) => id.name === 'tool')?.init
  if (!tool)
    throw new ScriptFault('Export what the tool is: export const tool = { title, summary, input }', 1)
  if (!body.some(({ type }) => type === 'ExportDefaultDeclaration'))
    throw new ScriptFault('Export what the tool does: export default (input) => ({ … })', 1)
  return { tool, imports }
}

function parsed(code: string): readonly Node[] {
  try {
    return parse(code, { ecmaVersion: 'latest', sourceType: 'module', locations: true }).body
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    // Acorn adds the place to its errors.
    const { loc } = error as SyntaxError & { readonly loc?: { readonly line: number } }
    throw new ScriptFault(error.message.replace(/ \(\d+:\d+\)$/, ''), loc?.line ?? null, { cause: error })
  }
}

function refuseImport(source: string, isPure: boolean, line: number | null): void {
  if (isPure)
    throw new ScriptFault('A pure tool imports nothing. Put the code into the file, or drop pure', line)
  if (!isBuiltin(source))
    throw new ScriptFault(
      `Only modules of Node can be imported, such as node:fs, and not ${source}: what you approve is this one file. ` +
        'Put the code into the file, or bundle it',
      line,
    )
}

function lineOf({ loc }: Node): number | null {
  return loc?.start.line ?? null
}
