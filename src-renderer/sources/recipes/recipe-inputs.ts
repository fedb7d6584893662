import type { JsonSchema } from '../../gateway/gateway-types.ts'

/** A value that a recipe takes. */
export interface InputDraft {
  name: string
  isRequired: boolean
  schema: JsonSchema
}

/** The types that a value can have, by their names in JSON Schema. */
export const INPUT_TYPES = {
  string: 'Text',
  number: 'Number',
  integer: 'Whole number',
  boolean: 'Yes or no',
  array: 'List',
  object: 'Object',
  '': 'Anything',
} as const

/** What a recipe takes, and what else its schema says. */
export interface InputsDraft {
  inputs: InputDraft[]
  rest: JsonSchema
}

/** The inputs in a schema. */
export function toInputs({ properties = {}, required = [], ...rest }: JsonSchema): InputsDraft {
  const inputs = Object.entries(properties).map(([name, schema]) => ({
    ...{ name, schema },
    isRequired: required.includes(name),
  }))
  return { inputs, rest }
}

/** The schema of inputs. */
export function toSchema({ inputs, rest }: InputsDraft): JsonSchema {
  const required = inputs.flatMap(({ name, isRequired }) => (isRequired ? [name.trim()] : []))
  return {
    ...rest,
    properties: Object.fromEntries(inputs.map(({ name, schema }) => [name.trim(), schema])),
    ...(required.length > 0 ? { required } : {}),
  }
}

/** The type of an input; null for one that only JSON tells. */
export function typeOf({
  type = '',
  anyOf,
  oneOf,
  enum: values,
}: JsonSchema): keyof typeof INPUT_TYPES | null {
  if (anyOf || oneOf || values || typeof type !== 'string') return null
  return Object.hasOwn(INPUT_TYPES, type) ? (type as keyof typeof INPUT_TYPES) : null // one of them, as just checked
}

/** The schema of an input that gets another type; what it says of the one before is left out. */
export function withType({ title, description }: JsonSchema, type: string): JsonSchema {
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(type === '' ? {} : { type }),
  }
}
