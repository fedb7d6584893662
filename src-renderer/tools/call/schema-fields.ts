import type { JsonSchema, ToolExample } from '../../gateway/gateway-types.ts'

type Widget = 'text' | 'long' | 'number' | 'switch' | 'choice' | 'json'

/** One input field of a tool, as the form draws it. */
export interface Field {
  readonly name: string
  readonly label: string
  readonly hint: string
  readonly widget: Widget
  readonly required: boolean
  readonly integer: boolean
  /** The JSON type of a field that is edited as JSON, if the schema names one. */
  readonly shape: string
  readonly choices: readonly (string | number)[]
  readonly fallback: unknown
  readonly minimum: number | null
  readonly maximum: number | null
  /** The schema of its value, with the definitions it refers to. */
  readonly schema: object
  /** The type of the items in a list of plain values; null for everything else. */
  readonly items: 'string' | 'number' | null
}

/** Names whose text is usually several lines long. */
const LONG_NAMES =
  /^(text|input|body|content|html|markdown|xml|yaml|toml|csv|tsv|sql|json|code|source|template|prompt|diff|svg|a|b|left|right|before|after)$/
/** A text field up to this length is a single line, whatever its name. */
const SINGLE_LINE_CHARS = 500

/** The order of fields by importance; sorted JSON does not keep the order of the schema. */
type Rank = 'required' | 'example' | 'other'

// Main inputs come first; among options, those that share a row come before those that fill one.
const WORK_ORDER = ['long', 'json', 'text', 'number', 'choice', 'switch']
const OPTION_ORDER = ['choice', 'text', 'number', 'switch', 'long', 'json']

/**
 * The fields of a tool's input schema: required ones, then those its examples use, then the rest.
 * Fields other than plain text, number, switch or choice are edited as JSON.
 */
export function fieldsOf(
  schema: JsonSchema,
  examples: readonly Pick<ToolExample, 'input'>[] = [],
): readonly Field[] {
  const required = new Set(schema.required ?? [])
  const fields = Object.entries(schema.properties ?? {}).map(([name, property]) =>
    fieldOf(name, property, required.has(name), schema.$defs),
  )
  const used = new Set(examples.flatMap(({ input }) => Object.keys(input)))
  const rankOf = ({ name }: Field): Rank =>
    required.has(name) ? 'required' : used.has(name) ? 'example' : 'other'
  const order = ({ widget }: Field, rank: Rank) =>
    (rank === 'other' ? OPTION_ORDER : WORK_ORDER).indexOf(widget)
  return (['required', 'example', 'other'] as const).flatMap((rank) =>
    fields.filter((field) => rankOf(field) === rank).sort((a, b) => order(a, rank) - order(b, rank)),
  )
}

function fieldOf(
  name: string,
  schema: JsonSchema,
  required: boolean,
  definitions: JsonSchema['$defs'],
): Field {
  return {
    name,
    label: schema.title ?? labelOf(name),
    hint: schema.description ?? '',
    widget: widgetOf(name, schema),
    required,
    integer: schema.type === 'integer',
    shape: typeof schema.type === 'string' ? schema.type : '',
    choices: (schema.enum ?? []).filter(isChoice),
    fallback: schema.default,
    minimum: limitOf(schema.minimum),
    maximum: limitOf(schema.maximum),
    items: itemsOf(schema),
    schema: definitions ? { ...schema, $defs: definitions } : schema,
  }
}

function widgetOf(name: string, schema: JsonSchema): Widget {
  if (schema.enum) return schema.enum.every(isChoice) ? 'choice' : 'json'
  if (schema.type === 'boolean') return 'switch'
  if (schema.type === 'number' || schema.type === 'integer') return 'number'
  if (schema.type !== 'string') return 'json'
  const short = (schema.maxLength ?? Infinity) <= SINGLE_LINE_CHARS || schema.format !== undefined
  return LONG_NAMES.test(name) && !short ? 'long' : 'text'
}

function itemsOf({ type, items }: JsonSchema): Field['items'] {
  if (type !== 'array' || typeof items !== 'object' || items.enum) return null
  if (items.type === 'integer' || items.type === 'number') return 'number'
  return items.type === 'string' ? 'string' : null
}

function isChoice(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

// Schemas limit integers to the safe range, which is not worth showing.
function limitOf(limit: number | undefined): number | null {
  return limit === undefined || Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? null : limit
}

function labelOf(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2')
  const spelled = words.replaceAll(
    /\b(url|uri|id|ip|html|css|csv|tsv|sql|xml|json|yaml|utc|http|dns|jwt)\b/g,
    toUpper,
  )
  return spelled.charAt(0).toUpperCase() + spelled.slice(1)
}

function toUpper(word: string): string {
  return word.toUpperCase()
}
