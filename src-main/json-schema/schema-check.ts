import type { Dialect, Schema } from '../../src-shared/json-schema/schema-dialects.ts'
import { SchemaDocument } from '../../src-shared/json-schema/schema-document.ts'
import { SchemaEvaluator } from '../../src-shared/json-schema/schema-evaluator.ts'
import type { Fault } from '../../src-shared/json-schema/schema-faults.ts'
import { UnusableSchema } from '../../src-shared/json-schema/unusable-schema.ts'
import { fitsStandard } from './standard-formats.ts'
import { toLinearPattern } from './linear-pattern.ts'
import { META_SCHEMA, META_SCHEMAS } from './meta-schemas.ts'
import { InvalidInput } from '../tool-kit/tool-context.ts'

/** What is wrong with one place of a value. */
export interface SchemaFault {
  /** JSON Pointer (RFC 6901) to the place. */
  readonly path: string
  readonly message: string
  /** The schema keyword that it violates. */
  readonly keyword: string
}

/**
 * Reads a JSON Schema of draft 2020-12 (without `$schema`), 2019-09, 7 or 6 and checks it against
 * the meta-schema of its dialect. Nothing is fetched.
 * @throws InvalidInput when it is not a schema, refers to another document, or names an unknown
 * dialect
 */
export function readSchema(schema: unknown, formats = true): SchemaEvaluator {
  if (
    typeof schema !== 'boolean' &&
    (typeof schema !== 'object' || schema === null || Array.isArray(schema))
  )
    throw new InvalidInput('schema', 'A JSON Schema must be an object, true or false')
  // After null and arrays are ruled out, an object has string keys.
  const document = withStack(
    'schema',
    () => new SchemaDocument(schema as Schema, META_SCHEMAS, toLinearPattern),
  )
  const evaluator = new SchemaEvaluator(document, formats ? fitsStandard : null)
  const [flaw] = withStack('schema', () => metaOf(document.root.dialect).faultsOf(schema)).kept
  if (flaw)
    throw new InvalidInput(
      'schema',
      `This schema cannot be used: ${flaw.path || 'the schema'} ${flaw.message}`,
    )
  return evaluator
}

/**
 * Checks data against a JSON Schema.
 * @throws InvalidInput as readSchema does, and for data too deep for a recursive schema
 */
export function checkAgainst(schema: unknown, data: unknown, formats: boolean) {
  const evaluator = readSchema(schema, formats)
  const faults = withStack('data', () => evaluator.faultsOf(data))
  return {
    valid: faults.count === 0,
    errors: faults.kept.map(({ path, keyword, message, schemaPath, property = null }) => ({
      path,
      keyword,
      message,
      schema_path: schemaPath,
      property,
    })),
    error_count: faults.count,
    dialect: toldDialect(evaluator.document.root.dialect),
  }
}

/** What is wrong with a value, at most 100 faults. @throws InvalidInput as checkAgainst does */
export function faultsOf(evaluator: SchemaEvaluator, value: unknown): SchemaFault[] {
  return withStack('data', () => evaluator.faultsOf(value)).kept.map(toFault)
}

/** What keeps a value from being a schema of a dialect, by its meta-schema. @throws InvalidInput if it is too deep */
export function metaFaultsOf(schema: unknown, dialect: Dialect): SchemaFault[] {
  return withStack('schema', () => metaOf(dialect).faultsOf(schema)).kept.map(toFault)
}

/**
 * Works with a schema and data. @throws InvalidInput when the schema cannot be used, or the data are too deep for it
 */
export function withSchema<T>(work: () => T): T {
  return withStack('data', work)
}

const metas = new Map<Dialect, SchemaEvaluator>()

function metaOf(dialect: Dialect): SchemaEvaluator {
  const known = metas.get(dialect)
  if (known) return known
  const meta = new SchemaEvaluator(new SchemaDocument({ $ref: META_SCHEMA[dialect] }, META_SCHEMAS), null)
  metas.set(dialect, meta)
  return meta
}

// Draft 06 is reported as 07, which contains all of it.
function toldDialect(dialect: Dialect): Exclude<Dialect, 'draft-06'> {
  return dialect === 'draft-06' ? 'draft-07' : dialect
}

function withStack<T>(field: 'schema' | 'data', work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof UnusableSchema) throw new InvalidInput('schema', error.message)
    // Thrown when the data is as deep as a recursive schema.
    if (error instanceof RangeError)
      throw new InvalidInput(field, `The ${field} is nested too deeply for this schema`)
    throw error
  }
}

function toFault({ path, message, keyword, property, allowed }: Fault): SchemaFault {
  const extra = keyword.endsWith('Properties') ? property : undefined
  const shown = extra ?? allowed
  const detail = shown === undefined ? '' : `: ${JSON.stringify(shown)}`
  return { path, message: `${message}${detail}`.slice(0, 500), keyword }
}
