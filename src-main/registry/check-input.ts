import type { Issue } from '../../src-shared/errors.ts'
import { isFileReference } from '../../src-shared/files/file-reference.ts'
import { readJsonText } from './json-text.ts'
import type { RegisteredTool } from './listed-tool.ts'

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
  if (tool.source !== null) return checkFields(tool, toSourceFields(tool, sent))
  const read = withTextRead(tool, sent)
  if ('issue' in read) return { valid: false, issues: [read.issue], missing: missingIn(tool, sent) }
  return checkFields(tool, toToolFields(tool, read.fields))
}

function checkFields(tool: RegisteredTool, fields: Readonly<Record<string, unknown>>): Validation {
  const checked = tool.input.check(fields)
  if (checked.ok) return { valid: true, input: checked.value }
  return { valid: false, issues: checked.issues, missing: missingIn(tool, fields) }
}

// Nobody knows which fields another's tool will take, so that none of them is put elsewhere; only all of them together
// may be sent as `arguments`, as over MCP.
function toSourceFields(
  tool: RegisteredTool,
  sent: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { arguments: all, ...rest } = sent
  return isPlainObject(all) && Object.keys(rest).length === 0 && !tool.fields.has('arguments') ? all : sent
}

/** A call's fields by their own names, as far as they can be read; the check refuses the others. */
export function placeFields(
  tool: RegisteredTool,
  sent: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (tool.source !== null) return toSourceFields(tool, sent)
  const read = withTextRead(tool, sent)
  return 'issue' in read ? sent : toToolFields(tool, read.fields)
}

function missingIn(tool: RegisteredTool, fields: Readonly<Record<string, unknown>>): string[] {
  return tool.required.filter((name) => !Object.hasOwn(fields, name) || fields[name] === undefined)
}

// A tool of several fields gets an object; models and command lines write it as JSON text.
function withTextRead(
  tool: RegisteredTool,
  sent: Readonly<Record<string, unknown>>,
): { readonly fields: Readonly<Record<string, unknown>> } | { readonly issue: Issue } {
  const synonym = mainSynonymIn(tool, sent)
  const text = synonym === undefined ? undefined : sent[synonym]
  if (synonym === undefined || tool.definition.mainField !== undefined || !isObjectText(text))
    return { fields: sent }
  const read = readJsonText(text)
  if ('problem' in read) return { issue: { path: synonym, message: read.problem } }
  return { fields: { ...sent, [synonym]: read.value } }
}

function isObjectText(value: unknown): value is string {
  return typeof value === 'string' && /^\s*\{/.test(value)
}

// The other name under which the main field was sent; undefined when none was used.
function mainSynonymIn(
  tool: RegisteredTool,
  fields: Readonly<Record<string, unknown>>,
): string | undefined {
  return MAIN_FIELD_SYNONYMS.find((name) => Object.hasOwn(fields, name) && !tool.fields.has(name))
}

/**
 * Puts a bare `input` (or a synonym) where the tool expects it: into its main field, or spread over its fields.
 * A field sent by its own name wins. A reference to a file stands for the main field.
 */
export function toToolFields(
  tool: RegisteredTool,
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const main = tool.definition.mainField
  const synonym = mainSynonymIn(tool, fields)
  if (synonym === undefined) return fields
  const { [synonym]: value, ...rest } = fields
  const spreads =
    isPlainObject(value) && (main === undefined || (tool.mainFieldIsText && !isFileReference(value)))
  if (spreads) return { ...value, ...rest }
  return main === undefined || Object.hasOwn(rest, main) ? rest : { ...rest, [main]: value }
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
