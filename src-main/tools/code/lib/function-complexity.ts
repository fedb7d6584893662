import { parse, type Node, type Options } from 'acorn'
import { ancestor, base, type AncestorVisitors } from 'acorn-walk'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

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
const BRANCHES = [
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
] as const
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
 * of the code outside all functions.
 * @throws InvalidInput with line and column if the code cannot be parsed
 */
export function complexityOf(code: string): FunctionFacts[] {
  const program = parsed(code)
  const top = {
    name: '(top level)',
    line: 1,
    end_line: program.loc!.end.line,
    complexity: 1,
    depth: 0,
    parameters: 0,
  }
  const facts = new Map<Node, FunctionFacts>([[program, top]])
  const visit = (node: Node, _state: unknown, ancestors: Node[]): void => {
    const owner = ancestors.slice(0, -1).findLast((one) => FUNCTIONS.has(one.type)) ?? program
    const fact = facts.get(owner)
    if (!fact) return
    fact.complexity += waysOf(node)
  }
  const enter = (node: Node, _state: unknown, ancestors: Node[]): void => {
    facts.set(node, factsOf(node, ancestors))
  }
  const deepen = (node: Node, _state: unknown, ancestors: Node[]): void => {
    const from = ancestors.slice(0, -1).findLastIndex((one) => FUNCTIONS.has(one.type))
    const fact = facts.get(from < 0 ? program : ancestors[from]!)
    const levels = ancestors
      .slice(from + 1)
      .filter((one, n, all) => NESTING.has(one.type) && !isElseIf(all, n))
    if (fact) fact.depth = Math.max(fact.depth, levels.length)
  }
  const order: AncestorVisitors<unknown> = {}
  for (const type of FUNCTIONS) Object.assign(order, { [type]: enter })
  // Functions are entered before their contents; acorn-walk alone would visit those first.
  ancestor(program, order, base)
  const counting: AncestorVisitors<unknown> = {}
  for (const type of BRANCHES) Object.assign(counting, { [type]: visit })
  ancestor(program, counting, base)
  const nesting: AncestorVisitors<unknown> = {}
  for (const type of NESTING) Object.assign(nesting, { [type]: deepen })
  ancestor(program, nesting, base)
  return [top, ...[...facts.values()].slice(1).toSorted((a, b) => a.line - b.line)]
}

function waysOf(node: Node): number {
  if (node.type === 'SwitchCase') return 'test' in node && node.test ? 1 : 0
  if (node.type === 'AssignmentExpression')
    return 'operator' in node && ['&&=', '||=', '??='].includes(String(node.operator)) ? 1 : 0
  return 1
}

function isElseIf(path: readonly Node[], n: number): boolean {
  const [parent, node] = [path[n - 1], path[n]]
  return (
    node?.type === 'IfStatement' &&
    parent?.type === 'IfStatement' &&
    'alternate' in parent &&
    parent.alternate === node
  )
}

function factsOf(node: Node, ancestors: readonly Node[]): FunctionFacts {
  const { start, end } = node.loc!
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
function nameOf(node: Node, parent: Node | undefined): string {
  const named = (holder: unknown, member: string): string | undefined => {
    const value: unknown = (holder as Record<string, unknown> | undefined)?.[member] // a node is an object
    const name: unknown = (value as { name?: unknown } | null | undefined)?.name // so are its children
    return typeof name === 'string' ? name : undefined
  }
  const target: unknown = (parent as { left?: unknown } | undefined)?.left // only an assignment has one
  return (
    named(node, 'id') ??
    named(parent, 'id') ??
    named(parent, 'key') ??
    named(parent, 'left') ??
    named(target, 'property') ??
    '(anonymous)'
  )
}

function parsed(code: string): Node {
  const options: Options = { ecmaVersion: 'latest', locations: true, allowHashBang: true }
  try {
    return parse(code, { ...options, sourceType: 'module' })
  } catch (asModule) {
    try {
      // Scripts may use syntax that modules must not, such as `with` and octal numbers.
      return parse(code, { ...options, sourceType: 'script', allowReturnOutsideFunction: true })
    } catch {
      // The error of the newer syntax is more helpful.
      const reason = asModule instanceof Error ? asModule.message : String(asModule)
      throw new InvalidInput(
        'code',
        `The JavaScript cannot be read: ${reason.slice(0, 300).toWellFormed()}`,
      )
    }
  }
}
