import { shallowRef } from 'vue'

type Editors = typeof import('./code-mirror.ts')

const loaded = shallowRef<Editors | null>(null)
let loading: Promise<void> | null = null

/** The code editor, once its chunk is here; null until then. */
export function useEditors() {
  void loadEditors()
  return loaded
}

/** Fetches the editor's chunk. */
export function loadEditors(): Promise<void> {
  loading ??= import('./code-mirror.ts').then(
    (editors) => void (loaded.value = editors),
    // A chunk that did not arrive is asked for again by the next editor; the plain one does until then.
    () => void (loading = null),
  )
  return loading
}
