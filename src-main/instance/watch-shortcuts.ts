import { z } from 'zod'
import type { KeyStore } from '../accounts/key-store.ts'
import type { PageStore } from '../storage/page-store.ts'

/** The page's document with the keys that its owner chose. */
const DOCUMENT = 'shortcuts'
const chosen = z.object({ keys: z.record(z.string(), z.string()) })

/**
 * Calls back with the keys that the owner chose for the page's shortcuts, by name: now and after each change.
 * @returns a function that stops it
 */
export function watchShortcuts(
  { keys, pageStore }: { readonly keys: KeyStore; readonly pageStore: PageStore },
  listener: (keys: Readonly<Record<string, string>>) => void,
): () => void {
  const tell = (document: unknown) => {
    const read = chosen.safeParse(document)
    if (read.success) listener(read.data.keys)
  }
  const owner = keys.owner()
  if (owner) tell(pageStore.get(owner.id, DOCUMENT))
  return pageStore.observe((keyId, name, document) => {
    if (name === DOCUMENT && keyId === keys.owner()?.id) tell(document)
  })
}
