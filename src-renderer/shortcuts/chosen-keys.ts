import { defineStore } from 'pinia'
import { computed, watch } from 'vue'
import { SHORTCUT_KINDS, type ShortcutId } from './shortcut-list.ts'
import { putChosenKeys } from './shortcut-keys.ts'
import { createKept } from '../ui/kept/kept.ts'
import { useToasts } from '../ui/kept/toasts.ts'

type Keys = Readonly<Record<string, string>>

/** The keys that the owner chose for shortcuts, kept by the gateway so that every window answers to the same. */
export const useShortcutKeys = defineStore('shortcut-keys', () => {
  const kept = createKept<{ readonly keys: Keys }>('/app/shortcuts', { keys: {} })
  const toasts = useToasts()
  const keys = computed(() => kept.value.value.keys)
  /** Handlers, tooltips and lists change with the same assignment. */
  watch(keys, putChosenKeys, { immediate: true, flush: 'sync' })

  const isChosen = (id: ShortcutId) => keys.value[id] !== undefined
  const someChosen = computed(() => Object.keys(keys.value).length > 0)

  /** Gives a shortcut other keys, or none with an empty text. Those that had them before go without. */
  function choose(id: ShortcutId, text: string, takenFrom: readonly ShortcutId[] = []): void {
    put({ ...keys.value, ...Object.fromEntries(takenFrom.map((other) => [other, ''])), [id]: text })
  }

  /** Gives a shortcut back the keys it began with. */
  function reset(id: ShortcutId): void {
    put(Object.fromEntries(Object.entries(keys.value).filter(([each]) => each !== id)))
  }

  function resetAll(): void {
    const before = keys.value
    put({})
    toasts.say('All shortcuts reset', () => put(before))
  }

  /** Puts other keys in the place of all that were chosen. */
  function replaceAll(next: Keys): void {
    put(next)
  }

  // What is as it began is not kept, so that a later page may give it a better key.
  function put(next: Keys): void {
    const changed = Object.entries(next).filter(([id, text]) => SHORTCUT_KINDS.get(id)?.keys !== text)
    kept.set({ keys: Object.fromEntries(changed) })
  }

  return { keys, isChosen, someChosen, choose, reset, resetAll, replaceAll, state: kept.state }
})
