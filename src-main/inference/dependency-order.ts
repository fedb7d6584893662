import { depthFirst } from './depth-first.ts'
import type { Declaration, Type } from './model.ts'

/**
 * Sorts declarations so that each follows those it refers to. In a reference cycle the outermost
 * comes last, but a union always follows its members.
 */
export function dependencyOrder(declarations: readonly Declaration[]): Declaration[] {
  const byName = new Map(declarations.map((declaration) => [declaration.name, declaration]))
  const entered = new Set<string>()
  const ordered = new Set<Declaration>()
  let waiting: (Declaration & { kind: 'choice' })[] = []
  const finish = (declaration: Declaration): void => {
    if (declaration.kind === 'choice') waiting.push(declaration)
    else ordered.add(declaration)
    if (waiting.length === 0) return
    const ready = waiting.filter((choice) => choice.members.every((name) => ordered.has(byName.get(name)!)))
    for (const choice of ready) ordered.add(choice)
    if (ready.length > 0) waiting = waiting.filter((choice) => !ready.includes(choice))
  }
  const targetsOf = (name: string): string[] => referencesOf(byName.get(name)!)
  for (const { name } of declarations)
    depthFirst(name, targetsOf, entered, (done) => finish(byName.get(done)!))
  return [...ordered]
}

function referencesOf(declaration: Declaration): string[] {
  switch (declaration.kind) {
    case 'record':
      return declaration.fields.flatMap((field) => namesIn(field.type))
    case 'choice':
      return [...declaration.members]
    case 'alias':
      return namesIn(declaration.type)
  }
}

/** The names of the declarations that a type refers to, as often as it does. */
export function namesIn(type: Type): string[] {
  switch (type.kind) {
    case 'reference':
      return [type.name]
    case 'array':
      return namesIn(type.element)
    case 'map':
      return namesIn(type.value)
    case 'tuple':
      return type.items.flatMap(namesIn)
    case 'union':
      return type.members.flatMap(namesIn)
    default:
      return []
  }
}
