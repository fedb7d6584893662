import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import { CallError, headerOf } from '../../gateway/gateway-types.ts'
import { useRun } from '../result/run.ts'
import type { ComparedSide } from './compared-side.ts'
import { createFormerResults, type Former } from './former-results.ts'
import { createPresentSide } from './present-side.ts'

type ComparisonState = 'closed' | 'reading' | 'ready' | 'none' | 'failed'

/** Shows the result on screen beside an earlier one of the same tool. */
export const useComparison = defineStore('comparison', () => {
  const run = useRun()
  const { possible, present } = createPresentSide()
  const results = createFormerResults()
  const state = shallowRef<ComparisonState>('closed')
  const formers = shallowRef<readonly Former[]>([])
  const chosen = shallowRef('')
  const former = shallowRef<ComparedSide | null>(null)
  const problem = shallowRef('')
  let turn = 0

  watch(() => run.state, close)

  /** Compares the result on screen, if there is one, with the baseline or the newest former result. */
  async function open(): Promise<void> {
    const slug = run.request?.slug
    if (!possible.value || slug === undefined) return
    await read(async (mine) => {
      const shown = headerOf(run.headers, 'X-Request-Id')
      const found = await results.list(slug, shown, run.finished.calls.value)
      if (mine !== turn) return
      formers.value = found
      if (found[0]) await show(found[0], mine)
      else state.value = 'none'
    })
  }

  /** Compares with another of the former results. */
  async function choose(requestId: string): Promise<void> {
    const wanted = formers.value.find((each) => each.requestId === requestId)
    if (wanted) await read((mine) => show(wanted, mine))
  }

  async function show(wanted: Former, mine: number): Promise<void> {
    chosen.value = wanted.requestId
    const side = await results.read(wanted)
    if (mine !== turn) return
    former.value = side
    state.value = 'ready'
  }

  async function read(work: (mine: number) => Promise<void>): Promise<void> {
    const mine = ++turn
    state.value = 'reading'
    try {
      await work(mine)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (mine !== turn) return
      problem.value = error.message
      state.value = 'failed'
    }
  }

  function close(): boolean {
    if (state.value === 'closed') return false
    turn++
    state.value = 'closed'
    formers.value = []
    former.value = null
    return true
  }

  return { state, formers, chosen, former, present, problem, possible, open, choose, close }
})
