import type { z } from 'zod'
import type { Issue } from '../../src-shared/errors.ts'
import { MAX_ISSUES } from '../../src-shared/limits.ts'
import { toIssue } from './input-issue.ts'
import type { RegisteredTool } from './registry.ts'

/** What is wrong with an input: each problem, and the names of the fields that are missing. */
export interface InvalidFields {
  readonly valid: false
  readonly issues: readonly Issue[]
  readonly missing: readonly string[]
}

/** The result of checking an input against a tool's schema. */
export type Validation = { readonly valid: true; readonly input: Record<string, unknown> } | InvalidFields

type Path = readonly PropertyKey[]

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
  const { [synonym]: value, ...rest } = fields
  const spreads = isPlainObject(value) && (main === undefined || tool.mainFieldIsText)
  if (spreads) return { ...value, ...rest }
  return main === undefined || Object.hasOwn(rest, main) ? rest : { ...rest, [main]: value }
}

/**
 * The fields without those that are null and must not be: the strict mode of a model's API has no other way to leave a
 * field out.
 * @returns null when there are none
 */
function withoutNulls(
  fields: Readonly<Record<string, unknown>>,
  issues: readonly z.core.$ZodIssue[],
): Record<string, unknown> | null {
  const nulls = issues.flatMap(pathsIn).filter((path) => isNullMember(fields, path))
  if (nulls.length === 0) return null
  // The copy of an object is one.
  return nulls.reduce<unknown>((rest, path) => without(rest, path), fields) as Record<string, unknown>
}

/** The places that an issue can mean; for a union those of each of its kinds. */
function pathsIn(issue: z.core.$ZodIssue): readonly Path[] {
  if (issue.code !== 'invalid_union') return [issue.path]
  const inside = issue.errors.flat().flatMap(pathsIn)
  return [issue.path, ...inside.map((path) => [...issue.path, ...path])]
}

function isNullMember(value: unknown, [name, ...rest]: Path): boolean {
  if (name === undefined || typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
    return false
  // It has a member of this name.
  const member = (value as Record<PropertyKey, unknown>)[name]
  return rest.length === 0 ? member === null && isPlainObject(value) : isNullMember(member, rest)
}

function without(value: unknown, [name, ...rest]: Path): unknown {
  const members = Object.entries(value ?? {})
  const kept = members.flatMap(([own, member]): [string, unknown][] => {
    if (own !== String(name)) return [[own, member]]
    return rest.length === 0 ? [] : [[own, without(member, rest)]]
  })
  return Array.isArray(value) ? kept.map(([, member]) => member) : Object.fromEntries(kept)
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
