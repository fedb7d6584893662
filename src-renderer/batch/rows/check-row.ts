import { type Schema, Validator } from '@cfworker/json-schema'
import { MAX_BODY_BYTES } from '../../../src-shared/limits.ts'
import { withoutGatewayFields } from '../../../src-shared/gateway-fields.ts'
import type { Tool } from '../../gateway/gateway-types.ts'

/** One input may fill a request by itself, with room for what stands around it. */
const MAX_INPUT_CHARS = MAX_BODY_BYTES - 1_024

/** JSON writes half of a character as an escape of its own; whole ones stand for themselves. */
const HALF_CHARACTER = /(?:^|[^\\])(?:\\\\)*\\ud[89a-f]/

/** Says what is wrong with a row. `text` is its input as JSON. */
export type CheckRow = (slug: string, input: Readonly<Record<string, unknown>>, text: string) => string

/**
 * Checks rows against their tools' schemas, as the gateway will.
 * @returns a function that gives a sentence about what is wrong with a row, or an empty text
 */
export function createRowCheck(tools: ReadonlyMap<string, Tool>): CheckRow {
  const validators = new Map<string, Validator>()
  return (slug, input, text) => {
    const tool = tools.get(slug)
    if (!tool) return slug === '' ? 'No tool is named.' : `There is no tool called ${slug}.`
    if (text.length > MAX_INPUT_CHARS) return 'The input is over 4 MiB.'
    // The gateway would refuse the whole request for it, and the rows beside this one with it.
    if (HALF_CHARACTER.test(text)) return 'A text holds half of a character, which JSON cannot carry.'
    let validator = validators.get(slug)
    if (!validator) {
      // The gateway's own schema, made for this draft.
      validator = new Validator(tool.input_schema as Schema, '2020-12')
      validators.set(slug, validator)
    }
    const { valid, errors } = validator.validate(withoutGatewayFields(input))
    return valid ? '' : problemOf(errors, tool)
  }
}

type Faults = ReturnType<Validator['validate']>['errors']

// The last error is the innermost: the ones before it only say that a member is wrong.
function problemOf(errors: Faults, tool: Tool): string {
  const fault = errors.findLast(({ keyword }) => keyword !== 'properties') ?? errors.at(-1)
  if (!fault) return 'The input is not what the tool takes.'
  const field = fault.instanceLocation.split('/')[1] ?? ''
  const named = /"([^"]+)"/.exec(fault.error)?.[1] ?? ''
  if (fault.keyword === 'required') return `${named} is missing`
  if (fault.keyword === 'additionalProperties' || fault.keyword === 'false') {
    const name = field || named
    return `${name || 'A column'} is no field of ${tool.slug}`
  }
  if (fault.keyword === 'enum') {
    const choices = tool.input_schema.properties?.[field]?.enum ?? []
    return `${field} has to be one of ${choices.map(String).join(', ')}`
  }
  if (fault.keyword === 'minLength') return `${field} is empty or too short`
  if (fault.keyword === 'maxLength') return `${field} is too long`
  return `${field || 'The input'}: ${lowerFirst(fault.error)}`
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
