import { shallowRef } from 'vue'

type Editors = typeof import('./code-mirror.ts')

const loaded = shallowRef<Editors | null>(null)
let loading: Promise<void> | null = null

/** The code editor; null until it has loaded. */
export function useEditors() {
  void loadEditors()
  return loaded
}

/** Loads the editor. */
export function loadEditors(): Promise<void> {
  loading ??= import('./code-mirror.ts').then(
    (editors) => void (loaded.value = editors),
    // After a failed download the next editor tries again; until then the plain text area is used.
    () => void (loading = null),
  )
  return loading
}
