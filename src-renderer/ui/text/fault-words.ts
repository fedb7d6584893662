import type { Fault } from '../../../src-shared/json-schema/schema-faults.ts'

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

/** What is wrong with a value, as the end of a sentence: "must be a number". */
export function faultWords({ keyword, message, property, allowed }: Fault): string {
  if (keyword === 'type') {
    const types = message.replace(/^must be /, '').split(',')
    return `must be ${types.map((type) => TYPES[type] ?? type).join(' or ')}`
  }
  if (keyword === 'enum' && Array.isArray(allowed))
    return `must be one of ${allowed.map(String).join(', ')}`
  if (keyword === 'required' && property !== undefined) return `needs ${property}`
  if (keyword === 'additionalProperties' && property !== undefined)
    return `has an unknown field, ${property}`
  return message.replace('must NOT', 'must not')
}

/**
 * What is wrong at each place of a value, by its JSON Pointer. An object is wrong because a member is: only the
 * innermost places are told.
 */
export function innermostFaults(faults: readonly Fault[]): ReadonlyMap<string, string> {
  const paths = new Set(faults.map(({ path }) => path))
  const inner = [...paths].filter((path) => ![...paths].some((other) => other.startsWith(`${path}/`)))
  return new Map(inner.map((path) => [path, wordsAt(faults.filter((fault) => fault.path === path))]))
}

// Where one of several schemas has to match, each has said what it wants.
function wordsAt(faults: readonly Fault[]): string {
  const reasons = faults.filter(({ keyword }) => keyword !== 'anyOf' && keyword !== 'oneOf')
  if (reasons.length === 0) return faults.map(faultWords).join(' and ')
  const words = [...new Set(reasons.map(faultWords))]
  if (reasons.length === faults.length) return words.join(' and ')
  return words.join(' or ').replaceAll(' or must be ', ' or ')
}
