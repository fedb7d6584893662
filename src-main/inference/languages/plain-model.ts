import { counted } from '../../../src-shared/counted.ts'
import type { Declaration, Field, Model, Type } from '../model.ts'
import { withMergedChoices } from './merged-fields.ts'
import {
  mayLack,
  nullable,
  type Dialect,
  type Plain,
  type PlainDeclaration,
  type PlainField,
} from './plain-types.ts'
import { NamePool, toFieldName, toLabel, toTypeName } from './source-names.ts'

const MAX_UNION_NAME = 48

export interface PlainModel {
  readonly root: string
  /** In the order of the model; unions with a name follow. */
  readonly declarations: readonly PlainDeclaration[]
}

/** Puts a model into the terms of a language. */
export function toPlainModel(model: Model, dialect: Dialect): PlainModel {
  const writer = new PlainWriter(dialect.choices === 'merged' ? withMergedChoices(model) : model, dialect)
  return { root: writer.nameOf(model.root), declarations: writer.declarations() }
}

class PlainWriter {
  readonly #model: Model
  readonly #dialect: Dialect
  readonly #pool = new NamePool(true)
  readonly #names: ReadonlyMap<string, string>
  readonly #byName: ReadonlyMap<string, Declaration>
  readonly #unions = new Map<string, PlainDeclaration & { kind: 'union' }>()

  constructor(model: Model, dialect: Dialect) {
    this.#model = model
    this.#dialect = dialect
    this.#names = new Map(
      model.declarations.map(({ name }) => [name, this.#pool.take(toTypeName(name, dialect))]),
    )
    this.#byName = new Map(model.declarations.map((declaration) => [declaration.name, declaration]))
  }

  nameOf(name: string): string {
    return this.#names.get(name)!
  }

  declarations(): PlainDeclaration[] {
    const written = this.#model.declarations.map((declaration) => this.#declaration(declaration))
    return [...written, ...this.#unions.values()]
  }

  #declaration(declaration: Declaration): PlainDeclaration {
    const name = this.nameOf(declaration.name)
    switch (declaration.kind) {
      case 'record':
        return this.#record(name, this.#fields(name, declaration.fields))
      case 'alias':
        return { kind: 'alias', name, type: this.#type(declaration.type) }
      case 'choice':
        return this.#choice(name, declaration)
    }
  }

  #record(name: string, fields: readonly PlainField[]): PlainDeclaration {
    const { maxSlots = Infinity } = this.#dialect
    if (slotsOf(fields) <= maxSlots) return { kind: 'record', name, fields }
    return {
      kind: 'alias',
      name,
      type: { kind: 'map', of: { kind: 'any' } },
      note: `${counted(fields.length, 'field')} are more than the constructor of a class may have.`,
    }
  }

  #choice(name: string, declaration: Declaration & { kind: 'choice' }): PlainDeclaration {
    const { tag } = declaration
    const labels = new NamePool()
    const cases = declaration.members.flatMap((member, at) => {
      const field = this.#variantsOf(declaration)[at]!.find(({ key }) => key === tag)
      const values = field?.type.kind === 'literal' ? field.type.values : []
      return values.map((value) => ({
        value,
        label: labels.take(toLabel(value, this.#dialect.ascii)),
        record: this.nameOf(member),
      }))
    })
    return { kind: 'choice', name, tag, cases }
  }

  #variantsOf({ members }: Declaration & { kind: 'choice' }): (readonly Field[])[] {
    return members.map((member) => {
      const record = this.#byName.get(member)
      return record?.kind === 'record' ? record.fields : []
    })
  }

  #fields(owner: string, fields: readonly Field[]): PlainField[] {
    const pool = new NamePool()
    const wanted = fields.map(({ key }) => {
      const name = toFieldName(key, this.#dialect)
      return { key, name: name === owner && this.#dialect.avoidsOwnName ? `${name}Value` : name }
    })
    // Keys that keep their name come first, so that no other key takes it from them.
    const order = [
      ...wanted.filter(({ key, name }) => key === name),
      ...wanted.filter(({ key, name }) => key !== name),
    ]
    const names = new Map(order.map(({ key, name }) => [key, pool.take(name)]))
    return fields.map(({ key, optional, type }) => {
      const plain = this.#type(type)
      const isNullable = plain.kind === 'nullable'
      const name = names.get(key)!
      return { key, name, type: isNullable ? plain.of : plain, optional, nullable: isNullable }
    })
  }

  #type(type: Type): Plain {
    switch (type.kind) {
      case 'unknown':
      case 'null':
        return { kind: 'any' }
      case 'boolean':
        return { kind: 'boolean' }
      case 'number':
        return { kind: type.integer ? 'integer' : 'number' }
      case 'string':
      case 'literal':
        return { kind: 'string' }
      case 'array':
        return { kind: 'list', of: this.#type(type.element) }
      case 'map':
        return { kind: 'map', of: this.#type(type.value) }
      case 'tuple':
        return this.#dialect.tuples
          ? { kind: 'tuple', items: type.items.map((item) => this.#type(item)) }
          : { kind: 'list', of: { kind: 'any' } }
      case 'reference':
        return { kind: 'named', name: this.nameOf(type.name) }
      case 'union':
        return this.#union(type.members)
    }
  }

  #union(members: readonly Type[]): Plain {
    const kinds = members.filter(({ kind }) => kind !== 'null').map((member) => this.#type(member))
    const [only] = kinds
    const plain = kinds.length === 1 && only ? only : this.#several(kinds)
    return kinds.length < members.length ? nullable(plain) : plain
  }

  #several(members: readonly Plain[]): Plain {
    if (this.#dialect.unions === 'any' || members.some(({ kind }) => kind === 'any')) return { kind: 'any' }
    if (this.#dialect.unions === 'inline') return { kind: 'union', members }
    const text = JSON.stringify(members)
    const known = this.#unions.get(text)
    if (known) return { kind: 'named', name: known.name }
    const labels = members.map(labelOf)
    const joined = labels.join('Or')
    const name = this.#pool.take(joined.length <= MAX_UNION_NAME ? joined : 'OneOfSeveral')
    const pool = new NamePool()
    const labelled = members.map((type, at) => ({ label: pool.take(labels[at]!), type }))
    this.#unions.set(text, { kind: 'union', name, members: labelled })
    return { kind: 'named', name }
  }
}

// A 64-bit number that is not an object takes two; a bit for each field says whether it was given.
function slotsOf(fields: readonly PlainField[]): number {
  const isWide = (field: PlainField): boolean =>
    /^(?:integer|number)$/.test(field.type.kind) && !mayLack(field)
  return fields.length + fields.filter(isWide).length + Math.ceil(fields.length / 32)
}

const LABELS = {
  any: 'Any',
  boolean: 'Bool',
  integer: 'Integer',
  number: 'Number',
  string: 'Text',
  tuple: 'Row',
  union: 'Several',
}

function labelOf(type: Plain): string {
  if (type.kind === 'named') return type.name
  if (type.kind === 'list') return `${labelOf(type.of)}List`
  if (type.kind === 'map') return `${labelOf(type.of)}Map`
  return type.kind === 'nullable' ? `Optional${labelOf(type.of)}` : LABELS[type.kind]
}
