import { depthFirst } from '../depth-first.ts'
import type { Plain, PlainDeclaration } from './plain-types.ts'

/**
 * Pairs of declarations that contain each other without a list or map between them: a language that
 * stores records in place needs a pointer there.
 *
 * @returns whether a type that `owner` holds leads back to `owner` in place
 */
export function byValueCycles(
  declarations: readonly PlainDeclaration[],
): (owner: string, type: Plain) => boolean {
  const edges = new Map(declarations.map((declaration) => [declaration.name, targetsOf(declaration)]))
  const component = componentsOf(edges)
  return (owner, type) => {
    const home = component.get(owner)
    return namesIn(type).some(
      (name) =>
        component.get(name) === home && (name !== owner || (edges.get(owner) ?? []).includes(owner)),
    )
  }
}

/** Names that a type holds in place. */
function namesIn(type: Plain): string[] {
  switch (type.kind) {
    case 'named':
      return [type.name]
    case 'nullable':
      return namesIn(type.of)
    case 'tuple':
      return type.items.flatMap(namesIn)
    case 'union':
      return type.members.flatMap(namesIn)
    default:
      return []
  }
}

function targetsOf(declaration: PlainDeclaration): string[] {
  switch (declaration.kind) {
    case 'record':
      return declaration.fields.flatMap(({ type }) => namesIn(type))
    case 'union':
      return declaration.members.flatMap(({ type }) => namesIn(type))
    case 'choice':
      return declaration.cases.map(({ record }) => record)
    case 'alias':
      return namesIn(declaration.type)
  }
}

// Strongly connected components (Kosaraju).
function componentsOf(edges: ReadonlyMap<string, readonly string[]>): Map<string, number> {
  const finished: string[] = []
  const seen = new Set<string>()
  for (const name of edges.keys()) depthFirst(name, along(edges), seen, (done) => finished.push(done))
  const reversed = new Map<string, string[]>([...edges.keys()].map((name) => [name, []]))
  for (const [from, targets] of edges) for (const to of targets) reversed.get(to)?.push(from)
  const component = new Map<string, number>()
  const assigned = new Set<string>()
  let number = 0
  for (const name of finished.reverse()) {
    if (assigned.has(name)) continue
    number++
    const own = number
    depthFirst(name, along(reversed), assigned, (member) => component.set(member, own))
  }
  return component
}

function along(edges: ReadonlyMap<string, readonly string[]>): (name: string) => readonly string[] {
  return (name) => edges.get(name) ?? []
}
