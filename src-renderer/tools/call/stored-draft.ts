import { watch } from 'vue'
import { CallError } from '../../gateway/gateway-types.ts'
import type { DraftValue } from './form-draft.ts'
import { useGateway } from '../../gateway/gateway.ts'
import { onPage } from '../../ui/kept/page-events.ts'
import { useSession } from '../../gateway/session.ts'

/** A draft as the gateway stores it. */
export interface StoredDraft {
  readonly view: 'form' | 'json'
  readonly json: string
  readonly values: readonly (readonly [string, Exclude<DraftValue, undefined>])[]
  readonly extra: readonly (readonly [string, unknown])[]
}

const SAVE_AFTER_MS = 700
/** The gateway refuses longer drafts, so they last only as long as the page. */
const MAX_DRAFT_CHARS = 240_000

/** Saves drafts in the gateway, each a moment after its last change. */
export function createDraftKeeper(
  read: (slug: string) => StoredDraft | null,
  arrived: (slug: string, draft: StoredDraft) => void,
) {
  const gateway = useGateway()
  const session = useSession()
  const kept = () => session.state === 'signed_in' && !session.usesDemoKey
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()

  async function load(): Promise<void> {
    if (!kept()) return
    const { drafts } = await quietly({ drafts: [] }, () =>
      gateway.client.get<{ drafts: readonly { slug: string; draft: StoredDraft }[] }>('/app/drafts'),
    )
    for (const { slug, draft } of drafts) arrived(slug, draft)
  }

  function changed(slug: string): void {
    if (!kept()) return
    clearTimeout(waiting.get(slug))
    waiting.set(
      slug,
      setTimeout(() => void save(slug), SAVE_AFTER_MS),
    )
  }

  async function save(slug: string): Promise<void> {
    clearTimeout(waiting.get(slug))
    waiting.delete(slug)
    const draft = read(slug)
    const path = `/app/drafts/${encodeURIComponent(slug)}`
    if (draft && JSON.stringify(draft).length > MAX_DRAFT_CHARS) return
    await quietly(undefined, () => (draft ? gateway.client.put(path, draft) : gateway.client.remove(path)))
  }

  watch(kept, () => void load(), { immediate: true })
  onPage('pagehide', () => {
    for (const slug of [...waiting.keys()]) void save(slug)
  })
  return { changed }
}

// A draft that cannot be saved stays on the page; a banner reports an unreachable gateway.
async function quietly<T>(fallback: T, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return fallback
  }
}
