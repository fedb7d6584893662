import { isObject } from '../../../src-shared/json-schema/json-identity.ts'
import { isLink, namesOf, type Link } from '../../../src-shared/recipes/recipe.ts'
import type { Checked, FieldSchema, JsonSchema } from '../../registry/field-schema.ts'
import { toOpenApi } from '../schemas/to-openapi.ts'

/** The schemas of what links can point to: the input of a recipe and what its steps give, by their names. */
export type KnownSchemas = ReadonlyMap<string, JsonSchema>

/** What a recipe gives, as far as the schemas of its steps tell it. */
export class RecipeOutput implements FieldSchema {
  readonly json: JsonSchema
  readonly fields: ReadonlySet<string>
  #openApi: JsonSchema | undefined

  constructor(output: Readonly<Record<string, unknown>>, known: KnownSchemas) {
    this.json = objectOf(output, known)
    this.fields = new Set(Object.keys(output))
  }

  get openApi(): JsonSchema {
    return (this.#openApi ??= toOpenApi(this.json))
  }

  // What its steps give was checked when they gave it.
  check(value: unknown): Checked {
    return isObject(value)
      ? { ok: true, value }
      : { ok: false, issues: [{ path: '', message: 'must be an object' }] }
  }
}

function objectOf(of: Readonly<Record<string, unknown>>, known: KnownSchemas): JsonSchema {
  const members = Object.entries(of)
  // A part of the input that the caller leaves out is left out here.
  const required = members.flatMap(([name, value]) => (isLink(value) && isOfInput(value) ? [] : [name]))
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(([name, value]) => [name, schemaOf(value, known)])),
    ...(required.length > 0 ? { required } : {}),
  }
}

function schemaOf(value: unknown, known: KnownSchemas): JsonSchema {
  if (isLink(value)) return linkedSchema(value, known)
  if (Array.isArray(value)) return { type: 'array' }
  return isObject(value) ? objectOf(value, known) : { const: value }
}

function linkedSchema({ $from }: Link, known: KnownSchemas): JsonSchema {
  const [first, ...names] = namesOf($from) ?? ['']
  const whole = known.get(first) ?? {}
  let part: unknown = whole
  for (const name of names) {
    const { properties, items, type } = resolved(part, whole)
    part = type === 'array' ? items : isObject(properties) ? properties[name] : undefined
  }
  const found = resolved(part, whole)
  // Its references lead into a schema that is not here.
  return JSON.stringify(found).includes('"$ref"') ? {} : found
}

function resolved(part: unknown, { $defs }: JsonSchema): JsonSchema {
  if (!isObject(part)) return {}
  const { $ref } = part
  if (typeof $ref !== 'string') return part
  const target = isObject($defs) ? $defs[$ref.slice('#/$defs/'.length)] : undefined
  return isObject(target) ? target : {}
}

function isOfInput({ $from }: Link): boolean {
  return namesOf($from)?.[0] === 'input'
}
