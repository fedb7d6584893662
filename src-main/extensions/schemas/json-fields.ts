import type { Issue } from '../../../src-shared/errors.ts'
import { isObject } from '../../../src-shared/json-schema/json-identity.ts'
import type { Fault } from '../../../src-shared/json-schema/schema-faults.ts'
import { MAX_ISSUES } from '../../../src-shared/limits.ts'
import type { Checked, FieldSchema, JsonSchema } from '../../registry/field-schema.ts'
import { BoundedEvaluator } from './bounded-evaluator.ts'
import {
  mendSchema,
  SCHEMA_LIMITS,
  UnreadableSchema,
  type SchemaLimits,
} from '../../json-schema/mend-schema.ts'
import { toOpenApi } from './to-openapi.ts'

/** The fields of a tool that somebody else has declared, and what is to be said of them. */
export interface JsonFields extends FieldSchema {
  /** Why a value is not checked here; null where it is. */
  readonly unchecked: string | null
}

/** What any schema that cannot be read is replaced by. */
const ANY: JsonSchema = { type: 'object', properties: {}, additionalProperties: true }

/**
 * The fields that a JSON Schema declares. Nothing that a schema can say is an error here: what cannot be read is not
 * checked, and the tool stays usable.
 */
export function jsonFields(schema: unknown, limits: SchemaLimits = SCHEMA_LIMITS): JsonFields {
  try {
    const mended = mendSchema(schema, limits)
    return new ReadFields(mended, new BoundedEvaluator({ ...mended, type: 'object' }), null)
  } catch (error) {
    const isKnown =
      error instanceof UnreadableSchema ||
      error instanceof RangeError ||
      (error instanceof Error && error.name === 'UnusableSchema')
    if (!isKnown) throw error
    const why = error instanceof UnreadableSchema ? error.message : 'The schema cannot be read'
    return new ReadFields(ANY, null, why)
  }
}

class ReadFields implements JsonFields {
  readonly json: JsonSchema
  readonly fields: ReadonlySet<string>
  readonly unchecked: string | null
  readonly #evaluator: BoundedEvaluator | null
  #openApi: JsonSchema | undefined

  constructor(mended: JsonSchema, evaluator: BoundedEvaluator | null, unchecked: string | null) {
    this.json = toObjectSchema(mended)
    // An object schema has properties by then.
    this.fields = new Set(Object.keys(this.json.properties as object))
    this.unchecked = unchecked
    this.#evaluator = evaluator
  }

  get openApi(): JsonSchema {
    return (this.#openApi ??= toOpenApi(this.json))
  }

  check(value: unknown): Checked {
    if (!isObject(value)) return { ok: false, issues: [{ path: '', message: 'must be an object' }] }
    const faults = this.#evaluator?.check(value) ?? []
    if (faults.length === 0) return { ok: true, value }
    const rest = this.#withoutNulls(value)
    if (rest !== null && (this.#evaluator?.check(rest) ?? []).length === 0) return { ok: true, value: rest }
    return { ok: false, issues: faults.slice(0, MAX_ISSUES).map(toIssue) }
  }

  // Models in a strict mode send every field, and null for one that they leave out.
  #withoutNulls(value: Readonly<Record<string, unknown>>): Record<string, unknown> | null {
    const required = Array.isArray(this.json.required) ? this.json.required : []
    const kept = Object.entries(value).filter(([name, of]) => of !== null || required.includes(name))
    return kept.length === Object.keys(value).length ? null : Object.fromEntries(kept)
  }
}

/**
 * Clients and the APIs of models take only objects with fields. Where the fields are those of alternatives, they are
 * told together; which of them go together, only the check knows.
 */
function toObjectSchema(mended: JsonSchema): JsonSchema {
  const {
    oneOf,
    anyOf,
    allOf,
    $ref,
    not: _not,
    if: _if,
    then: _then,
    else: _else,
    enum: _enum,
    ...rest
  } = mended
  const own = isObject(rest.properties) ? rest.properties : {}
  const branches = [
    ...listOf(allOf),
    ...listOf(oneOf),
    ...listOf(anyOf),
    ...($ref === undefined ? [] : [{ $ref }]),
  ].map((branch) => resolved(branch, mended))
  if (branches.length === 0) return { ...rest, type: 'object', properties: own }
  const merged: Record<string, unknown> = { ...own }
  for (const { properties } of branches)
    if (isObject(properties)) for (const [name, part] of Object.entries(properties)) merged[name] ??= part
  const all = [...listOf(allOf).map((branch) => resolved(branch, mended)), rest]
  const required = [
    ...new Set(all.flatMap(({ required: names }) => (Array.isArray(names) ? names.map(String) : []))),
  ]
  const { additionalProperties: _closed, required: _required, ...open } = rest
  return { ...open, type: 'object', properties: merged, ...(required.length > 0 ? { required } : {}) }
}

function listOf(branches: unknown): readonly JsonSchema[] {
  return Array.isArray(branches) ? branches.filter(isObject) : []
}

function resolved(branch: JsonSchema, { $defs }: JsonSchema): JsonSchema {
  const { $ref } = branch
  if (typeof $ref !== 'string' || !isObject($defs)) return branch
  const found = $defs[$ref.slice('#/$defs/'.length)]
  return isObject(found) ? found : branch
}

function toIssue({ path, message, property, allowed, keyword }: Fault): Issue {
  const of = path
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (keyword === 'required' && property !== undefined)
    return { path: [...of, property].join('.').slice(0, 300), message: 'This field is missing' }
  const named = keyword.endsWith('Properties') ? property : allowed
  const detail = named === undefined ? '' : `: ${JSON.stringify(named)}`
  return { path: of.join('.').slice(0, 300), message: `${message}${detail}`.slice(0, 500) }
}
