import { ref, shallowRef, watch } from 'vue'
import { CallError } from '../../gateway/gateway-types.ts'
import { useGateway } from '../../gateway/gateway.ts'
import { onPage } from './page-events.ts'
import { useSession } from '../../gateway/session.ts'

const SAVE_AFTER_MS = 300

/**
 * A document that the gateway stores for its owner, so that all windows and browsers agree. Changes
 * show at once and are saved a moment later; without the owner's session they last as long as the
 * page.
 */
export function createKept<T extends object>(path: string, empty: T) {
  const gateway = useGateway()
  const session = useSession()
  const value = shallowRef<T>(empty)
  const state = ref<'empty' | 'loaded' | 'failed'>('empty')
  const kept = () => session.state === 'signed_in' && !session.usesDemoKey
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving = false

  async function load(): Promise<void> {
    if (!kept() || timer !== undefined || saving) return
    try {
      const { ok: _ok, ...document } = await gateway.client.get<T & { ok: boolean }>(path)
      if (timer === undefined) value.value = document
      state.value = 'loaded'
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      state.value = 'failed'
    }
  }

  function set(next: T): void {
    value.value = next
    if (!kept()) return
    clearTimeout(timer)
    timer = setTimeout(() => void save(), SAVE_AFTER_MS)
  }

  async function save(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    saving = true
    try {
      await gateway.client.put(path, value.value)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      state.value = 'failed'
    } finally {
      saving = false
    }
  }

  watch(kept, () => void load(), { immediate: true })
  onPage('focus', () => void load())
  onPage('pagehide', () => void (timer === undefined || save()))
  return { value, state, load, set, save }
}
