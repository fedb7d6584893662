import { GatewayError, type Issue } from '../../../src-shared/errors.ts'
import { checkInput } from '../../registry/check-input.ts'
import type { RegisteredTool } from '../../registry/registry.ts'

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
