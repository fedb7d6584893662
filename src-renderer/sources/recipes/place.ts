import { isLink } from '../../../src-shared/recipes/recipe.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { InputNotInForm, toDraft, toInput, type DraftValue } from '../../tools/call/form-draft.ts'
import type { Field } from '../../tools/call/schema-fields.ts'

/** Where a value of a recipe comes from: from elsewhere, from the field of a tool's form, or from JSON. */
export type Place =
  | { readonly from: 'link'; readonly pointer: string; readonly isTyped?: boolean }
  | { readonly from: 'form'; readonly value: DraftValue }
  | { readonly from: 'json'; readonly text: string }

/** A value by its name. */
export interface NamedPlace {
  name: string
  place: Place
}

/** How the form shows a value. @param field the field of the tool that it is for, if it has one */
export function toPlace(value: unknown, field: Field | undefined): Place {
  if (isLink(value) && Object.keys(value).length === 1)
    return { from: 'link', pointer: String(value.$from) }
  const shown = field && shownIn(field, value)
  return shown === undefined
    ? { from: 'json', text: JSON.stringify(value) }
    : { from: 'form', value: shown }
}

/** The fixed value that a field begins with. */
export function firstValue(field: Field | undefined): Place {
  if (!field) return { from: 'json', text: '""' }
  const { fallback, choices, widget } = field
  if (fallback !== undefined) return toPlace(fallback, field)
  return { from: 'form', value: choices[0] ?? (widget === 'switch' ? true : '') }
}

/** The value in a list, or a sentence that says what is wrong with it. */
export function valueOf(place: Place, field: Field | undefined): readonly [unknown] | string {
  if (place.from === 'link') return [{ $from: place.pointer }]
  if (place.from === 'json' || !field) return fromJson(place.from === 'json' ? place.text : '')
  const { name, widget } = field
  const isText = widget === 'text' || widget === 'long'
  const values = new Map([[name, place.value ?? (isText ? '' : undefined)]])
  const { input, issues } = toInput([field], { values, extra: new Map() })
  if (issues[0]) return issues[0].message
  return Object.hasOwn(input, name) ? [input[name]] : 'Enter a value, or leave the field out.'
}

function shownIn(field: Field, value: unknown): DraftValue {
  try {
    return toDraft([field], { [field.name]: value }).values.get(field.name)
  } catch (error) {
    if (error instanceof InputNotInForm) return undefined
    throw error
  }
}

function fromJson(text: string): readonly [unknown] | string {
  try {
    return [parseJson(text)]
  } catch {
    return 'This is not JSON; a text is in quotes.'
  }
}
