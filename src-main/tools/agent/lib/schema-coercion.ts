import { Ajv } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { isOld } from '../../../json-schema/schema-dialects.ts'
import type { SchemaEvaluator } from '../../../json-schema/schema-evaluator.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

/**
 * Converts the parts of a value to the types of a schema and fills in its defaults, in place. Ajv
 * does this; whether the value then matches is not checked. Ajv generates code from the schema, so
 * this may only run in workers.
 * @throws InvalidInput for a schema that Ajv cannot read
 */
export function coerceInPlace(value: object, evaluator: SchemaEvaluator): void {
  const { schema, dialect } = evaluator.document.root
  if (typeof schema === 'boolean') return
  // Ajv's keyword `$async` would make the check a promise, and a property `__proto__` would be
  // skipped.
  if (Object.hasOwn(schema, '$async') || JSON.stringify(schema).includes('"__proto__":'))
    throw new InvalidInput(
      'schema',
      'A schema with $async or __proto__ cannot be used for coercion; take it out',
    )
  const Validator = dialect === '2020-12' ? Ajv2020 : dialect === '2019-09' ? Ajv2019 : Ajv
  const ajv = new Validator({
    allErrors: true,
    coerceTypes: true,
    useDefaults: true,
    ownProperties: true,
    strict: false,
    validateSchema: false,
    validateFormats: false,
    logger: false,
  })
  // Ajv treats draft 06 as draft 07, which contains all of it.
  const { $schema: _dialect, ...undated } = schema
  try {
    ajv.compile(isOld(dialect) ? undated : schema)(value)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new InvalidInput('schema', `This schema cannot be used for coercion: ${reason.slice(0, 500)}`)
  }
}
