import { Ajv2020, type ErrorObject, type Options } from 'ajv/dist/2020.js'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { InvalidInput } from './tool-context.ts'

const MAX_ERRORS = 100

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

/** The drafts that are known by their $schema. */
const DIALECTS: readonly (readonly [RegExp, '2020-12' | 'draft-07'])[] = [
  [/^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/, '2020-12'],
  [/^https?:\/\/json-schema\.org\/draft-0[67]\/schema#?$/, 'draft-07'],
]

/**
 * Checks data against a JSON Schema.
 * @throws InvalidInput when the schema is none, refers to another document, or is of a dialect that is not known
 */
export function checkAgainst(
  schema: boolean | Readonly<Record<string, unknown>>,
  data: unknown,
  formats: boolean,
) {
  const dialect = dialectOf(schema)
  // Ajv's own keyword makes the check a promise.
  if (typeof schema === 'object' && Object.hasOwn(schema, '$async'))
    throw new InvalidInput('schema', '$async is no keyword of JSON Schema; take it out')
  // Ajv passes over a property of this name, so that nothing would be checked.
  if (JSON.stringify(schema).includes('"__proto__":'))
    throw new InvalidInput(
      'schema',
      'A property called __proto__ cannot be checked; take it out of the schema',
    )
  const Validator = dialect === '2020-12' ? Ajv2020 : Ajv
  const ajv = new Validator({ ...OPTIONS, validateFormats: formats })
  if (formats) addFormats(ajv)
  const validate = compile(ajv, schema)
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

function dialectOf(schema: boolean | Readonly<Record<string, unknown>>): '2020-12' | 'draft-07' {
  const named = typeof schema === 'object' ? schema.$schema : undefined
  if (named === undefined) return '2020-12'
  const found = DIALECTS.find(([pattern]) => typeof named === 'string' && pattern.test(named))
  if (!found)
    throw new InvalidInput(
      'schema',
      'Known dialects are 2020-12 and drafts 06 and 07; change or leave out $schema',
    )
  return found[1]
}

function compile(ajv: Ajv, schema: boolean | Readonly<Record<string, unknown>>) {
  try {
    // Ajv's meta-schema of draft 07 reads draft 06 as well.
    return ajv.compile(
      typeof schema === 'object' && /draft-06/.test(String(schema.$schema))
        ? { ...schema, $schema: 'http://json-schema.org/draft-07/schema#' }
        : schema,
    )
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new InvalidInput('schema', `This schema cannot be used: ${reason.slice(0, 500)}`)
  }
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
