import type { z } from 'zod'
import { GatewayError, type Issue } from '../../src-shared/errors.ts'
import { MAX_ISSUES } from '../../src-shared/limits.ts'
import type { RegisteredTool } from '../registry/registry.ts'
import { toToolFields } from './read-call.ts'

/** Names that callers chose are quoted up to here, so that an answer stays small whatever was sent. */
const MAX_NAME_CHARS = 80
const MAX_PATH_CHARS = 300

/** What a tool's input schema says of an input. */
export type Validation =
  | { readonly valid: true; readonly input: Record<string, unknown> }
  | { readonly valid: false; readonly issues: readonly Issue[]; readonly missing: readonly string[] }

/** Checks a call's fields against the tool's input schema. */
export function checkInput(tool: RegisteredTool, sent: Readonly<Record<string, unknown>>): Validation {
  const fields = toToolFields(tool, sent)
  const checked = tool.definition.input.safeParse(fields)
  if (checked.success) return { valid: true, input: checked.data }
  const missing = tool.required.filter((name) => !Object.hasOwn(fields, name) || fields[name] === undefined)
  return { valid: false, issues: checked.error.issues.slice(0, MAX_ISSUES).map(toIssue), missing }
}

/**
 * Checks a call's fields and returns the input that the handler gets.
 * @throws GatewayError validation_error naming every fault
 */
export function validateInput(
  tool: RegisteredTool,
  sent: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const checked = checkInput(tool, sent)
  if (checked.valid) return checked.input
  throw invalidInput(tool, checked.issues, checked.missing)
}

/** The validation_error for a tool's input: what is wrong where, and where the schema is to be found. */
export function invalidInput(
  tool: RegisteredTool,
  issues: readonly Issue[],
  missing: readonly string[] = [],
): GatewayError {
  const first = issues[0]
  const where = first?.path ? `${first.path}: ` : ''
  const summary =
    missing.length > 0 ? `Missing: ${missing.join(', ')}` : `${where}${first?.message ?? 'not valid'}`
  return new GatewayError(
    'validation_error',
    `${summary}. See GET /v1/tools/${tool.slug} for the input schema.`,
    {
      issues,
      missing_fields: missing,
    },
  )
}

function toIssue(issue: z.core.$ZodIssue): Issue {
  return { path: issue.path.map(String).join('.').slice(0, MAX_PATH_CHARS), message: sentenceOf(issue) }
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'unrecognized_keys') return issue.message
  const names = issue.keys.slice(0, MAX_ISSUES).map((key) => JSON.stringify(key.slice(0, MAX_NAME_CHARS)))
  const more = issue.keys.length - names.length
  return `There is no field ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
