import { computed } from 'vue'
import type { FileReference } from '../../../src-shared/files/file-reference.ts'
import { useCatalogue } from '../catalogue.ts'
import { type DraftValue, emptyRequired } from './form-draft.ts'
import type { KeptDrafts } from './kept-drafts.ts'
import { fieldsOf } from './schema-fields.ts'
import { changeView, type DraftView, readDraft, type ToolDraft } from './tool-draft.ts'

/** The draft of the open tool: what it stands for, and how the owner changes it. */
export function createOpenDraft(drafts: KeptDrafts) {
  const catalogue = useCatalogue()
  const fields = computed(() =>
    catalogue.open ? fieldsOf(catalogue.open.input_schema, catalogue.open.examples) : [],
  )
  const current = computed(() => (catalogue.open ? (drafts.get(catalogue.open.slug) ?? null) : null))
  /** The input it stands for, or null and what is wrong with it. */
  const read = computed(() =>
    current.value ? readDraft(current.value, fields.value) : { input: {}, issues: [] },
  )
  /** Names of required fields that are still empty. */
  const missing = computed(() =>
    current.value?.view === 'form' ? emptyRequired(fields.value, current.value.form) : [],
  )

  function change(change: Partial<ToolDraft>): void {
    if (!catalogue.open || !current.value) return
    drafts.write(catalogue.open.slug, { ...current.value, ...change })
  }

  function setField(name: string, value: DraftValue): void {
    if (!current.value) return
    const { values, extra } = current.value.form
    change({ form: { values: new Map(values).set(name, value), extra } })
  }

  /** Puts a file in place of a field's value, or with undefined takes it away. */
  function setFile(name: string, reference: FileReference | undefined): void {
    if (!current.value) return
    const { values, extra } = current.value.form
    const others = [...extra].filter(([other]) => other !== name)
    const added = reference === undefined ? [] : [[name, reference] as const]
    const form = { values: new Map(values).set(name, undefined), extra: new Map([...others, ...added]) }
    change({ form })
  }

  /** Takes away what no field of the form shows. */
  function dropExtra(names: readonly string[]): void {
    if (!current.value) return
    const { values, extra } = current.value.form
    change({ form: { values, extra: new Map([...extra].filter(([name]) => !names.includes(name))) } })
  }

  const setJson = (json: string) => change({ json, problem: '' })

  /** Carries the input over to the other view; JSON that is not a valid input keeps the JSON view open. */
  function show(view: DraftView): void {
    if (!current.value || current.value.view === view) return
    change(changeView(current.value, view, fields.value))
  }

  return { fields, current, read, missing, setField, setFile, dropExtra, setJson, show }
}
