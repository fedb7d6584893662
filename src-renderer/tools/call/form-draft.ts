import { isFileReference } from '../../../src-shared/files/file-reference.ts'
import { formatJson } from '../../gateway/format-json.ts'
import type { Field } from './schema-fields.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { findRoundedNumber } from '../../../src-shared/numbers/rounded-number.ts'

/**
 * The value of a field while editing: text for text, number and JSON fields; undefined if it is not
 * set.
 */
export type DraftValue = string | number | boolean | undefined

/**
 * The state of the form: a value for each field, and the members of the input that no field shows: those without a
 * field, and references to files in place of a field's value.
 */
export interface FormDraft {
  readonly values: ReadonlyMap<string, DraftValue>
  readonly extra: ReadonlyMap<string, unknown>
}

export interface FormIssue {
  readonly field: string
  readonly message: string
}

export type FormInput = { readonly input: Record<string, unknown>; readonly issues: readonly FormIssue[] }

/** The form cannot show this input, such as text where the schema has a number. */
export class InputNotInForm extends Error {
  override readonly name = 'InputNotInForm'
}

/**
 * Converts an input to the state of the form. `toInput` converts it back exactly.
 *
 * @throws InputNotInForm if a value does not have the type of its field
 */
export function toDraft(fields: readonly Field[], input: Readonly<Record<string, unknown>>): FormDraft {
  const members = new Map(Object.entries(input))
  const filed = new Set(
    fields.filter((field) => isFiled(field, members.get(field.name))).map(({ name }) => name),
  )
  const values = new Map(
    fields.map((field) => [
      field.name,
      filed.has(field.name) ? undefined : toDraftValue(field, members.get(field.name)),
    ]),
  )
  const extra = new Map([...members].filter(([name]) => !values.has(name) || filed.has(name)))
  return { values, extra }
}

/** Converts the form to an input, with the issues that keep it from being sent. */
export function toInput(fields: readonly Field[], draft: FormDraft): FormInput {
  const issues: FormIssue[] = []
  const members: [string, unknown][] = []
  for (const field of fields) {
    const value = draft.values.get(field.name)
    if (value === undefined) continue
    const read = readValue(field, value)
    if (typeof read === 'string') issues.push({ field: field.name, message: read })
    else if (read.length > 0) members.push([field.name, read[0]])
  }
  // fromEntries defines own properties, so that a member called `__proto__` stays a member.
  return { input: Object.fromEntries([...members, ...draft.extra]), issues }
}

/** Names of required fields that are still empty. */
export function emptyRequired(fields: readonly Field[], draft: FormDraft): readonly string[] {
  return fields
    .filter((field) => field.required && field.fallback === undefined)
    .filter(({ name }) => (draft.values.get(name) ?? '') === '' && !draft.extra.has(name))
    .map((field) => field.name)
}

/** Whether a text field has a file in place of its text. */
function isFiled({ widget }: Field, value: unknown): boolean {
  return (widget === 'text' || widget === 'long') && isFileReference(value)
}

function toDraftValue(field: Field, value: unknown): DraftValue {
  if (value === undefined) return undefined
  switch (field.widget) {
    case 'json':
      return formatJson(value)
    case 'number':
      return String(expectType(field, value, 'number'))
    case 'switch':
      return expectType(field, value, 'boolean')
    case 'choice':
      return expectChoice(field, value)
    default:
      return expectType(field, value, 'string')
  }
}

interface Types {
  number: number
  boolean: boolean
  string: string
}

function expectType<K extends keyof Types>(field: Field, value: unknown, type: K): Types[K] {
  if (typeof value !== type) throw new InputNotInForm(`${field.label} must be a ${type}.`)
  return value as Types[K] // The check above compared its typeof.
}

function expectChoice(field: Field, value: unknown): string | number {
  const choice = field.choices.find((each) => each === value)
  if (choice === undefined) throw new InputNotInForm(`${field.label} must be one of its options.`)
  return choice
}

/**
 * The field's value in an array, an empty array for none, or a sentence that says what is wrong.
 */
function readValue(field: Field, value: Exclude<DraftValue, undefined>): readonly [unknown?] | string {
  if (typeof value !== 'string') return [value]
  if (field.widget === 'number') return readNumber(field, value.trim())
  if (field.widget === 'json') return value.trim() === '' ? [] : readJson(value, field)
  return [value]
}

function readNumber(field: Field, text: string): readonly [number?] | string {
  if (text === '') return []
  const number = Number(text)
  if (!Number.isFinite(number)) return 'Enter a number.'
  if (findRoundedNumber(text.trim())) return `Enter fewer digits: this would become ${number}.`
  if (field.integer && !Number.isInteger(number)) return 'Enter a whole number.'
  if (field.minimum !== null && number < field.minimum) return `Enter ${field.minimum} or more.`
  if (field.maximum !== null && number > field.maximum) return `Enter ${field.maximum} or less.`
  return [number]
}

function readJson(text: string, { hint }: Field): readonly [unknown] | string {
  let value: unknown
  try {
    value = parseJson(text)
  } catch (error) {
    return jsonProblem(text, error)
  }
  const rounded = findRoundedNumber(text)
  if (!rounded) return [value]
  // The text keeps the digits where the field takes one.
  return hint.includes('JSON as text') ? [text] : `${rounded.message}.`
}

/** A sentence that says where the JSON breaks, as far as the browser's message tells. */
export function jsonProblem(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  const offset = /position (\d+)/.exec(message)?.[1]
  if (offset === undefined) return /end/i.test(message) ? 'This JSON is incomplete.' : 'This is not JSON.'
  const before = text.slice(0, Number(offset)).split('\n')
  return `Invalid JSON at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}.`
}
