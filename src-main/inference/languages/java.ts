import type { Model } from '../model.ts'
import type { LanguageStyle } from './language-style.ts'
import { toPlainModel } from './plain-model.ts'
import {
  mayLack,
  wordSet,
  type Dialect,
  type Plain,
  type PlainDeclaration,
  type PlainField,
} from './plain-types.ts'
import { FOUR_DIGITS, textLiteral } from './text-literal.ts'
import { typeWriter } from './type-words.ts'

/** A record's constructor takes 255 parameters at most, and `long` counts twice. */
const MAX_COMPONENTS = 120

/** Keywords (Java Language Specification, 3.9), and methods that a record must not redefine. */
const RESERVED = wordSet(`
  abstract assert boolean break byte case catch char class const continue default do double else enum extends false
  final finally float for goto if implements import instanceof int interface long native new null package private
  protected public return short static strictfp super switch synchronized this throw throws transient true try void
  volatile while clone finalize getClass hashCode notify notifyAll toString wait
`)

const DIALECT: Dialect = {
  ascii: false,
  fieldCase: 'camel',
  reserved: RESERVED,
  unions: 'any',
  choices: 'cases',
  tuples: false,
}

/** Names that the source uses, and other types of java.lang that data is often named after. */
export const JAVA_NAMES = (
  'List Map ArrayList LinkedHashMap Long Double Boolean String Object Integer Byte Short Character Float Void Class Enum ' +
  'Record Module Package Process Runtime System Thread Throwable Exception Comparable Iterable Override Deprecated ' +
  'JsonProperty JsonInclude JsonTypeInfo JsonSubTypes JsonValue JsonCreator'
).split(' ')

/** Prints Java 17 records for Jackson; only the root is public, so one file holds them all. */
export function printJava(model: Model, { typesOnly }: LanguageStyle): string {
  const { root, declarations } = toPlainModel(model, DIALECT)
  const parents = parentsOf(declarations)
  const body = declarations
    .map((declaration) => {
      const { name } = declaration
      const access = name === root ? 'public ' : ''
      return blockOf(declaration, { typesOnly, access, parents: parents.get(name) ?? [] })
    })
    .join('\n\n')
  const imports = importsOf(body)
  return `${imports === '' ? '' : `${imports}\n\n`}${body}\n`
}

interface Surroundings {
  readonly typesOnly: boolean
  /** `public ` or nothing. */
  readonly access: string
  /** The interfaces that a record implements. */
  readonly parents: readonly string[]
}

function parentsOf(declarations: readonly PlainDeclaration[]): Map<string, string[]> {
  const parents = new Map<string, string[]>()
  for (const declaration of declarations) {
    if (declaration.kind !== 'choice') continue
    for (const record of new Set(declaration.cases.map((one) => one.record)))
      parents.set(record, [...(parents.get(record) ?? []), declaration.name])
  }
  return parents
}

const IMPORTS: readonly (readonly [string, string])[] = [
  ...['Creator', 'IgnoreProperties', 'Include', 'Property', 'SubTypes', 'TypeInfo', 'Value'].map(
    (name) => [`@Json${name}\\b`, `com.fasterxml.jackson.annotation.Json${name}`] as const,
  ),
  ...['ArrayList', 'LinkedHashMap', 'List', 'Map'].map(
    (name) => [`${name}<`, `java.util.${name}`] as const,
  ),
]

function importsOf(body: string): string {
  const used = IMPORTS.filter(([mark]) => new RegExp(`(?<![\\w"])${mark}`).test(body))
  return used.map(([, name]) => `import ${name};`).join('\n')
}

function blockOf(declaration: PlainDeclaration, around: Surroundings): string {
  const { name } = declaration
  const { typesOnly, access } = around
  switch (declaration.kind) {
    case 'record':
      return recordOf(name, declaration.fields, around)
    case 'choice': {
      const records = [...new Set(declaration.cases.map(({ record }) => record))]
      return `${typesOnly ? '' : subTypes(declaration, records)}${access}sealed interface ${name} permits ${records.join(', ')} {}`
    }
    case 'union':
    case 'alias':
      return declaration.kind === 'alias' ? aliasOf(name, declaration.type, around) : ''
  }
}

function recordOf(
  name: string,
  all: readonly PlainField[],
  { typesOnly, access, parents }: Surroundings,
): string {
  const bases = parents.length > 0 ? ` implements ${parents.join(', ')}` : ''
  // Jackson takes an empty name for none.
  const fields = typesOnly ? all : all.filter(({ key }) => key !== '')
  const isPart = fields.length < all.length
  const head = isPart
    ? '// Jackson cannot read the key "".\n@JsonIgnoreProperties(ignoreUnknown = true)\n'
    : ''
  const lines = fields.map((field) => fieldOf(field, typesOnly))
  if (lines.length > MAX_COMPONENTS) {
    const members = lines.map(({ annotations, name: member }) => `    ${annotations}public ${member};`)
    return `${head}${access}final class ${name}${bases} {\n${members.join('\n')}\n}`
  }
  const components = lines.map(({ annotations, name: component }) => `\n    ${annotations}${component}`)
  return `${head}${access}record ${name}(${components.join(',')}${components.length > 0 ? '\n' : ''})${bases} {}`
}

function subTypes(
  { tag, cases }: PlainDeclaration & { kind: 'choice' },
  records: readonly string[],
): string {
  const types = records.map((record) => {
    const names = cases.filter((one) => one.record === record).map(({ value }) => quoted(value))
    return `    @JsonSubTypes.Type(value = ${record}.class, names = {${names.join(', ')}})`
  })
  const info = `use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.EXISTING_PROPERTY, property = ${quoted(tag)}, visible = true`
  return `@JsonTypeInfo(${info})\n@JsonSubTypes({\n${types.join(',\n')}\n})\n`
}

function aliasOf(name: string, type: Plain, { typesOnly, access }: Surroundings): string {
  if (type.kind === 'list') return `${access}class ${name} extends ArrayList<${boxed(type.of)}> {}`
  if (type.kind === 'map')
    return `${access}class ${name} extends LinkedHashMap<String, ${boxed(type.of)}> {}`
  if (typesOnly) return `${access}record ${name}(${boxed(type)} value) {}`
  const creator = `    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)\n    public ${name} {}`
  return `${access}record ${name}(@JsonValue ${boxed(type)} value) {\n${creator}\n}`
}

function fieldOf(field: PlainField, typesOnly: boolean): { annotations: string; name: string } {
  const { key, name, type, optional } = field
  const plain = mayLack(field) ? boxed(type) : typeOf(type)
  if (typesOnly) return { annotations: '', name: `${plain} ${name}` }
  const include = optional ? '@JsonInclude(JsonInclude.Include.NON_NULL) ' : ''
  const rename = name === key ? '' : `@JsonProperty(${quoted(key)}) `
  return { annotations: rename + include, name: `${plain} ${name}` }
}

function typeOf(type: Plain): string {
  switch (type.kind) {
    case 'boolean':
      return 'boolean'
    case 'integer':
      return 'long'
    case 'number':
      return 'double'
    default:
      return boxed(type)
  }
}

// Only a boxed type can be null or an argument of a generic type.
const boxed = typeWriter({
  any: 'Object',
  boolean: 'Boolean',
  integer: 'Long',
  number: 'Double',
  string: 'String',
  list: (of) => `List<${of}>`,
  map: (of) => `Map<String, ${of}>`,
  nullable: (of) => of,
})

function quoted(text: string): string {
  return textLiteral(text, FOUR_DIGITS)
}
