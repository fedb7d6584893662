import { ref } from 'vue'
import { CallError } from '../gateway/gateway-types.ts'
import { useSession } from '../gateway/session.ts'

/** The sentence that a place shows about the last thing that failed there. */
export function createShownProblem() {
  const session = useSession()
  const problem = ref('')

  /** Runs work whose failure the place shows. @returns whether it succeeded */
  async function attempt(work: () => Promise<void>): Promise<boolean> {
    problem.value = ''
    try {
      await work()
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) session.expire(error.details.demo_key)
      problem.value = error.message
      return false
    }
  }

  return { problem, attempt }
}
