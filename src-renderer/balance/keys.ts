import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { OwnedKey } from '../gateway/owner-types.ts'
import { useGateway } from '../gateway/gateway.ts'
import { createRemote } from '../gateway/remote.ts'
import { createKeyChanges } from './key-changes.ts'

/** Every key of this gateway, its limits and its use. */
export const useKeys = defineStore('keys', () => {
  const { client } = useGateway()
  const list = createRemote<readonly OwnedKey[]>(
    async () => (await client.ask<{ keys: readonly OwnedKey[] }>('GET', '/app/keys')).keys,
    [],
  )
  const byId = computed(() => new Map(list.value.value.map((key) => [key.key_id, key])))
  /** Those in force: the page's own first, then by their last use. */
  const active = computed(() =>
    list.value.value.filter(({ status }) => status === 'active').toSorted(byUse),
  )
  /** Those that wait for the owner after a restore. */
  const suspended = computed(() => list.value.value.filter(({ status }) => status === 'suspended'))
  const ended = computed(() =>
    list.value.value.filter(({ status }) => status !== 'active' && status !== 'suspended'),
  )

  return {
    list: list.value,
    state: list.state,
    error: list.error,
    byId,
    active,
    suspended,
    ended,
    load: list.load,
    ...createKeyChanges(client, list.load),
  }
})

function byUse(a: OwnedKey, b: OwnedKey): number {
  if (a.own !== b.own) return a.own ? -1 : 1
  return (b.last_used_at ?? '').localeCompare(a.last_used_at ?? '') || a.name.localeCompare(b.name)
}
