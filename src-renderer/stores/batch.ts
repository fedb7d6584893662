import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { MAX_BATCH_ROWS, type BatchOptions, type SavedBatch } from '../../src-shared/saved-batch.ts'
import { type BatchRow, freshRow, needsAttention } from '../batch/batch-row.ts'
import { createBatchSaver, loadBatch } from '../batch/batch-saver.ts'
import { createRowCheck } from '../batch/check-row.ts'
import { tallyOf } from '../batch/tally.ts'
import { CallError } from '../gateway-types.ts'
import { useCatalogue } from './catalogue.ts'
import { useGateway } from './gateway.ts'
import { useSession } from './session.ts'

const DEFAULTS: BatchOptions = { retry_once: false, floor: null }

/** The run that the Batch place shows: its rows, and whether the gateway keeps it. */
export const useBatch = defineStore('batch', () => {
  const gateway = useGateway()
  const session = useSession()
  const catalogue = useCatalogue()

  const name = ref('')
  const source = ref('')
  const options = ref<BatchOptions>(DEFAULTS)
  /** A row's position is its index; rows that were taken out stay, marked as removed. */
  const rows = shallowRef<readonly BatchRow[]>([])
  const id = ref<string | null>(null)
  const loading = ref(false)
  /** Why the run cannot be shown. */
  const problem = ref('')
  /** Whether the gateway keeps the run: `off` without a session, `failed` with the reason beside it. */
  const kept = ref<'off' | 'saving' | 'saved' | 'failed'>('off')
  const keptProblem = ref('')
  let saver = createBatchSaver(gateway.client.json)

  const tally = computed(() => tallyOf(rows.value))
  const check = computed(() => createRowCheck(catalogue.bySlug))

  /** Puts other rows in the place of those with the same position. `input` is to be saved anew where it changed. */
  function replace(changed: readonly BatchRow[], what: 'input' | 'outcome'): void {
    const next = rows.value.slice()
    for (const row of changed) next[row.position] = row
    rows.value = next
    const positions = changed.map(({ position }) => position)
    if (what === 'input') saver.inputChanged(positions)
    else saver.outcomeChanged(positions)
  }

  /** Changes what became of rows. */
  function note(positions: readonly number[], change: (row: BatchRow) => Partial<BatchRow>): void {
    const all = rows.value
    replace(
      positions.flatMap((position) => {
        const row = all[position]
        return row ? [{ ...row, ...change(row) }] : []
      }),
      'outcome',
    )
  }

  /** Adds rows at the end. @returns how many there was room for */
  function add(
    more: readonly BatchRow[],
    from: { readonly name: string; readonly source: string },
  ): number {
    if (rows.value.length === 0) begin(from)
    const room = MAX_BATCH_ROWS - rows.value.length
    const taken = more.slice(0, room).map((row, at) => ({ ...row, position: rows.value.length + at }))
    replace(taken, 'input')
    void save()
    return taken.length
  }

  function begin(from: { readonly name: string; readonly source: string }): void {
    name.value = from.name
    source.value = from.source
  }

  /** Adds a call of this tool for each input, as from a result or from the list of tools. */
  function startFrom(inputs: readonly Readonly<Record<string, unknown>>[], slug: string): number {
    const tool = catalogue.bySlug.get(slug)
    return add(
      inputs.map((input) => rowOf(slug, input, '')),
      { name: tool?.name ?? slug, source: 'added by hand' },
    )
  }

  function rowOf(slug: string, input: Readonly<Record<string, unknown>>, label: string): BatchRow {
    const text = JSON.stringify(input)
    const cost = catalogue.bySlug.get(slug)?.credits ?? 0
    return freshRow({
      position: 0,
      slug,
      input: text,
      label,
      problem: check.value(slug, input, text.length),
      cost,
    })
  }

  /** Gives a row another input; what became of the old one goes. */
  function edit(position: number, slug: string, input: Readonly<Record<string, unknown>>): void {
    const row = rows.value[position]
    if (!row || row.state === 'sent') return
    replace([{ ...rowOf(slug, input, row.label), position }], 'input')
    void save()
  }

  /** Takes rows out. @returns a way to bring them back */
  function remove(positions: readonly number[]): () => void {
    const before = positions.flatMap((position) => rows.value[position] ?? [])
    const removed = before.filter(({ state }) => state !== 'sent' && state !== 'removed')
    replace(
      removed.map((row) => ({ ...row, state: 'removed' as const })),
      'outcome',
    )
    void save()
    return () => {
      replace(removed, 'outcome')
      void save()
    }
  }

  /** Makes rows that failed ready to be sent again. @returns their positions */
  function resetFailed(only: ReadonlySet<number> | null = null): readonly number[] {
    const failed = rows.value
      .filter(({ state, position }) => state === 'failed' && (!only || only.has(position)))
      .map(({ position }) => position)
    note(failed, () => ({ state: 'ready', chunk: null, sent_at: null }))
    return failed
  }

  function setOptions(change: Partial<BatchOptions>): void {
    options.value = { ...options.value, ...change }
    saver.infoChanged()
    void save()
  }

  function rename(to: string): void {
    const next = to.trim().slice(0, 200)
    if (next === '' || next === name.value) return
    name.value = next
    saver.infoChanged()
    void save()
  }

  /** Saves what is unsaved. A run that cannot be kept goes on; the page says so. */
  async function save(): Promise<void> {
    if (session.state !== 'signed_in' || rows.value.length === 0) return void (kept.value = 'off')
    const used = saver
    kept.value = 'saving'
    try {
      const info = { name: name.value, source: source.value, options: options.value }
      const saved = await used.flush(info, () => (used === saver ? rows.value : []))
      if (used !== saver) return
      id.value = saved
      kept.value = 'saved'
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (used !== saver) return
      kept.value = 'failed'
      keptProblem.value = error.message
    }
  }

  /** Empties the place for another run; a kept one stays in the list of runs. */
  function clear(): void {
    saver = createBatchSaver(gateway.client.json)
    rows.value = []
    name.value = ''
    source.value = ''
    options.value = DEFAULTS
    id.value = null
    problem.value = ''
    kept.value = 'off'
  }

  /** Opens a kept run. */
  async function open(batchId: string): Promise<void> {
    if (batchId === id.value) return
    clear()
    loading.value = true
    try {
      const { info, rows: saved } = await loadBatch(gateway.client.json, batchId)
      saver = createBatchSaver(gateway.client.json, batchId)
      name.value = info.name
      source.value = info.source
      options.value = info.options
      rows.value = saved.map((row) => {
        const problemNow = row.state === 'ready' ? checkText(row.slug, row.input) : ''
        return { ...row, problem: problemNow, cost: catalogue.bySlug.get(row.slug)?.credits ?? 0 }
      })
      id.value = batchId
      kept.value = 'saved'
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      problem.value = error.message
    } finally {
      loading.value = false
    }
  }

  /** Whether the gateway knows of the run what the page does; another window may have gone on with it. */
  async function isCurrent(): Promise<boolean> {
    if (id.value === null || kept.value !== 'saved') return true
    try {
      const path = `/app/batches/${encodeURIComponent(id.value)}`
      const { done, failed, rows: count } = (await gateway.client.json<SavedBatch>('GET', path)).body
      const mine = tally.value
      return done === mine.done && failed === mine.failed && count === mine.rows
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return true // The run itself will meet whatever is wrong.
    }
  }

  /** Reads the run anew. */
  async function reopen(): Promise<void> {
    const batchId = id.value
    if (batchId === null) return
    clear()
    await open(batchId)
  }

  function checkText(slug: string, text: string): string {
    const input: unknown = JSON.parse(text)
    const isFields = typeof input === 'object' && input !== null && !Array.isArray(input)
    return isFields
      ? check.value(slug, input as Record<string, unknown>, text.length)
      : 'The input is no object.'
  }

  const attention = computed(() => rows.value.filter(needsAttention))
  const state = {
    name,
    source,
    options,
    rows,
    id,
    loading,
    problem,
    kept,
    keptProblem,
    tally,
    check,
    attention,
  }
  const changes = {
    replace,
    note,
    add,
    startFrom,
    edit,
    remove,
    resetFailed,
    setOptions,
    rename,
    save,
    clear,
    open,
    isCurrent,
    reopen,
  }
  return { ...state, ...changes }
})
