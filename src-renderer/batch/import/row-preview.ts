import { computed, shallowRef } from 'vue'
import type { BatchRow } from '../rows/batch-row.ts'
import { makeRows } from './make-rows.ts'

type Making = Omit<Parameters<typeof makeRows>[0], 'signal' | 'from'>

/** The rows that an import would add, what they cost, and what is wrong with some of them. */
export function createRowPreview() {
  /** Null while the rows are being made. */
  const made = shallowRef<readonly BatchRow[] | null>(null)
  const valid = computed(() => made.value?.filter((row) => row.problem === '') ?? [])
  const cost = computed(() => valid.value.reduce((sum, row) => sum + row.cost, 0))
  /** Each problem with its number of rows, the commonest first. */
  const problems = computed(() => {
    const counts = new Map<string, number>()
    for (const row of made.value ?? [])
      if (row.problem) counts.set(row.problem, (counts.get(row.problem) ?? 0) + 1)
    return [...counts].sort((a, b) => b[1] - a[1])
  })
  let making = new AbortController()

  /** Makes the rows again; a former attempt that is still at it ends without a result. */
  async function make(from: Making): Promise<void> {
    discard()
    making = new AbortController()
    const { signal } = making
    const rows = await makeRows({ ...from, from: 0, signal })
    if (!signal.aborted) made.value = rows
  }

  function discard(): void {
    making.abort()
    made.value = null
  }

  return { made, valid, cost, problems, make, discard }
}
