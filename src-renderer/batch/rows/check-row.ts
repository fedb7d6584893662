import { type Schema, Validator } from '@cfworker/json-schema'
import { MAX_BODY_BYTES } from '../../../src-shared/limits.ts'
import { withoutGatewayFields } from '../../../src-shared/gateway-fields.ts'
import type { Tool } from '../../gateway/gateway-types.ts'

/** A single input may fill a whole request, less some room for the rest of its body. */
const MAX_INPUT_CHARS = MAX_BODY_BYTES - 1_024

/** A lone surrogate: JSON.stringify escapes those and writes whole characters as they are. */
const HALF_CHARACTER = /(?:^|[^\\])(?:\\\\)*\\ud[89a-f]/

/** Returns what is wrong with a row, or an empty text. `text` is its input as JSON. */
export type CheckRow = (slug: string, input: Readonly<Record<string, unknown>>, text: string) => string

/**
 * Checks rows against their tools' schemas, as the gateway will.
 * @returns a function that says what is wrong with a row, or returns an empty text
 */
export function createRowCheck(tools: ReadonlyMap<string, Tool>): CheckRow {
  const validators = new Map<string, Validator>()
  return (slug, input, text) => {
    const tool = tools.get(slug)
    if (!tool) return slug === '' ? 'This row names no tool.' : `There is no tool called ${slug}.`
    if (text.length > MAX_INPUT_CHARS) return 'The input is larger than 4 MiB.'
    // The gateway would refuse the whole request, including its other rows.
    if (HALF_CHARACTER.test(text))
      return 'A text contains half of a character (a lone surrogate), which JSON cannot represent.'
    let validator = validators.get(slug)
    if (!validator) {
      // The gateway's schema is written in this draft.
      validator = new Validator(tool.input_schema as Schema, '2020-12')
      validators.set(slug, validator)
    }
    const { valid, errors } = validator.validate(withoutGatewayFields(input))
    return valid ? '' : problemOf(errors, tool)
  }
}

type Faults = ReturnType<Validator['validate']>['errors']

// The last error is the innermost; those before it only say that some member is wrong.
function problemOf(errors: Faults, tool: Tool): string {
  const fault = errors.findLast(({ keyword }) => keyword !== 'properties') ?? errors.at(-1)
  if (!fault) return 'The tool does not accept this input.'
  const field = fault.instanceLocation.split('/')[1] ?? ''
  const named = /"([^"]+)"/.exec(fault.error)?.[1] ?? ''
  if (fault.keyword === 'required') return `${named} is missing`
  if (fault.keyword === 'additionalProperties' || fault.keyword === 'false') {
    const name = field || named
    return `${tool.slug} has no field ${name || 'of that name'}`
  }
  if (fault.keyword === 'enum') {
    const choices = tool.input_schema.properties?.[field]?.enum ?? []
    return `${field} must be one of ${choices.map(String).join(', ')}`
  }
  if (fault.keyword === 'minLength') return `${field} is empty or too short`
  if (fault.keyword === 'maxLength') return `${field} is too long`
  return `${field || 'The input'}: ${lowerFirst(fault.error)}`
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
