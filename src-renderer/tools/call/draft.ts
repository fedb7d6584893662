import { defineStore } from 'pinia'
import { computed, shallowReactive } from 'vue'
import type { JsonSchema, Tool, ToolExample } from '../../gateway/gateway-types.ts'
import { mainFieldOf } from '../search/suggest-tools.ts'
import { useCatalogue } from '../catalogue.ts'
import {
  type DraftValue,
  emptyRequired,
  type FormDraft,
  type FormIssue,
  toDraft,
  toInput,
  InputNotInForm,
} from './form-draft.ts'
import { formatJson } from '../../gateway/format-json.ts'
import { readJsonInput } from './json-input.ts'
import { fieldsOf } from './schema-fields.ts'
import { createDraftKeeper, type StoredDraft } from './stored-draft.ts'
import { useToasts } from '../../ui/kept/toasts.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

export type DraftView = 'form' | 'json'

interface ToolDraft {
  readonly view: DraftView
  readonly form: FormDraft
  readonly json: string
  /** Why the JSON cannot be shown as a form. */
  readonly problem: string
}

type Input = Readonly<Record<string, unknown>>

/** The input being written for each tool; it stays while other tools are looked at. */
export const useDraft = defineStore('draft', () => {
  const catalogue = useCatalogue()
  const toasts = useToasts()
  const drafts = shallowReactive(new Map<string, ToolDraft>())
  /** Tools whose draft is no longer the example it began with; only those are kept. */
  const touched = new Set<string>()
  const keeper = createDraftKeeper(
    (slug) => (touched.has(slug) ? toStored(drafts.get(slug)) : null),
    (slug, stored) => {
      if (touched.has(slug)) return
      touched.add(slug)
      drafts.set(slug, fromStored(stored))
    },
  )

  const fields = computed(() =>
    catalogue.open ? fieldsOf(catalogue.open.input_schema, catalogue.open.examples) : [],
  )
  const current = computed(() => (catalogue.open ? (drafts.get(catalogue.open.slug) ?? null) : null))
  const read = computed(() =>
    current.value ? readDraft(current.value, fields.value) : { input: {}, issues: [] },
  )
  const missing = computed(() =>
    current.value?.view === 'form' ? emptyRequired(fields.value, current.value.form) : [],
  )

  /** What a tool would be called with: its draft, or its first example; null while that is no input. */
  function inputOf(tool: Tool): Input | null {
    const draft = drafts.get(tool.slug)
    return draft ? readDraft(draft, fieldsOf(tool.input_schema)).input : (tool.examples?.[0]?.input ?? {})
  }

  /** Begins a tool's draft with its first example, unless there is one already. */
  function begin(tool: Tool): void {
    if (!drafts.has(tool.slug)) fill(tool, tool.examples?.[0]?.input ?? {})
  }

  function useExample(tool: Tool, example: ToolExample): void {
    fill(tool, example.input, drafts.get(tool.slug)?.view)
    touch(tool.slug)
  }

  /** Fills a tool with this input, as when an earlier call is opened again. */
  function useInput(tool: Tool, input: Input): void {
    fill(tool, input, drafts.get(tool.slug)?.view)
    touch(tool.slug)
  }

  /** Fills a tool's main field with a text and leaves the rest as its example has it. */
  function fillMain(slug: string, text: string): void {
    const tool = catalogue.bySlug.get(slug)
    const field = tool && mainFieldOf(tool)
    if (!tool || !field) return
    const { required = [], properties = {} } = tool.input_schema
    const example = Object.entries(tool.examples?.[0]?.input ?? {}).filter(([name]) =>
      required.includes(name),
    )
    useInput(tool, { ...Object.fromEntries(example), [field]: valueFor(properties[field], text) })
  }

  /** Goes back to the tool's first example; the toast takes the input back. */
  function reset(tool: Tool): void {
    const before = drafts.get(tool.slug)
    fill(tool, tool.examples?.[0]?.input ?? {}, before?.view)
    touched.delete(tool.slug)
    keeper.changed(tool.slug)
    toasts.say('Input reset to the example', () => {
      if (before) drafts.set(tool.slug, before)
      touch(tool.slug)
    })
  }

  function touch(slug: string): void {
    touched.add(slug)
    keeper.changed(slug)
  }

  function fill(tool: Tool, input: Input, view: DraftView = 'form'): void {
    const json = formatJson(input)
    const all = fieldsOf(tool.input_schema)
    try {
      drafts.set(tool.slug, { view, form: toDraft(all, input), json, problem: '' })
    } catch (error) {
      if (!(error instanceof InputNotInForm)) throw error
      drafts.set(tool.slug, { view: 'json', form: toDraft(all, {}), json, problem: error.message })
    }
  }

  function change(change: Partial<ToolDraft>): void {
    if (!catalogue.open || !current.value) return
    drafts.set(catalogue.open.slug, { ...current.value, ...change })
    touch(catalogue.open.slug)
  }

  function setField(name: string, value: DraftValue): void {
    if (!current.value) return
    const { values, extra } = current.value.form
    change({ form: { values: new Map(values).set(name, value), extra } })
  }

  function setJson(json: string): void {
    change({ json, problem: '' })
  }

  /** Carries the input over to the other view; a text that is no input keeps the JSON view open. */
  function show(view: DraftView): void {
    if (!current.value || current.value.view === view) return
    if (view === 'json') change({ view, json: jsonOf(current.value.form), problem: '' })
    else showForm(current.value.json)
  }

  function jsonOf(form: FormDraft): string {
    return formatJson(toInput(fields.value, form).input)
  }

  function showForm(text: string): void {
    const json = readJsonInput(text)
    if ('problem' in json) return change({ problem: json.problem })
    try {
      change({ view: 'form', form: toDraft(fields.value, json.input), problem: '' })
    } catch (error) {
      if (!(error instanceof InputNotInForm)) throw error
      change({ problem: error.message })
    }
  }

  return {
    fields,
    current,
    read,
    missing,
    inputOf,
    begin,
    useExample,
    useInput,
    fillMain,
    reset,
    setField,
    setJson,
    show,
  }
})

function readDraft(
  draft: ToolDraft,
  fields: ReturnType<typeof fieldsOf>,
): { input: Input | null; issues: readonly FormIssue[] } {
  if (draft.view === 'form') {
    const form = toInput(fields, draft.form)
    return { input: form.issues.length > 0 ? null : form.input, issues: form.issues }
  }
  const json = readJsonInput(draft.json)
  return 'input' in json
    ? { input: json.input, issues: [] }
    : { input: null, issues: [{ field: '', message: json.problem }] }
}

function toStored(draft: ToolDraft | undefined): StoredDraft | null {
  if (!draft) return null
  const { view, json, form } = draft
  const values = [...form.values].flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return { view, json, values, extra: [...form.extra] }
}

function fromStored({ view, json, values, extra }: StoredDraft): ToolDraft {
  return { view, json, form: { values: new Map(values), extra: new Map(extra) }, problem: '' }
}

/** A text as a field of this schema takes it: as it is, as the JSON it holds, or line by line. */
function valueFor(schema: JsonSchema | undefined, text: string): unknown {
  if (schema?.type === 'string') return text
  const json = readJsonValue(text)
  if (json !== undefined) return json
  return schema?.type === 'array' ? text.split(/\r?\n/).filter((line) => line !== '') : text
}

function readJsonValue(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined // A text that is no JSON is taken as text.
  }
}
