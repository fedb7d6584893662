import { defineStore } from 'pinia'
import { computed, shallowReactive, shallowRef } from 'vue'
import type { FoundProvider, ProviderList, ProviderTest, ProviderWish } from '../gateway/owner-types.ts'
import { useGateway } from '../gateway/gateway.ts'
import { createRemote } from '../gateway/remote.ts'

const PATH = '/app/providers'
const EMPTY: ProviderList = { secret_store: { kind: 'none', message: '' }, providers: [], kinds: [] }

/** What a test of a provider came to, and when. */
export type Tested = ProviderTest & { readonly at: number }

/** The language-model providers, in the order in which they are asked. */
export const useProviders = defineStore('providers', () => {
  const { client } = useGateway()
  const answer = createRemote<ProviderList>(() => client.ask<ProviderList>('GET', PATH), EMPTY)
  const tests = shallowReactive(new Map<string, Tested | 'running'>())
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

  /** Moves one by a place, up (-1) or down (1). */
  async function move(id: string, step: -1 | 1): Promise<void> {
    const ids = providers.value.map((provider) => provider.id)
    const from = ids.indexOf(id)
    const to = from + step
    if (from < 0 || to < 0 || to >= ids.length) return
    ids.splice(to, 0, ...ids.splice(from, 1))
    await client.ask('PUT', `${PATH}/order`, { ids })
    await answer.load()
  }

  async function test(id: string): Promise<void> {
    tests.set(id, 'running')
    try {
      const tested = await client.ask<ProviderTest>('POST', `${pathOf(id)}/test`, {})
      tests.set(id, { ...tested, at: Date.now() })
    } catch (error) {
      tests.delete(id)
      throw error
    }
  }

  /** Looks for servers on this machine, which happens only when asked for. */
  async function discover(): Promise<void> {
    found.value = (
      await client.ask<{ found: readonly FoundProvider[] }>('POST', `${PATH}/discover`, {})
    ).found
  }

  return {
    state: answer.state,
    error: answer.error,
    providers,
    kinds,
    secretStore,
    tests,
    found,
    load: answer.load,
    add,
    change,
    remove,
    move,
    test,
    discover,
  }
})

function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`
}
