import { shallowReactive } from 'vue'
import { createDraftKeeper } from './stored-draft.ts'
import { fromStored, type ToolDraft, toStored } from './tool-draft.ts'

/** The drafts of all tools. Those that the owner changed are kept by the gateway. */
export function createKeptDrafts() {
  const drafts = shallowReactive(new Map<string, ToolDraft>())
  const touched = new Set<string>()
  const keeper = createDraftKeeper(
    (slug) => {
      const draft = drafts.get(slug)
      return draft && touched.has(slug) ? toStored(draft) : null
    },
    (slug, stored) => {
      // What was written here meanwhile is newer.
      if (touched.has(slug)) return
      touched.add(slug)
      drafts.set(slug, fromStored(stored))
    },
  )

  /** Starts a draft with an example, which is not worth keeping. */
  function begin(slug: string, example: ToolDraft): void {
    drafts.set(slug, example)
  }

  /** Goes back to an example; the gateway forgets what the owner wrote. */
  function reset(slug: string, example: ToolDraft): void {
    drafts.set(slug, example)
    touched.delete(slug)
    keeper.changed(slug)
  }

  /** Shows what the owner wrote, and keeps it. */
  function write(slug: string, draft: ToolDraft): void {
    drafts.set(slug, draft)
    touched.add(slug)
    keeper.changed(slug)
  }

  return { get: (slug: string) => drafts.get(slug), begin, reset, write }
}

export type KeptDrafts = ReturnType<typeof createKeptDrafts>
