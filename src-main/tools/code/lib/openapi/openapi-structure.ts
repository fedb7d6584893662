import type { ErrorObject, ValidateFunction } from 'ajv'
import type { Json } from '../../../lib/api-parts.ts'
import type { ApiFault } from './openapi-fault.ts'

const MAX_MESSAGE_CHARS = 500
/** Errors that only say that others were found inside, or that a choice between parts has failed. */
const ABOUT_OTHERS = new Set([
  'if',
  'allOf',
  'anyOf',
  'oneOf',
  '$ref',
  '$dynamicRef',
  'dependentSchemas',
  'propertyNames',
])

type SchemaError = ErrorObject<string, Readonly<Record<string, unknown>>>

/** The minor versions of OpenAPI whose own JSON Schema is here. */
export type SchemaVersion = '3.0' | '3.1' | '3.2'

const validators = new Map<SchemaVersion, Promise<ValidateFunction>>()

/**
 * Where a description breaks the JSON Schema that the OpenAPI Initiative publishes for its version. It reads neither
 * files nor the network.
 */
export async function structureFaultsOf(document: Json, version: SchemaVersion): Promise<ApiFault[]> {
  const known = validators.get(version) ?? validatorFor(version)
  validators.set(version, known)
  const validate = await known
  if (validate(document)) return []
  return toFaults(withoutEchoes(validate.errors ?? []))
}

async function validatorFor(version: SchemaVersion): Promise<ValidateFunction> {
  // The schemas use formats as hints, and keywords that strict mode takes for mistakes.
  const options = { allErrors: true, strict: false, validateFormats: false } as const
  if (version === '3.0') {
    const { default: Ajv04 } = await import('ajv-draft-04')
    const { default: schema } = await import(
      '@seriousme/openapi-schema-validator/schemas/v3.0/schema.json',
      {
        with: { type: 'json' },
      }
    )
    return new Ajv04(options).compile(schema)
  }
  const { Ajv2020 } = await import('ajv/dist/2020.js')
  const { default: schema } =
    version === '3.1'
      ? await import('@seriousme/openapi-schema-validator/schemas/v3.1/schema.json', {
          with: { type: 'json' },
        })
      : await import('@seriousme/openapi-schema-validator/schemas/v3.2/schema.json', {
          with: { type: 'json' },
        })
  return new Ajv2020(options).compile(schema)
}

// An error that is about others is left out once they are there. A fault within an object also makes all of its fields
// unexpected ones, since they count as unread then.
function withoutEchoes(errors: readonly SchemaError[]): SchemaError[] {
  const own = errors.filter(
    ({ keyword }) => !ABOUT_OTHERS.has(keyword) && keyword !== 'unevaluatedProperties',
  )
  const isExplained = ({ instancePath }: SchemaError, by: readonly SchemaError[]) =>
    by.some(({ instancePath: at }) => at === instancePath || at.startsWith(`${instancePath}/`))
  // What a field lacks does not make others unexpected: a wrong name is told beside it.
  const others = own.filter(({ keyword }) => keyword !== 'required')
  const unexpected = errors.filter(
    (error) =>
      error.keyword === 'unevaluatedProperties' &&
      !isExplained(error, others) &&
      !own.some(({ instancePath }) => instancePath.startsWith(`${error.instancePath}/`)),
  )
  const rest = errors.filter(
    (error) => ABOUT_OTHERS.has(error.keyword) && !isExplained(error, [...own, ...unexpected]),
  )
  return [...own, ...unexpected, ...rest]
}

/** A choice between parts of a schema that ask for one field each. */
const CHOICE = /^(.*\/(?:anyOf|oneOf))\/\d+\/required$/

// Each part of a choice misses its own field, where one of them is enough, and wants its own value of another. A
// reference would do for nearly all objects.
function toFaults(errors: readonly SchemaError[]): ApiFault[] {
  const groups = Map.groupBy(
    errors,
    ({ instancePath, keyword, schemaPath, message }) =>
      `${instancePath}\n${keyword === 'enum' ? keyword : (CHOICE.exec(schemaPath)?.[1] ?? message)}`,
  )
  const told = [...groups.values()].map(toFault)
  return told.filter(
    ({ path, message }) =>
      message !== needs(['$ref']) ||
      !told.some((other) => other.path === path && other.message !== message),
  )
}

function needs(names: readonly string[]): string {
  return names.length === 1
    ? `must have required property '${names[0]}'`
    : `needs one of the fields ${names.map((name) => `\`${name}\``).join(', ')}`
}

function toFault(group: readonly SchemaError[]): ApiFault {
  const { instancePath } = group[0]!
  return { path: instancePath, message: worded(group).slice(0, MAX_MESSAGE_CHARS).toWellFormed() }
}

function worded(group: readonly SchemaError[]): string {
  const { keyword, message = '', params } = group[0]!
  const { additionalProperty, unevaluatedProperty, allowedValue } = params
  if (keyword === 'required')
    return needs([...new Set(group.map((one) => String(one.params['missingProperty'])))])
  if (keyword === 'enum') return `must be one of ${valuesOf(group).join(', ')}`
  const extra = additionalProperty ?? unevaluatedProperty
  if (typeof extra === 'string') return `${message}: ${JSON.stringify(extra)}`
  if (keyword === 'const') return `must be ${JSON.stringify(allowedValue)}`
  if (keyword === 'false schema') return 'must not be beside the other fields of this object'
  if (keyword === 'not') return 'has parts that exclude each other'
  if (keyword === 'contains') return 'has more of one kind than the one that is allowed'
  return message
}

function valuesOf(group: readonly SchemaError[]): string[] {
  const values = group.flatMap(({ params }) => [params['allowedValues']].flat())
  return [...new Set(values.map((value) => JSON.stringify(value)))]
}
