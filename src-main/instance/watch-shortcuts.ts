import { z } from 'zod'
import type { KeyStore } from '../accounts/key-store.ts'
import type { PageStore } from '../storage/page-store.ts'

/** The page's document with the keys that its owner chose. */
const DOCUMENT = 'shortcuts'
const chosen = z.object({ keys: z.record(z.string(), z.string()) })

export interface ShortcutParts {
  readonly keys: KeyStore
  readonly pageStore: PageStore
  readonly reportBug: (error: unknown, requestId: string) => void
}

/**
 * Calls back with the keys that the owner chose for the page's shortcuts, by name: now and after each change.
 * @returns a function that stops it
 */
export function watchShortcuts(
  { keys, pageStore, reportBug }: ShortcutParts,
  listener: (keys: Readonly<Record<string, string>>) => void,
): () => void {
  const tell = (document: unknown) => {
    const read = chosen.safeParse(document)
    if (read.success) listener(read.data.keys)
  }
  // Until something newer was told: what the database held when this began.
  let isFirst = true
  const tellFirst = (document: unknown): void => {
    if (isFirst) tell(document)
  }
  const owner = keys.owner()
  if (owner)
    pageStore
      .get(owner.id, DOCUMENT)
      .then(tellFirst)
      .catch((error: unknown) => reportBug(error, 'shortcuts'))
  const end = pageStore.observe((keyId, name, document) => {
    if (name !== DOCUMENT || keyId !== keys.owner()?.id) return
    isFirst = false
    tell(document)
  })
  return () => {
    isFirst = false
    end()
  }
}
