import { MAX_BODY_BYTES } from '../../../src-shared/limits.ts'
import { withoutGatewayFields } from '../../../src-shared/gateway-fields.ts'
import { createCheck } from '../../../src-shared/json-schema/check-values.ts'
import type { Fault } from '../../../src-shared/json-schema/schema-faults.ts'
import { faultWords } from '../../ui/text/fault-words.ts'
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
  const checks = new Map<string, ReturnType<typeof createCheck>>()
  return (slug, input, text) => {
    const tool = tools.get(slug)
    if (!tool) return slug === '' ? 'This row names no tool.' : `There is no tool called ${slug}.`
    if (text.length > MAX_INPUT_CHARS) return 'The input is larger than 4 MiB.'
    // The gateway would refuse the whole request for it, and the rows beside this one with it.
    if (HALF_CHARACTER.test(text))
      return 'A text contains half of a character (a lone surrogate), which JSON cannot represent.'
    let faultsOf = checks.get(slug)
    if (!faultsOf) {
      // The gateway's own schema; the form's type of it names only some of its keywords.
      faultsOf = createCheck({ ...tool.input_schema })
      checks.set(slug, faultsOf)
    }
    const [fault] = faultsOf(withoutGatewayFields(input))
    return fault ? problemOf(fault, tool) : ''
  }
}

function problemOf(fault: Fault, tool: Tool): string {
  const { keyword, path, property = '' } = fault
  const field = (path.split('/')[1] ?? '').replaceAll('~1', '/').replaceAll('~0', '~')
  if (keyword === 'required') return `${property} is missing`
  if (keyword === 'additionalProperties') return `${field || property} is not a field of ${tool.slug}`
  if (keyword === 'minLength') return `${field} is empty or too short`
  if (keyword === 'maxLength') return `${field} is too long`
  return `${field || 'The input'} ${faultWords(fault)}`
}
