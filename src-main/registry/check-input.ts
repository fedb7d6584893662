import type { Issue } from '../../src-shared/errors.ts'
import { isDeeperThan } from '../../src-shared/json-depth.ts'
import { MAX_BODY_DEPTH, MAX_ISSUES } from '../../src-shared/limits.ts'
import { parseJson } from '../../src-shared/parse-json.ts'
import { toIssue } from './input-issue.ts'
import type { RegisteredTool } from './registry.ts'
import { withoutNulls } from './without-nulls.ts'

/** What is wrong with an input: each problem, and the names of the fields that are missing. */
export interface InvalidFields {
  readonly valid: false
  readonly issues: readonly Issue[]
  readonly missing: readonly string[]
}

/** The result of checking an input against a tool's schema. */
export type Validation = { readonly valid: true; readonly input: Record<string, unknown> } | InvalidFields

/** Other names under which the main field of a tool may be sent. */
const MAIN_FIELD_SYNONYMS = ['input', 'text', 'json', 'data'] as const

/** Checks a call's fields against the tool's input schema. */
export function checkInput(tool: RegisteredTool, sent: Readonly<Record<string, unknown>>): Validation {
  const fields = toToolFields(tool, sent)
  const checked = tool.definition.input.safeParse(fields)
  if (checked.success) return { valid: true, input: checked.data }
  const rest = withoutNulls(fields, checked.error.issues)
  const again = rest && tool.definition.input.safeParse(rest)
  if (again?.success) return { valid: true, input: again.data }
  const missing = tool.required.filter((name) => !Object.hasOwn(fields, name) || fields[name] === undefined)
  const issues = checked.error.issues.slice(0, MAX_ISSUES).map((issue) => toIssue(issue, tool.inputSchema))
  return { valid: false, issues, missing }
}

/**
 * Puts a bare `input` (or a synonym) where the tool expects it: into its main field, or spread over its fields.
 * A field sent by its own name wins.
 */
export function toToolFields(
  tool: RegisteredTool,
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const main = tool.definition.mainField
  const synonym = MAIN_FIELD_SYNONYMS.find((name) => Object.hasOwn(fields, name) && !tool.fields.has(name))
  if (synonym === undefined) return fields
  const { [synonym]: sent, ...rest } = fields
  // A tool of several fields gets an object; models and command lines write it as JSON text.
  const value = main === undefined && typeof sent === 'string' ? (objectIn(sent) ?? sent) : sent
  const spreads = isPlainObject(value) && (main === undefined || tool.mainFieldIsText)
  if (spreads) return { ...value, ...rest }
  return main === undefined || Object.hasOwn(rest, main) ? rest : { ...rest, [main]: value }
}

function objectIn(text: string): Record<string, unknown> | undefined {
  if (!/^\s*\{/.test(text) || isDeeperThan(text, MAX_BODY_DEPTH)) return undefined
  try {
    const value = parseJson(text)
    return isPlainObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
