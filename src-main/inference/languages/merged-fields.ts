import type { Declaration, Field, Model, Type } from '../model.ts'

/** One record's fields for several: a field is optional unless each of them requires it. */
function mergedFields(records: readonly (readonly Field[])[]): Field[] {
  const merged = new Map<string, { types: Type[]; count: number }>()
  for (const fields of records) {
    for (const { key, type, optional } of fields) {
      const known = merged.get(key) ?? { types: [], count: 0 }
      merged.set(key, known)
      known.types.push(type)
      if (!optional) known.count++
    }
  }
  return [...merged].map(([key, { types, count }]) => ({
    key,
    optional: count < records.length,
    type: unionOf(types),
    note: null,
  }))
}

/** A model without tagged unions. */
export interface MergedModel extends Model {
  readonly declarations: readonly Exclude<Declaration, { kind: 'choice' }>[]
}

/** The model with one record in place of the variants of each tagged union. */
export function withMergedChoices({ root, declarations }: Model): MergedModel {
  const byName = new Map(declarations.map((declaration) => [declaration.name, declaration]))
  const variants = new Set(declarations.flatMap((one) => (one.kind === 'choice' ? one.members : [])))
  const fieldsOf = (name: string): readonly Field[] => {
    const declaration = byName.get(name)
    return declaration?.kind === 'record' ? declaration.fields : []
  }
  const merged = declarations
    .filter(({ name }) => !variants.has(name))
    .map((one) =>
      one.kind === 'choice'
        ? { kind: 'record' as const, name: one.name, fields: mergedFields(one.members.map(fieldsOf)) }
        : one,
    )
  return { root, declarations: merged }
}

function unionOf(types: readonly Type[]): Type {
  const members = new Map<string, Type>()
  for (const type of types.flatMap((one) => (one.kind === 'union' ? one.members : [one]))) {
    if (type.kind === 'unknown') return type
    const plain: Type = type.kind === 'literal' ? { kind: 'string', format: null } : type
    const name = plain.kind === 'number' ? 'number' : JSON.stringify(plain)
    const known = members.get(name)
    const isFraction = known?.kind === 'number' && !known.integer
    members.set(name, isFraction ? known : plain)
  }
  const [only] = members.values()
  return members.size === 1 && only ? only : { kind: 'union', members: [...members.values()] }
}
