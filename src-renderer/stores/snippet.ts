import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { type Snippet, SNIPPETS } from '../code-snippets.ts'
import { useCatalogue } from './catalogue.ts'
import { useDraft } from './draft.ts'
import { useModes } from './modes.ts'
import { useSession } from './session.ts'

const STORAGE_KEY = 'toolgate.snippet'

/** The open call as code, in the language that was used last. */
export const useSnippet = defineStore('snippet', () => {
  const catalogue = useCatalogue()
  const draft = useDraft()
  const modes = useModes()
  const session = useSession()
  const language = ref<Snippet['id']>(storedLanguage())
  const snippet = computed(() => SNIPPETS.find(({ id }) => id === language.value) ?? SNIPPETS[0]!)

  const text = computed(() => {
    const { open } = catalogue
    const { input } = draft.read
    if (!open || input === null) return ''
    const { agent, trace } = modes
    return snippet.value.write({
      baseUrl: session.baseUrl,
      slug: open.slug,
      input,
      modes: { agent, trace },
    })
  })

  function choose(id: Snippet['id']): void {
    language.value = id
    try {
      localStorage.setItem(STORAGE_KEY, id)
    } catch {
      // A browser without storage remembers the language until the page is closed.
    }
  }

  return { language, snippet, text, choose }
})

function storedLanguage(): Snippet['id'] {
  try {
    return SNIPPETS.find(({ id }) => id === localStorage.getItem(STORAGE_KEY))?.id ?? 'curl'
  } catch {
    return 'curl' // A browser without storage has remembered nothing.
  }
}
