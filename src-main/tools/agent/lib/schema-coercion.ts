import { Ajv } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { isOld } from '../../../json-schema/schema-dialects.ts'
import type { SchemaEvaluator } from '../../../json-schema/schema-evaluator.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

/**
 * Turns the parts of a value into the types that a schema asks for and fills in its defaults, in place. Ajv does it,
 * and says nothing of whether the value matches then. It writes code from the schema, so this is for workers.
 * @throws InvalidInput for a schema that Ajv cannot read
 */
export function coerceInPlace(value: object, evaluator: SchemaEvaluator): void {
  const { schema, dialect } = evaluator.document.root
  if (typeof schema === 'boolean') return
  // Ajv's own keyword would make the check a promise, and a property of the other name would be passed over.
  if (Object.hasOwn(schema, '$async') || JSON.stringify(schema).includes('"__proto__":'))
    throw new InvalidInput('schema', 'Nothing is coerced by a schema with $async or __proto__; take it out')
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
  // Of draft 06 Ajv knows what 07 has as well, which is all of it.
  const { $schema: _dialect, ...undated } = schema
  try {
    ajv.compile(isOld(dialect) ? undated : schema)(value)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new InvalidInput('schema', `This schema cannot be coerced by: ${reason.slice(0, 500)}`)
  }
}
