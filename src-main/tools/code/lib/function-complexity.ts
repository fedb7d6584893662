import { eachNode, javascriptTree, type SyntaxNode } from './javascript-tree.ts'

/** The complexity of one function. */
export interface FunctionFacts {
  readonly name: string
  readonly line: number
  readonly end_line: number
  complexity: number
  depth: number
  readonly parameters: number
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
// McCabe: each of these adds a path. A plain `else` or `default` does not.
const BRANCHES = new Set([
  'IfStatement',
  'ConditionalExpression',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
  'CatchClause',
  'SwitchCase',
  'LogicalExpression',
  'AssignmentExpression',
  'AssignmentPattern',
  'MemberExpression',
  'CallExpression',
])
const NESTING = new Set([
  'IfStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
  'SwitchStatement',
  'TryStatement',
])

/**
 * The cyclomatic complexity of each function, counted as by ESLint's rule `complexity`, after that
 * of the code outside all functions. A static block, or the value of a class's field, is one if it branches.
 * @param code JavaScript or TypeScript, with or without JSX
 * @throws InvalidInput with line and column if the code cannot be parsed
 */
export async function complexityOf(code: string): Promise<FunctionFacts[]> {
  const program = await javascriptTree(code)
  const top = {
    name: '(top level)',
    line: 1,
    end_line: code.split(/\r\n|[\n\r\u2028\u2029]/).length,
    complexity: 1,
    depth: 0,
    parameters: 0,
  }
  const facts = new Map<SyntaxNode, FunctionFacts>([[program, top]])
  eachNode(program, (node, ancestors) => {
    if (isPart(node, ancestors.at(-2))) facts.set(node, factsOf(node, ancestors))
    // Parents come first, so the facts of the function around a node are there.
    const from = ancestors.findLastIndex(
      (one, n) => (FUNCTIONS.has(one.type) && one !== node) || isPart(one, ancestors[n - 1]),
    )
    const fact = facts.get(from < 0 ? program : ancestors[from]!)!
    if (BRANCHES.has(node.type)) fact.complexity += waysOf(node)
    if (NESTING.has(node.type)) {
      const levels = ancestors
        .slice(from + 1)
        .filter((one, n, all) => NESTING.has(one.type) && !isElseIf(all, n))
      fact.depth = Math.max(fact.depth, levels.length)
    }
    if (FUNCTIONS.has(node.type)) facts.set(node, factsOf(node, ancestors))
  })
  const listed = [...facts].filter(([node, { complexity }]) => FUNCTIONS.has(node.type) || complexity > 1)
  return [
    top,
    ...listed
      .map(([, fact]) => fact)
      .filter((fact) => fact !== top)
      .toSorted((a, b) => a.line - b.line),
  ]
}

// What runs on its own, like a function without parameters.
function isPart(node: SyntaxNode, parent: SyntaxNode | undefined): boolean {
  if (node.type === 'StaticBlock') return true
  const isField = parent?.type === 'PropertyDefinition' || parent?.type === 'AccessorProperty'
  return isField && 'value' in parent && parent.value === node && !FUNCTIONS.has(node.type)
}

function waysOf(node: SyntaxNode): number {
  if (node.type === 'SwitchCase') return 'test' in node && node.test ? 1 : 0
  if (node.type === 'AssignmentExpression')
    return 'operator' in node && ['&&=', '||=', '??='].includes(String(node.operator)) ? 1 : 0
  if (node.type === 'MemberExpression' || node.type === 'CallExpression')
    return 'optional' in node && node.optional === true ? 1 : 0
  return 1
}

function isElseIf(path: readonly SyntaxNode[], n: number): boolean {
  const [parent, node] = [path[n - 1], path[n]]
  return (
    node?.type === 'IfStatement' &&
    parent?.type === 'IfStatement' &&
    'alternate' in parent &&
    parent.alternate === node
  )
}

function factsOf(node: SyntaxNode, ancestors: readonly SyntaxNode[]): FunctionFacts {
  const { start, end } = node.loc
  const parameters = 'params' in node && Array.isArray(node.params) ? node.params.length : 0
  return {
    name: nameOf(node, ancestors.at(-2)).slice(0, 200),
    line: start.line,
    end_line: end.line,
    complexity: 1,
    depth: 0,
    parameters,
  }
}

// Its own name, or the name it is assigned to.
function nameOf(node: SyntaxNode, parent: SyntaxNode | undefined): string {
  const named = (holder: unknown, member: string): string | undefined => {
    const value: unknown = (holder as Record<string, unknown> | undefined)?.[member] // a node is an object
    const name: unknown = (value as { name?: unknown } | null | undefined)?.name // so are its children
    const isPrivate = (value as { type?: unknown } | null | undefined)?.type === 'PrivateIdentifier'
    return typeof name === 'string' ? `${isPrivate ? '#' : ''}${name}` : undefined
  }
  const target: unknown = (parent as { left?: unknown } | undefined)?.left // only an assignment has one
  if (node.type === 'StaticBlock') return '(static block)'
  return (
    named(node, 'id') ??
    named(parent, 'id') ??
    named(parent, 'key') ??
    named(parent, 'left') ??
    named(target, 'property') ??
    '(anonymous)'
  )
}
