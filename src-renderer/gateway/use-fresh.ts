import { onScopeDispose, watch } from 'vue'
import { useGateway } from './gateway.ts'
import { useSession } from './session.ts'
import { useUsage } from './usage.ts'

/** Calls that end within this span share one request. */
const GATHER_MS = 250
/** How often to reload when the usage stream is down, and for changes that it does not report. */
const POLL_MS = 10_000

/**
 * Keeps a place up to date while it is open: reads once the page is signed in, after every call of
 * any client, when the gateway comes back, and at intervals.
 */
export function useFresh(read: () => Promise<unknown>, gatherMs = GATHER_MS): void {
  const session = useSession()
  const usage = useUsage()
  const gateway = useGateway()
  let timer: ReturnType<typeof setTimeout> | undefined
  const mayRead = () => session.state === 'signed_in' && !session.usesDemoKey

  function soon(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      if (mayRead()) void read()
    }, gatherMs)
  }

  watch(mayRead, (may) => may && void read(), { immediate: true })
  watch(
    () => gateway.gone,
    (gone) => !gone && soon(),
  )
  const stop = usage.listen(soon)
  const poll = setInterval(() => document.visibilityState === 'visible' && !gateway.gone && soon(), POLL_MS)
  onScopeDispose(() => {
    stop()
    clearTimeout(timer)
    clearInterval(poll)
  })
}
