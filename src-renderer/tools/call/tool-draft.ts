import { formatJson } from '../../gateway/format-json.ts'
import type { Tool } from '../../gateway/gateway-types.ts'
import { type FormDraft, type FormIssue, toDraft, toInput, InputNotInForm } from './form-draft.ts'
import { readJsonInput } from './json-input.ts'
import { type Field, fieldsOf } from './schema-fields.ts'
import type { StoredDraft } from './stored-draft.ts'

export type DraftView = 'form' | 'json'

/** The members of a tool's input. */
export type Input = Readonly<Record<string, unknown>>

/** The input being written for a tool, as a form or as JSON. */
export interface ToolDraft {
  readonly view: DraftView
  readonly form: FormDraft
  readonly json: string
  /** Why the JSON cannot be shown as a form. */
  readonly problem: string
}

/** The draft that holds this input; in the JSON view if the form cannot show it. */
export function draftOf(tool: Tool, input: Input, view: DraftView = 'form'): ToolDraft {
  const json = formatJson(input)
  const fields = fieldsOf(tool.input_schema)
  try {
    return { view, form: toDraft(fields, input), json, problem: '' }
  } catch (error) {
    if (!(error instanceof InputNotInForm)) throw error
    return { view: 'json', form: toDraft(fields, {}), json, problem: error.message }
  }
}

/** The input that a draft stands for, or null and what is wrong with it. */
export function readDraft(
  { view, form, json }: ToolDraft,
  fields: readonly Field[],
): { input: Input | null; issues: readonly FormIssue[] } {
  if (view === 'form') {
    const { input, issues } = toInput(fields, form)
    return { input: issues.length > 0 ? null : input, issues }
  }
  const read = readJsonInput(json)
  return 'input' in read
    ? { input: read.input, issues: [] }
    : { input: null, issues: [{ field: '', message: read.problem }] }
}

/** What changes when a draft is shown the other way; JSON that no form can show keeps its view. */
export function changeView(
  draft: ToolDraft,
  view: DraftView,
  fields: readonly Field[],
): Partial<ToolDraft> {
  if (view === 'json') {
    return { view, json: formatJson(toInput(fields, draft.form).input), problem: '' }
  }
  const read = readJsonInput(draft.json)
  if ('problem' in read) return { problem: `${read.problem} The form opens once this is mended.` }
  try {
    return { view, form: toDraft(fields, read.input), problem: '' }
  } catch (error) {
    if (!(error instanceof InputNotInForm)) throw error
    return { problem: error.message }
  }
}

/** A draft as the gateway stores it. */
export function toStored({ view, json, form }: ToolDraft): StoredDraft {
  const values = [...form.values].flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return { view, json, values, extra: [...form.extra] }
}

/** A draft as the gateway kept it. */
export function fromStored({ view, json, values, extra }: StoredDraft): ToolDraft {
  return { view, json, form: { values: new Map(values), extra: new Map(extra) }, problem: '' }
}
