import { ref, type Ref } from 'vue'
import { attempt } from '../../gateway/remote.ts'

/** Decisions that are sent one at a time. */
export interface Decision {
  readonly isBusy: Readonly<Ref<boolean>>
  /** Why the last one failed; empty if it did not. */
  readonly problem: Readonly<Ref<string>>
  /** Does nothing while another one is under way. */
  readonly decide: (work: () => Promise<void>) => Promise<void>
}

/** The decisions of one panel. */
export function useDecision(): Decision {
  const isBusy = ref(false)
  const problem = ref('')
  return {
    isBusy,
    problem,
    decide: async (work) => {
      if (isBusy.value) return
      isBusy.value = true
      problem.value = (await attempt(work)) ?? ''
      isBusy.value = false
    },
  }
}
