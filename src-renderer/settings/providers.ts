import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { FoundProvider, ProviderList, ProviderTest, ProviderWish } from '../gateway/owner-types.ts'
import { useGateway } from '../gateway/gateway.ts'
import { createRemote } from '../gateway/remote.ts'
import { createProviderTests } from './provider-tests.ts'

const PATH = '/app/providers'
const EMPTY: ProviderList = { secret_store: { kind: 'none', message: '' }, providers: [], kinds: [] }

/** The language-model providers, in the order in which the gateway asks them. */
export const useProviders = defineStore('providers', () => {
  const { client } = useGateway()
  const answer = createRemote<ProviderList>(() => client.ask<ProviderList>('GET', PATH), EMPTY)
  const { tests, test } = createProviderTests((id) =>
    client.ask<ProviderTest>('POST', `${pathOf(id)}/test`, {}),
  )
  const found = shallowRef<readonly FoundProvider[] | null>(null)

  const providers = computed(() => answer.value.value.providers.toSorted((a, b) => a.order - b.order))
  const kinds = computed(() => answer.value.value.kinds)
  const secretStore = computed(() => answer.value.value.secret_store)

  async function add(wish: ProviderWish): Promise<void> {
    await client.ask('POST', PATH, wish)
    await answer.load()
  }

  async function change(id: string, wish: ProviderWish): Promise<void> {
    await client.ask('PATCH', pathOf(id), wish)
    tests.delete(id)
    await answer.load()
  }

  async function remove(id: string): Promise<void> {
    await client.ask('DELETE', pathOf(id))
    tests.delete(id)
    await answer.load()
  }

  /** Moves a provider one place up (-1) or down (1). */
  async function move(id: string, step: -1 | 1): Promise<void> {
    const ids = providers.value.map((provider) => provider.id)
    const from = ids.indexOf(id)
    const to = from + step
    if (from < 0 || to < 0 || to >= ids.length) return
    ids.splice(to, 0, ...ids.splice(from, 1))
    await client.ask('PUT', `${PATH}/order`, { ids })
    await answer.load()
  }

  /** Looks for servers on this machine; only the owner starts this. */
  async function discover(): Promise<void> {
    found.value = (
      await client.ask<{ found: readonly FoundProvider[] }>('POST', `${PATH}/discover`, {})
    ).found
  }

  const { state, error, load } = answer
  const view = { state, error, providers, kinds, secretStore, tests, found }
  return { ...view, load, add, change, remove, move, test, discover }
})

function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`
}
