import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { CallError } from './gateway-types.ts'
import { keepPagePass } from './page-pass.ts'
import { useGateway } from './gateway.ts'

/** Whether this page may call tools: by its session cookie, by the shared demo key, or not at all. */
export const useSession = defineStore('session', () => {
  const gateway = useGateway()
  const state = ref<'unknown' | 'signed_in' | 'signed_out'>('unknown')
  const demoKey = ref<string | null>(null)
  const baseUrl = ref(`${location.origin}/v1`)
  /** Why the last code was not taken. */
  const problem = ref('')

  const usesDemoKey = computed(() => gateway.key !== null)
  const canCall = computed(() => state.value === 'signed_in' || usesDemoKey.value)

  async function start(code: string | null): Promise<void> {
    if (code !== null) await signIn(code)
    else await refresh()
  }

  /** Exchanges a one-time code for the session cookie. */
  async function signIn(code: string): Promise<void> {
    problem.value = ''
    try {
      keepPagePass(await gateway.client.signIn(code))
      gateway.key = null
    } catch (error) {
      problem.value = sentenceOf(error)
    }
    await refresh()
  }

  /** Asks the gateway whether the cookie still counts. */
  async function refresh(): Promise<void> {
    try {
      const session = await gateway.client.session()
      state.value = session.signed_in ? 'signed_in' : 'signed_out'
      demoKey.value = session.demo_key
      baseUrl.value = session.base_url
    } catch (error) {
      // An unreachable gateway is shown by its own banner; anything else leaves the page without a session.
      if (!(error instanceof CallError && error.code === 'unreachable')) state.value = 'signed_out'
    }
  }

  function useDemoKey(): void {
    gateway.key = demoKey.value
  }

  /** The gateway no longer takes what the page sends. */
  function expire(demo: string | undefined): void {
    gateway.key = null
    state.value = 'signed_out'
    demoKey.value = demo ?? demoKey.value
  }

  return {
    state,
    demoKey,
    baseUrl,
    problem,
    usesDemoKey,
    canCall,
    start,
    signIn,
    refresh,
    useDemoKey,
    expire,
  }
})

function sentenceOf(error: unknown): string {
  return error instanceof CallError ? error.message : 'The code could not be checked. Try again.'
}
