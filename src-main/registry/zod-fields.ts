import { z } from 'zod'
import { MAX_ISSUES } from '../../src-shared/limits.ts'
import type { Checked, FieldSchema, JsonSchema } from './field-schema.ts'
import { toIssue } from './input-issue.ts'
import { toOpenApiSchema } from './openapi-dialect.ts'
import { withoutNulls } from './without-nulls.ts'

/**
 * The fields that a zod object declares.
 * @param io whether a caller sends them or gets them
 */
export function zodFields(schema: z.ZodObject, io: 'input' | 'output'): FieldSchema {
  return new ZodFields(schema, io)
}

class ZodFields implements FieldSchema {
  readonly #schema: z.ZodObject
  readonly #io: 'input' | 'output'
  #json: JsonSchema | undefined
  #fields: ReadonlySet<string> | undefined

  constructor(schema: z.ZodObject, io: 'input' | 'output') {
    this.#schema = schema
    this.#io = io
  }

  get json(): JsonSchema {
    return (this.#json ??= toJsonSchema(this.#schema, this.#io))
  }

  get openApi(): JsonSchema {
    return toOpenApiSchema(this.#schema, this.#io)
  }

  get fields(): ReadonlySet<string> {
    return (this.#fields ??= new Set(Object.keys(this.#schema.shape)))
  }

  check(value: unknown): Checked {
    const checked = this.#schema.safeParse(value)
    if (checked.success) return { ok: true, value: checked.data }
    const { issues } = checked.error
    const rest = this.#io === 'input' && isObject(value) ? withoutNulls(value, issues) : null
    const again = rest && this.#schema.safeParse(rest)
    if (again?.success) return { ok: true, value: again.data }
    return { ok: false, issues: issues.slice(0, MAX_ISSUES).map((issue) => toIssue(issue, this.json)) }
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function toJsonSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    override: ({ jsonSchema }) => {
      describeItems(jsonSchema)
      dropPlainNames(jsonSchema)
    },
  })
  return rest
}

// Every name of a member is a string, which each list of tools would say again and again.
function dropPlainNames(schema: z.core.JSONSchema.BaseSchema): void {
  const { propertyNames } = schema
  if (typeof propertyNames !== 'object') return
  const { type, ...rest } = propertyNames
  if (type === 'string' && Object.keys(rest).length === 0) delete schema.propertyNames
}

// The APIs of models want a schema for the items of every list, and refuse `false` beside `prefixItems`. A tuple keeps
// its length, so that it says the same.
function describeItems(schema: z.core.JSONSchema.BaseSchema): void {
  const { prefixItems, items } = schema
  if (!prefixItems || typeof items === 'object') return
  const places = prefixItems.filter((item) => typeof item === 'object')
  const kinds = new Map(places.map((item) => [JSON.stringify(item), item]))
  const [first, ...others] = kinds.values()
  schema.maxItems ??= prefixItems.length
  schema.items = others.length === 0 && first !== undefined ? first : { anyOf: [...kinds.values()] }
}
