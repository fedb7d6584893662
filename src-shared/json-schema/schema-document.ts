import { isObject } from './json-identity.ts'
import { dialectOf, isOld, type Dialect, type Schema } from './schema-dialects.ts'
import { UnusableSchema } from './unusable-schema.ts'
import { pointerToken } from './pointer-token.ts'

/** The address of a schema that does not name one. */
const NAMELESS = 'https://schema.invalid/'

/** A schema with its location: its resource, its pointer in the document, and its dialect. */
export interface Place {
  readonly schema: Schema
  /** The address of the schema resource (2020-12 Core, 4.3.5), without a fragment. */
  readonly base: string
  readonly pointer: string
  readonly dialect: Dialect
}

/** A schema resource: its root and the named places inside it. */
interface Resource {
  readonly root: Place
  readonly anchors: Map<string, Place>
  readonly dynamic: Map<string, Place>
}

const ONE = [
  'additionalItems',
  'additionalProperties',
  'contains',
  'else',
  'if',
  'not',
  'propertyNames',
].concat(['then', 'unevaluatedItems', 'unevaluatedProperties', 'contentSchema', 'items'])
const MANY = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items']
const NAMED = [
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
]

/** Schemas by their addresses, without a fragment. */
export type PublishedSchemas = ReadonlyMap<string, Readonly<Record<string, unknown>>>

/** A compiled pattern. */
export interface Pattern {
  test(text: string): boolean
}

/** A schema and everything it may refer to: its own parts, and published schemas such as the drafts themselves. */
export class SchemaDocument {
  readonly root: Place
  /** Whether `unevaluatedProperties` or `unevaluatedItems` occurs anywhere. */
  asksWhatIsSeen = false
  readonly #resources = new Map<string, Resource>()
  readonly #places = new Map<object, Place>()
  readonly #patterns = new Map<string, Pattern>()
  readonly #references: (readonly [Place, string])[] = []
  readonly #published: PublishedSchemas
  readonly #guard: (compiled: RegExp) => Pattern

  /**
   * @param published schemas that it may refer to, since nothing is fetched
   * @param guard what runs a pattern that comes from outside
   * @throws UnusableSchema for what cannot be resolved or is of an unknown dialect
   */
  constructor(
    schema: Schema,
    published: PublishedSchemas = new Map(),
    guard: (compiled: RegExp) => Pattern = (compiled) => compiled,
  ) {
    this.#published = published
    this.#guard = guard
    this.root = this.#enter(schema, outermost(schema), true)
    for (const [from, reference] of this.#references) this.resolve(reference, from)
  }

  /** A subschema of a place, such as `['properties', 'a']`. */
  part(of: Place, ...names: readonly (string | number)[]): Place {
    let schema: unknown = of.schema
    // Only names of keywords that exist are requested.
    for (const name of names) schema = (schema as Record<string, unknown>)[name]
    const known = typeof schema === 'object' && schema !== null ? this.#places.get(schema) : undefined
    if (known) return known
    // A boolean cannot be a map key by identity, and does not need to be one.
    return { ...of, schema: schema as Schema, pointer: pointerTo(of.pointer, names) }
  }

  /** The regular expression of `pattern` or `patternProperties`; it has been checked. */
  pattern(source: string): Pattern {
    return this.#patterns.get(source) ?? this.#compile(source)
  }

  /** The place that a reference points to. @throws InvalidInput when it points nowhere */
  resolve(reference: string, from: Place): Place {
    const { base, fragment } = this.#locate(reference, from)
    const resource = this.#resourceAt(base)
    if (!resource)
      throw new UnusableSchema(
        `${JSON.stringify(reference)} is outside this schema, and nothing is fetched; put the definition into the schema`,
      )
    if (fragment === '') return resource.root
    const named = resource.anchors.get(fragment) ?? resource.dynamic.get(fragment)
    if (named) return named
    if (fragment.startsWith('/')) return this.#follow(fragment, resource.root, reference)
    throw new UnusableSchema(`${JSON.stringify(reference)} points to nothing in this schema`)
  }

  /** The place that a resource names with a dynamic anchor. */
  dynamicAnchor(base: string, name: string): Place | undefined {
    return this.#resources.get(base)?.dynamic.get(name)
  }

  /** The root of a resource. */
  rootOf(base: string): Place | undefined {
    return this.#resources.get(base)?.root
  }

  /** The fragment of a reference if it is the name of an anchor. */
  anchorIn(reference: string, from: Place): string | null {
    const { fragment } = this.#locate(reference, from)
    return fragment === '' || fragment.startsWith('/') ? null : fragment
  }

  #locate(reference: string, from: Place): { readonly base: string; readonly fragment: string } {
    try {
      const { href, hash } = new URL(reference, from.base)
      const base = hash === '' && !href.endsWith('#') ? href : href.slice(0, href.indexOf('#'))
      return { base, fragment: decodeURIComponent(hash.slice(1)) }
    } catch {
      // Neither an address nor a part of one.
      throw new UnusableSchema(`${JSON.stringify(reference)} is not a valid schema address`)
    }
  }

  #follow(fragment: string, root: Place, reference: string): Place {
    let place = root
    let at: unknown = root.schema
    const names: string[] = []
    for (const escaped of fragment.slice(1).split('/')) {
      const name = escaped.replaceAll('~1', '/').replaceAll('~0', '~')
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name))
        throw new UnusableSchema(`${JSON.stringify(reference)} points to nothing in this schema`)
      names.push(name)
      // Members of an object or a list may have any type.
      at = (at as Record<string, unknown>)[name]
      const known = typeof at === 'object' && at !== null ? this.#places.get(at) : undefined
      if (known) {
        place = known
        names.length = 0
      }
    }
    if (names.length === 0) return place
    if (typeof at !== 'boolean' && !isObject(at))
      throw new UnusableSchema(`${JSON.stringify(reference)} leads to no schema`)
    // A keyword that nobody knows may hold schemas for others to refer to.
    return this.#enter(at, { ...place, pointer: pointerTo(place.pointer, names) })
  }

  #enter(schema: Schema, outer: Place, isRoot = false): Place {
    if (typeof schema === 'boolean') return { ...outer, schema }
    const known = this.#places.get(schema)
    if (known) return known
    const place = this.#placeOf(schema, outer, isRoot)
    this.#places.set(schema, place)
    this.#note(place, schema)
    if (isOld(place.dialect) && typeof schema.$ref === 'string') return place
    for (const name of ONE) this.#enterPart(place, [name], schema[name])
    for (const name of MANY)
      if (Array.isArray(schema[name]))
        schema[name].forEach((part, index) => this.#enterPart(place, [name, index], part))
    for (const name of NAMED) {
      const parts = schema[name]
      if (!isObject(parts)) continue
      for (const [key, part] of Object.entries(parts)) this.#enterPart(place, [name, key], part)
    }
    return place
  }

  #enterPart(of: Place, names: readonly (string | number)[], part: unknown): void {
    if (isObject(part)) this.#enter(part, { ...of, pointer: pointerTo(of.pointer, names) })
  }

  #placeOf(schema: Readonly<Record<string, unknown>>, outer: Place, isRoot: boolean): Place {
    const { $id: id } = schema
    const isSilent = isOld(outer.dialect) && typeof schema.$ref === 'string'
    const { base, fragment } =
      typeof id === 'string' && !isSilent ? this.#locate(id, outer) : { base: outer.base, fragment: '' }
    const isResource = isRoot || base !== outer.base
    const dialect = isResource ? dialectOf(schema, outer.dialect) : outer.dialect
    const place = { ...outer, schema, base, dialect }
    if (isResource) this.#found(place)
    if (fragment !== '') this.#resources.get(base)?.anchors.set(fragment, place)
    return place
  }

  // If two share an address, the first one keeps it.
  #found(root: Place): void {
    if (this.#resources.has(root.base)) return
    this.#resources.set(root.base, { root, anchors: new Map(), dynamic: new Map() })
  }

  // The schemas of JSON Schema itself are added when something refers to them.
  #resourceAt(base: string): Resource | undefined {
    const published = this.#resources.has(base) ? undefined : this.#published.get(base)
    if (published) this.#enter(published, outermost(published), true)
    return this.#resources.get(base)
  }

  #note(place: Place, schema: Readonly<Record<string, unknown>>): void {
    const resource = this.#resources.get(place.base)
    if (!isOld(place.dialect)) {
      if (typeof schema.$anchor === 'string') resource?.anchors.set(schema.$anchor, place)
      if (typeof schema.$dynamicAnchor === 'string') resource?.dynamic.set(schema.$dynamicAnchor, place)
    }
    if ('unevaluatedProperties' in schema || 'unevaluatedItems' in schema) this.asksWhatIsSeen = true
    for (const name of ['$ref', '$dynamicRef'])
      if (typeof schema[name] === 'string') this.#references.push([place, schema[name]])
    if (typeof schema.pattern === 'string') this.pattern(schema.pattern)
    if (isObject(schema.patternProperties))
      Object.keys(schema.patternProperties).forEach((p) => this.pattern(p))
  }

  #compile(source: string): Pattern {
    try {
      const compiled = this.#guard(new RegExp(source, 'u'))
      this.#patterns.set(source, compiled)
      return compiled
    } catch {
      throw new UnusableSchema(
        `${JSON.stringify(source.slice(0, 100))} is not a regular expression (ECMA-262, flag u)`,
      )
    }
  }
}

function outermost(schema: Schema): Place {
  return { schema: true, base: NAMELESS, pointer: '#', dialect: dialectOf(schema, '2020-12') }
}

/** A JSON Pointer (RFC 6901) extended by more parts. */
export function pointerTo(pointer: string, names: readonly (string | number)[]): string {
  return names.reduce<string>((all, name) => `${all}/${pointerToken(name)}`, pointer)
}
