import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { type Snippet, type SnippetCall, SNIPPETS } from './code-snippets.ts'
import { keepChoice, keptChoice } from '../../ui/kept/kept-choice.ts'
import { useCatalogue } from '../catalogue.ts'
import { useDraft } from '../call/draft.ts'
import { useModes } from '../call/modes.ts'
import { useSession } from '../../gateway/session.ts'

type Call = Pick<SnippetCall, 'slug' | 'input' | 'modes'>

const STORAGE_KEY = 'toolgate.snippet'

/** The open call as code, in the language that was used last. */
export const useSnippet = defineStore('snippet', () => {
  const catalogue = useCatalogue()
  const draft = useDraft()
  const modes = useModes()
  const session = useSession()
  const language = ref<Snippet['id']>(storedLanguage())
  const snippet = computed(() => SNIPPETS.find(({ id }) => id === language.value) ?? SNIPPETS[0]!)

  const call = computed<Call | null>(() => {
    const { open } = catalogue
    const { input } = draft.read
    if (!open || input === null) return null
    const { agent, trace } = modes
    return { slug: open.slug, input, modes: { agent, trace } }
  })
  const text = computed(() => write(call.value))

  /** A call as code in the language that was used last; without a key it reads one from a variable. */
  function write(what: Call | null, key?: string): string {
    if (!what) return ''
    return snippet.value.write({ baseUrl: session.baseUrl, ...what, ...(key === undefined ? {} : { key }) })
  }

  function choose(id: Snippet['id']): void {
    language.value = id
    keepChoice(STORAGE_KEY, id)
  }

  return { language, snippet, call, text, write, choose }
})

function storedLanguage(): Snippet['id'] {
  const kept = keptChoice(STORAGE_KEY)
  return SNIPPETS.find(({ id }) => id === kept)?.id ?? 'curl'
}
