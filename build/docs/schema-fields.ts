import type { JsonSchema } from '../../src-main/registry/registry.ts'
import { escaped, table } from './doc-page.ts'

/** Whether fields are sent or received: what is not sent has a default, what is not received was not known. */
export type Side = 'input' | 'output'

/** Finds what a reference within a document stands for. @param ref such as `#/components/schemas/Key` */
export type Resolve = (ref: string) => JsonSchema

/** A schema with the members that are read of it here. */
interface Shape extends JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly description?: string
  readonly nullable?: boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
}

const NO_REFERENCES: Resolve = (ref) => {
  throw new Error(`${ref} is not within this schema.`)
}
/** Members of members of members are left to the OpenAPI document. */
const DEEPEST = 3

/** A table of the fields of an object, with the fields of its members below them. */
export function fieldsTable(schema: JsonSchema, side: Side, resolve: Resolve = NO_REFERENCES): string {
  const rows = rowsOf(schema, side, resolve, '', 1)
  return rows.length === 0 ? 'No fields.' : table(['Field', 'Type', 'Meaning'], rows)
}

function rowsOf(
  schema: JsonSchema,
  side: Side,
  resolve: Resolve,
  prefix: string,
  depth: number,
): string[][] {
  const { properties = {}, required = [] } = objectOf(schema, resolve)
  return Object.entries(properties).flatMap(([name, member]) => {
    const field = resolved(member, resolve)
    const path = `${prefix}${name}`
    const type = [typeOf(field, resolve), presenceOf(field, required.includes(name), side)]
    const row = [`\`${path}\``, type.filter((part) => part !== '').join(', '), meaningOf(field)]
    const [inner, below] = innerOf(field, resolve, path)
    return [row, ...(depth < DEEPEST ? rowsOf(inner, side, resolve, below, depth + 1) : [])]
  })
}

function innerOf(field: Shape, resolve: Resolve, path: string): [JsonSchema, string] {
  if (field.items) return [resolved(field.items, resolve), `${path}[].`]
  return [field, `${path}.`]
}

/** The object that a schema describes: of several, the first. */
function objectOf(schema: JsonSchema, resolve: Resolve): Shape {
  const shape = resolved(schema, resolve)
  if (shape.properties) return shape
  const parts = (shape.allOf ?? shape.oneOf ?? shape.anyOf ?? []).map((part) => objectOf(part, resolve))
  return parts.find(({ properties }) => properties) ?? {}
}

function resolved(schema: JsonSchema, resolve: Resolve): Shape {
  const { $ref, ...beside } = schema as Shape // the members that are read of it
  return $ref === undefined ? beside : { ...resolve($ref), ...beside }
}

function presenceOf(field: Shape, isRequired: boolean, side: Side): string {
  if (side === 'output') return isRequired ? '' : 'if there is one'
  if (isRequired) return '**required**'
  return 'default' in field ? `default \`${JSON.stringify(field['default'])}\`` : ''
}

function meaningOf({ description = '' }: Shape): string {
  return escaped(description)
}

/** A type in words, with its limits, as Markdown. */
export function typeOf(schema: JsonSchema, resolve: Resolve = NO_REFERENCES): string {
  const shape = resolved(schema, resolve)
  const name = nameOf(shape, resolve)
  return shape.nullable === true && !name.includes('null') ? `${name} or null` : name
}

function nameOf(shape: Shape, resolve: Resolve): string {
  const { enum: values, const: only, type, anyOf, oneOf, allOf, items } = shape
  if (values) return choicesOf(values)
  if (only !== undefined) return `\`${JSON.stringify(only)}\``
  const choices = anyOf ?? oneOf
  if (choices) return [...new Set(choices.map((choice) => typeOf(choice, resolve)))].join(' or ')
  if (allOf?.[0]) return typeOf(allOf[0], resolve)
  if (type === 'array') return listName(shape, items, resolve)
  if (type === undefined) return 'any'
  return [type]
    .flat()
    .map((each) => `${each}${limitsOf(each, shape)}`)
    .join(' or ')
}

function choicesOf(values: readonly unknown[]): string {
  const shown = values.length > MOST_CHOICES ? values.slice(0, SHOWN_CHOICES) : values
  const words = shown.map((value) => `\`${JSON.stringify(value)}\``).join(', ')
  return shown === values ? words : `one of ${values.length}: ${words}, …`
}

const MOST_CHOICES = 12
const SHOWN_CHOICES = 3

function listName({ maxItems }: Shape, items: JsonSchema | undefined, resolve: Resolve): string {
  const most = maxItems === undefined ? '' : `, at most ${figure(maxItems)}`
  // In prefixItems each place has a type of its own; `items` is then false.
  return items && typeof items === 'object' ? `list of ${typeOf(items, resolve)}${most}` : `list${most}`
}

function limitsOf(type: string, { minimum, maximum, maxLength }: Shape): string {
  if (type === 'string')
    return maxLength === undefined || maxLength > SAFE ? '' : `, at most ${figure(maxLength)} characters`
  if (type !== 'integer' && type !== 'number') return ''
  const least = minimum === undefined || minimum < -SAFE ? null : figure(minimum)
  const most = maximum === undefined || maximum > SAFE ? null : figure(maximum)
  if (least !== null && most !== null) return ` from ${least} to ${most}`
  if (least !== null) return `, ${least} or more`
  return most === null ? '' : `, at most ${most}`
}

/** Limits that only say what a number can be at all. */
const SAFE = 1e15

function figure(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 20 })
}
