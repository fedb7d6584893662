import { ref, shallowRef } from 'vue'
import type { GatewayClient } from '../gateway/gateway-client.ts'
import { attempt } from '../gateway/remote.ts'
import { UNDO_MS } from '../ui/composables/use-undo.ts'
import { onPage } from '../ui/kept/page-events.ts'
import { pathOf } from './source-paths.ts'
import type { Source } from './source-types.ts'

/**
 * Removes sources with a way back: each is stopped, so that its tools close at once, and its secrets and approvals
 * are deleted a little later.
 * @param changed called once sources were stopped, brought back or deleted
 */
export function removalsOf(client: GatewayClient, changed: () => Promise<void>) {
  /** Those that are being removed, by their ids. */
  const leaving = shallowRef<ReadonlyMap<string, Source>>(new Map())
  /** Why one could not be deleted. */
  const notRemoved = ref('')
  const timers = new Map<string, ReturnType<typeof setTimeout>>()

  function forget(id: string): void {
    clearTimeout(timers.get(id))
    timers.delete(id)
    leaving.value = new Map([...leaving.value].filter(([one]) => one !== id))
  }

  /** Stops a source, and deletes it after a while. */
  async function remove(source: Source): Promise<void> {
    const { id } = source
    if (source.state !== 'off') await client.ask('POST', `${pathOf(id)}/stop`, {})
    leaving.value = new Map([...leaving.value, [id, source]])
    timers.set(
      id,
      setTimeout(() => void finish(id), UNDO_MS),
    )
    await changed()
  }

  /** Brings a source back as it was before. */
  async function bringBack(id: string): Promise<void> {
    const source = leaving.value.get(id)
    if (!source) return
    forget(id)
    if (source.state !== 'off') await client.ask('POST', `${pathOf(id)}/start`, {})
    await changed()
  }

  async function finish(id: string): Promise<void> {
    clearTimeout(timers.get(id))
    notRemoved.value = (await attempt(async () => void (await client.ask('DELETE', pathOf(id))))) ?? ''
    forget(id)
    await changed()
  }

  /** Deletes at once what is being removed, so that its id is free. */
  async function finishAll(): Promise<void> {
    await Promise.all([...leaving.value.keys()].map(finish))
  }

  onPage('pagehide', () => void finishAll())
  return { leaving, notRemoved, remove, bringBack, finishAll }
}
