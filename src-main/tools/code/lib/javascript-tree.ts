import { parse, type Options } from 'acorn'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

/** A node of a syntax tree (ESTree, with the nodes of TypeScript and JSX). */
export interface SyntaxNode {
  readonly type: string
  readonly loc: { readonly start: Place; readonly end: Place }
}

interface Place {
  readonly line: number
  readonly column: number
}

/**
 * The syntax tree of a module or script: JavaScript, or what only TypeScript's parser reads, with types or JSX.
 * @throws InvalidInput with line and column if the code cannot be parsed
 */
export async function javascriptTree(code: string): Promise<SyntaxNode> {
  const options: Options = { ecmaVersion: 'latest', locations: true, allowHashBang: true }
  const attempts = [
    () => parse(code, { ...options, sourceType: 'module' }),
    // Scripts may use syntax that modules must not, such as `with` and octal numbers.
    () => parse(code, { ...options, sourceType: 'script', allowReturnOutsideFunction: true }),
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
  throw new InvalidInput('code', `The code cannot be read: ${reasonIn([errors[0], errors[2]])}`)
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
function reasonIn(errors: readonly unknown[]): string {
  const [furthest] = errors.toSorted((one, other) => reach(other) - reach(one))
  const reason = furthest instanceof Error ? furthest.message : String(furthest)
  return reason.slice(0, 300).toWellFormed()
}

function reach(error: unknown): number {
  const [, line = 0, column = 0] = /\((\d+):(\d+)\)/.exec(String(error)) ?? []
  return Number(line) * 1e6 + Number(column)
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
