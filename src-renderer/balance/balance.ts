import { defineStore } from 'pinia'
import { ref, watch } from 'vue'
import { LOW_BALANCE_CREDITS } from '../../src-shared/prices.ts'
import { CallError, headerOf } from '../gateway/gateway-types.ts'
import { useGateway } from '../gateway/gateway.ts'
import { useSession } from '../gateway/session.ts'

const POLL_MS = 10_000

/** The balance of the key that the page calls with; null while it is not known. */
export const useBalance = defineStore('balance', () => {
  const gateway = useGateway()
  const session = useSession()
  const credits = ref<number | null>(null)
  const low = ref(false)

  watch(
    () => gateway.lastHeaders,
    (headers) => {
      const remaining = headerOf(headers, 'X-Credits-Remaining')
      if (remaining !== null) note(Number(remaining))
    },
  )

  function note(value: number): void {
    credits.value = value
    low.value = value < LOW_BALANCE_CREDITS
  }

  let asking: Promise<void> | null = null
  let stale = false

  /** Asks for the figure; a question while an answer is on its way is answered by one more. */
  function refresh(): Promise<void> {
    stale = true
    asking ??= askUntilFresh().finally(() => (asking = null))
    return asking
  }

  async function askUntilFresh(): Promise<void> {
    while (stale) {
      stale = false
      await ask()
    }
  }

  async function ask(): Promise<void> {
    if (!session.canCall) return void (credits.value = null)
    try {
      note((await gateway.client.balance()).balance)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) session.expire(error.details.demo_key)
      // Any other failure leaves the last figure in place; an unreachable gateway has its banner.
    }
  }

  /** Keeps the figure fresh: at once, when the window gets the focus, and now and then where nothing is `live`. */
  function keepFresh(live: () => boolean): void {
    watch(() => session.canCall, refresh, { immediate: true })
    window.addEventListener('focus', () => void refresh())
    setInterval(() => {
      if (document.visibilityState === 'visible' && !live()) void refresh()
    }, POLL_MS)
  }

  return { credits, low, note, refresh, keepFresh }
})
