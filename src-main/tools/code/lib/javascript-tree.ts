import { parse, type Options } from 'acorn'
import { codeFault, nestedTooDeeply, type CodePlace } from './code-fault.ts'
import type { InvalidInput } from '../../../tool-kit/tool-context.ts'

/** A node of a syntax tree (ESTree, with the nodes of TypeScript and JSX). */
export interface SyntaxNode {
  readonly type: string
  readonly loc: { readonly start: Place; readonly end: Place }
}

interface Place {
  readonly line: number
  readonly column: number
}

const OPTIONS: Options = { ecmaVersion: 'latest', locations: true, allowHashBang: true }

/**
 * Checks that code is JavaScript (ECMA-262).
 * @param sourceType The goal symbol: a module is in strict mode and may import, export and await
 * @throws InvalidInput with line and column if it is not
 */
export function checkJavaScript(code: string, sourceType: 'module' | 'script'): void {
  try {
    parse(code, { ...OPTIONS, sourceType })
  } catch (error) {
    throw refusalOf(code, [error])
  }
}

/**
 * The syntax tree of a module or script: JavaScript, or what only TypeScript's parser reads, with types or JSX.
 * @throws InvalidInput with line and column if the code cannot be parsed
 */
export async function javascriptTree(code: string): Promise<SyntaxNode> {
  const attempts = [
    () => parse(code, { ...OPTIONS, sourceType: 'module' }),
    // Scripts may use syntax that modules must not, such as `with` and octal numbers.
    () => parse(code, { ...OPTIONS, sourceType: 'script', allowReturnOutsideFunction: true }),
    () => typeScriptTree(code),
  ]
  const errors: unknown[] = []
  for (const attempt of attempts) {
    try {
      // Both parsers were asked for the places of nodes, which their types leave open.
      return (await attempt()) as SyntaxNode
    } catch (error) {
      errors.push(error)
    }
  }
  throw refusalOf(code, [errors[0], errors[2]])
}

async function typeScriptTree(code: string): Promise<unknown> {
  const { parsers } = await import('prettier/plugins/typescript')
  // No option is needed: without the name of a file it tries both readings of `<T>`, a type and an element.
  const options = {} as Parameters<typeof parsers.typescript.parse>[1]
  // Every node of it has a place.
  const tree = (await parsers.typescript.parse(code, options)) as SyntaxNode
  let isJavaScript = true
  eachNode(tree, ({ type }) => {
    if (/^(?:TS|JSX|Decorator)/.test(type)) isJavaScript = false
  })
  // It forgives much; what JavaScript's parser refused is wrong then.
  if (isJavaScript) throw new SyntaxError('Not TypeScript')
  return tree
}

// The parser that came further read the language that was meant.
function refusalOf(code: string, errors: readonly unknown[]): InvalidInput {
  const [furthest] = errors.toSorted((one, other) => reach(other) - reach(one))
  if (furthest instanceof RangeError) return nestedTooDeeply()
  return codeFault(code, furthest instanceof Error ? furthest.message : String(furthest), placeOf(furthest))
}

function reach(error: unknown): number {
  const { line = 0, column = 0 } = placeOf(error) ?? {}
  return line * 1e6 + column
}

// Acorn counts columns from 0 and says so in `loc`; the parser of TypeScript counts them from 1, in its message.
function placeOf(error: unknown): CodePlace | null {
  const [, line, column] = /\((\d+):(\d+)\)/.exec(String(error)) ?? []
  if (line === undefined) return null
  const isFromZero = error instanceof SyntaxError && 'loc' in error && 'raisedAt' in error
  return { line: Number(line), column: Number(column) + (isFromZero ? 1 : 0) }
}

/** Calls for every node below a tree, parents first, with the nodes on the way to it. */
export function eachNode(
  tree: SyntaxNode,
  visit: (node: SyntaxNode, ancestors: readonly SyntaxNode[]) => void,
): void {
  // A stack of its own: code can be nested more deeply than calls.
  const path: SyntaxNode[] = []
  const open: { node: SyntaxNode; depth: number }[] = [{ node: tree, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    path.length = next.depth
    path.push(next.node)
    visit(next.node, path)
    for (const child of childrenOf(next.node).toReversed()) open.push({ node: child, depth: path.length })
  }
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node).flat().filter(isNode)
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'loc' in value
}
