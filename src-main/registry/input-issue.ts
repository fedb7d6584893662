import type { z } from 'zod'
import type { Issue } from '../../src-shared/errors.ts'
import { MAX_ISSUES } from '../../src-shared/limits.ts'
import { issueWords, kindWords } from './issue-words.ts'
import { nearestNames } from './nearest-names.ts'

type JsonSchema = z.core.JSONSchema.JSONSchema
type Path = readonly PropertyKey[]

/** The most characters quoted of a caller's name, so that an answer stays small whatever was sent. */
const MAX_NAME_CHARS = 80
const MAX_PATH_CHARS = 300
const MAX_LISTED_FIELDS = 12

/**
 * Describes a problem of an input and what to send instead.
 * @param schema of the whole input
 */
export function toIssue(issue: z.core.$ZodIssue, schema: JsonSchema): Issue {
  return {
    path: issue.path.map(String).join('.').slice(0, MAX_PATH_CHARS),
    message: sentenceOf(issue, schema),
  }
}

function sentenceOf(issue: z.core.$ZodIssue, schema: JsonSchema): string {
  if (issue.code === 'invalid_type') return wrongKind([issue.expected], issue.message)
  if (issue.code === 'unrecognized_keys') return unknownFields(issue.keys, fieldsAt(schema, issue.path))
  if (issue.code === 'invalid_union') return noneOf(issue)
  return issueWords(issue)
}

function wrongKind(kinds: readonly string[], message: string): string {
  if (message.endsWith('received undefined'))
    return `This field is missing; its type is ${[...new Set(kinds)].join(' or ')}`
  return message.startsWith('Invalid input: expected') ? kindWords(kinds) : message
}

// For a union, the library says only that the value is invalid.
function noneOf(issue: z.core.$ZodIssueInvalidUnion): string {
  const { errors, message } = issue
  // The discriminator has a value that no option has.
  if (issue.discriminator !== undefined) return issueWords(issue)
  const firsts = errors.flatMap(([first]) => first ?? [])
  const kinds = firsts.filter(isOfWrongKind)
  // Its type is allowed, and something else is wrong.
  const other = firsts.find((one) => !isOfWrongKind(one))
  if (other) return [...other.path.map(nameOf), sentenceOf(other, {})].join(': ')
  if (kinds.length === 0) return message
  return wrongKind(
    kinds.map(({ expected }) => expected),
    kinds[0]!.message,
  )
}

function nameOf(step: PropertyKey): string {
  return String(step).slice(0, MAX_NAME_CHARS)
}

function isOfWrongKind(issue: z.core.$ZodIssue): issue is z.core.$ZodIssueInvalidType {
  return issue.code === 'invalid_type' && issue.path.length === 0
}

function unknownFields(sent: readonly string[], known: readonly string[]): string {
  const quoted = sent.slice(0, MAX_ISSUES).map((name) => JSON.stringify(nameOf(name)))
  const more = sent.length - quoted.length
  const none = `There is no field ${quoted.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  const meant = sent.length === 1 ? nearestNames(sent[0]!, known)[0] : undefined
  if (meant !== undefined) return `${none}, but there is "${meant}"`
  if (known.length === 0) return none
  const rest = known.length > MAX_LISTED_FIELDS ? ', …' : ''
  return `${none}; the fields here are ${known.slice(0, MAX_LISTED_FIELDS).join(', ')}${rest}`
}

// The fields of a union depend on which of its types was meant, which is unknown.
function fieldsAt(schema: JsonSchema, path: Path): readonly string[] {
  let at: unknown = schema
  for (const step of path) at = childOf(at, step)
  return Object.keys(propertiesOf(at))
}

function childOf(schema: unknown, step: PropertyKey): unknown {
  if (typeof step === 'number') return isSchema(schema) ? schema.items : undefined
  const properties = propertiesOf(schema)
  const name = String(step)
  return Object.hasOwn(properties, name) ? properties[name] : undefined
}

function propertiesOf(schema: unknown): Readonly<Record<string, unknown>> {
  return (isSchema(schema) && schema.properties) || {}
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
