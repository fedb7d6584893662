import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { InvalidInput } from './tool-context.ts'

const MAX_ERRORS = 100

/** What is wrong with one place of a value. */
export interface SchemaFault {
  /** JSON Pointer (RFC 6901) to the place. */
  readonly path: string
  readonly message: string
  /** The keyword of the schema that it breaks. */
  readonly keyword: string
}

/**
 * Compiles a JSON Schema of draft 2020-12 (without `$schema`), 2019-09 or 7; formats are checked. Ajv writes code
 * from the schema, so this is for worker threads.
 * @throws InvalidInput for a schema that is none, or that refers outside itself
 */
export function compileSchema(schema: unknown, options: Options = {}): ValidateFunction {
  if (
    typeof schema !== 'boolean' &&
    (typeof schema !== 'object' || schema === null || Array.isArray(schema))
  )
    throw new InvalidInput('schema', 'A JSON Schema is an object, true or false')
  if (typeof schema === 'object' && '$async' in schema)
    throw new InvalidInput('schema', 'Leave out $async; it is no part of JSON Schema')
  const ajv = ajvFor(schema, { strict: false, allErrors: true, logger: false, ...options })
  addFormats(ajv)
  try {
    return ajv.compile(schema)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new InvalidInput('schema', `The schema cannot be used: ${reason.slice(0, 500)}`)
  }
}

/** What the last run of a validator found wrong, at most 100 faults. */
export function faultsOf(validate: ValidateFunction): SchemaFault[] {
  return (validate.errors ?? []).slice(0, MAX_ERRORS).map(toFault)
}

function ajvFor(schema: object | boolean, options: Options): Ajv {
  const dialect = typeof schema === 'object' && '$schema' in schema ? String(schema.$schema) : ''
  if (dialect === '' || dialect.includes('2020-12')) return new Ajv2020(options)
  if (dialect.includes('2019-09')) return new Ajv2019(options)
  if (dialect.includes('draft-07')) return new Ajv(options)
  throw new InvalidInput('schema', 'Use draft 2020-12, 2019-09 or 7; $schema names another one')
}

function toFault({ instancePath, keyword, message, params }: ErrorObject): SchemaFault {
  const extra: unknown = params['additionalProperty'] ?? params['unevaluatedProperty']
  const allowed: unknown = params['allowedValues'] ?? params['allowedValue']
  const detail =
    extra !== undefined
      ? `: ${JSON.stringify(extra)}`
      : allowed !== undefined
        ? `: ${JSON.stringify(allowed)}`
        : ''
  return { path: instancePath, message: `${message ?? 'is not right'}${detail}`.slice(0, 500), keyword }
}
