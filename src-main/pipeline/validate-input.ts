import { GatewayError, type Issue } from '../../src-shared/errors.ts'
import { MAX_ISSUES } from '../../src-shared/limits.ts'
import type { RegisteredTool } from '../registry/registry.ts'
import { toIssue } from './input-issue.ts'
import { toToolFields } from './read-call.ts'

/** The result of checking an input against a tool's schema. */
export type Validation =
  | { readonly valid: true; readonly input: Record<string, unknown> }
  | { readonly valid: false; readonly issues: readonly Issue[]; readonly missing: readonly string[] }

/** Checks a call's fields against the tool's input schema. */
export function checkInput(tool: RegisteredTool, sent: Readonly<Record<string, unknown>>): Validation {
  const fields = toToolFields(tool, sent)
  const checked = tool.definition.input.safeParse(fields)
  if (checked.success) return { valid: true, input: checked.data }
  const missing = tool.required.filter((name) => !Object.hasOwn(fields, name) || fields[name] === undefined)
  const issues = checked.error.issues.slice(0, MAX_ISSUES).map((issue) => toIssue(issue, tool.inputSchema))
  return { valid: false, issues, missing }
}

/**
 * Checks a call's fields and returns the input that the handler gets.
 * @throws GatewayError validation_error naming every problem
 */
export function validateInput(
  tool: RegisteredTool,
  sent: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const checked = checkInput(tool, sent)
  if (checked.valid) return checked.input
  throw invalidInput(tool, checked.issues, checked.missing)
}

/** The validation_error for a tool's input: what is wrong where, and where to find the schema. */
export function invalidInput(
  tool: RegisteredTool,
  issues: readonly Issue[],
  missing: readonly string[] = [],
): GatewayError {
  const other = issues.find(({ path }) => !missing.includes(path))
  const summary = [
    ...(missing.length > 0 ? [`Missing: ${missing.join(', ')}`] : []),
    ...(other ? [`${other.path ? `${other.path}: ` : ''}${other.message}`] : []),
  ].join('. ')
  return new GatewayError(
    'validation_error',
    `${summary || 'Not valid'}. See GET /v1/tools/${tool.slug} for the input schema.`,
    {
      issues,
      missing_fields: missing,
    },
  )
}
