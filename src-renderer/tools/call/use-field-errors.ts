import { computed, shallowRef } from 'vue'
import { isFileReference } from '../../../src-shared/files/file-reference.ts'
import type { Issue } from '../../../src-shared/errors.ts'
import type { schemaIssues } from './validate-input.ts'
import { useCatalogue } from '../catalogue.ts'
import { useDraft } from './draft.ts'
import { issuesByField } from './issue-fields.ts'
import { useRun } from '../result/run.ts'
import { counted } from '../../../src-shared/counted.ts'

const checker = shallowRef<typeof schemaIssues | null>(null)
const loadChecker = async () => {
  checker.value = (await import('./validate-input.ts')).schemaIssues
}

/**
 * The errors of the input on screen: those found by the form, then those reported by the gateway.
 */
export function useFieldErrors() {
  const draft = useDraft()
  const catalogue = useCatalogue()
  if (!checker.value) void loadChecker()
  const run = useRun()

  const names = computed(() => new Set(draft.fields.map((field) => field.name)))
  const own = computed<readonly Issue[]>(() =>
    draft.read.issues.map(({ field, message }) => ({ path: field, message })),
  )
  // Errors against the schema, once the checker has loaded.
  const unfit = computed<readonly Issue[]>(() => {
    const { input } = draft.read
    const { input_schema: schema, file_fields: filed = {} } = catalogue.open ?? {}
    if (!input || !schema || !checker.value) return []
    // What a file holds is for the gateway to check.
    const sent = Object.entries(input).filter(([name, value]) => !(name in filed && isFileReference(value)))
    return checker.value(schema, Object.fromEntries(sent))
  })
  // The gateway's issues stay until the input changes.
  const sent = computed<readonly Issue[]>(() => {
    if (JSON.stringify(run.request?.input) !== JSON.stringify(draft.read.input)) return []
    if (run.state.kind === 'failed') return run.state.error.details.issues ?? []
    return run.state.kind === 'preview' ? (run.state.reply.body.input_validation.issues ?? []) : []
  })
  const errors = computed(() =>
    issuesByField([...own.value, ...(sent.value.length > 0 ? sent.value : unfit.value)], names.value),
  )

  const summary = computed(() => {
    const fields = [...errors.value.keys()].filter((name) => name !== '').length
    if (fields > 0) return `${counted(fields, 'field')} to fix`
    if (errors.value.size > 0) return 'Fix the input'
    const empty = draft.missing.length
    if (empty > 0) return `${counted(empty, 'required field is', 'required fields are')} empty`
    return ''
  })

  return { errors, summary }
}
