import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { InvalidInput } from './tool-context.ts'

const MAX_ERRORS = 100

type Dialect = '2020-12' | '2019-09' | 'draft-07'

// Without loadSchema nothing is ever fetched.
// Strict mode would refuse what the standard allows, such as unknown keywords and formats (2020-12 Core, 4.3.1).
const OPTIONS: Options = {
  allErrors: true,
  // Else a name that every object inherits, such as toString, would count as there.
  ownProperties: true,
  strict: false,
  validateFormats: true,
  logger: false,
}

/** The drafts that are known by their $schema; Ajv's meta-schema of draft 07 reads draft 06 as well. */
const KNOWN: readonly (readonly [RegExp, Dialect])[] = [
  [/^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/, '2020-12'],
  [/^https?:\/\/json-schema\.org\/draft\/2019-09\/schema#?$/, '2019-09'],
  [/^https?:\/\/json-schema\.org\/draft-0[67]\/schema#?$/, 'draft-07'],
]

/** What is wrong with one place of a value. */
export interface SchemaFault {
  /** JSON Pointer (RFC 6901) to the place. */
  readonly path: string
  readonly message: string
  /** The keyword of the schema that it breaks. */
  readonly keyword: string
}

/**
 * Compiles a JSON Schema of draft 2020-12 (without `$schema`), 2019-09, 7 or 6. Ajv writes code from the schema, so
 * this is for worker threads.
 * @throws InvalidInput when the schema is none, refers to another document, or is of a dialect that is not known
 */
export function compileSchema(
  schema: unknown,
  options: Options = {},
): { readonly validate: ValidateFunction; readonly dialect: Dialect } {
  const known = toSchema(schema)
  const dialect = dialectOf(known)
  const Validator = dialect === '2020-12' ? Ajv2020 : dialect === '2019-09' ? Ajv2019 : Ajv
  const ajv = new Validator({ ...OPTIONS, ...options })
  if (options.validateFormats !== false) addFormats(ajv)
  try {
    return { validate: ajv.compile(withoutDraft06(known)), dialect }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new InvalidInput('schema', `This schema cannot be used: ${reason.slice(0, 500)}`)
  }
}

/**
 * Checks data against a JSON Schema.
 * @throws InvalidInput as compileSchema does, and for data too deep for a recursive schema
 */
export function checkAgainst(schema: unknown, data: unknown, formats: boolean) {
  const { validate, dialect } = compileSchema(schema, { validateFormats: formats })
  let valid: boolean
  try {
    valid = validate(data) === true
  } catch (error) {
    // Data as deep as a recursive schema follows.
    if (error instanceof RangeError)
      throw new InvalidInput('data', 'The data is nested too deeply for this schema')
    throw error
  }
  const errors = validate.errors ?? []
  return {
    valid,
    errors: errors.slice(0, MAX_ERRORS).map(errorOf),
    error_count: errors.length,
    dialect,
  }
}

/** What the last run of a validator found wrong, at most 100 faults. */
export function faultsOf(validate: ValidateFunction): SchemaFault[] {
  return (validate.errors ?? []).slice(0, MAX_ERRORS).map(toFault)
}

function toSchema(schema: unknown): boolean | Readonly<Record<string, unknown>> {
  if (typeof schema === 'boolean') return schema
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    throw new InvalidInput('schema', 'A JSON Schema is an object, true or false')
  // Ajv's own keyword makes the check a promise.
  if (Object.hasOwn(schema, '$async'))
    throw new InvalidInput('schema', '$async is no keyword of JSON Schema; take it out')
  // Ajv passes over a property of this name, so that nothing would be checked.
  if (JSON.stringify(schema).includes('"__proto__":'))
    throw new InvalidInput(
      'schema',
      'A property called __proto__ cannot be checked; take it out of the schema',
    )
  // What is neither null nor an array has string keys.
  return schema as Readonly<Record<string, unknown>>
}

function dialectOf(schema: boolean | Readonly<Record<string, unknown>>): Dialect {
  const named = typeof schema === 'object' ? schema.$schema : undefined
  if (named === undefined) return '2020-12'
  const found = KNOWN.find(([pattern]) => typeof named === 'string' && pattern.test(named))
  if (!found)
    throw new InvalidInput(
      'schema',
      'Known dialects are 2020-12, 2019-09 and drafts 06 and 07; change or leave out $schema',
    )
  return found[1]
}

function withoutDraft06(schema: boolean | Readonly<Record<string, unknown>>) {
  return typeof schema === 'object' && String(schema.$schema).includes('draft-06')
    ? { ...schema, $schema: 'http://json-schema.org/draft-07/schema#' }
    : schema
}

function errorOf({ instancePath, schemaPath, keyword, message, params }: ErrorObject) {
  const property: unknown =
    params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty
  return {
    path: instancePath,
    keyword,
    message: message ?? 'does not match',
    schema_path: schemaPath,
    property: typeof property === 'string' ? property : null,
  }
}

function toFault({ instancePath, keyword, message, params }: ErrorObject): SchemaFault {
  const extra: unknown = params['additionalProperty'] ?? params['unevaluatedProperty']
  const allowed: unknown = params['allowedValues'] ?? params['allowedValue']
  const shown = extra ?? allowed
  const detail = shown === undefined ? '' : `: ${JSON.stringify(shown)}`
  return { path: instancePath, message: `${message ?? 'is not right'}${detail}`.slice(0, 500), keyword }
}
