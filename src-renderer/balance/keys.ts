import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { KeyRulesChange, OwnedKey, TeamKeyWish } from '../gateway/owner-types.ts'
import { useGateway } from '../gateway/gateway.ts'
import { createRemote } from '../gateway/remote.ts'

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

  /** Makes a team key. @returns the key itself, which is told this once */
  async function create(wish: TeamKeyWish): Promise<string> {
    const { api_key } = await client.ask<{ api_key: string }>('POST', '/v1/enterprise/keys', wish)
    await list.load()
    return api_key
  }

  async function change(method: 'POST' | 'DELETE', path: string, body?: object): Promise<void> {
    await client.ask(method, path, body)
    await list.load()
  }

  const revoke = (keyId: string) => change('DELETE', `/v1/enterprise/keys/${encodeURIComponent(keyId)}`)

  /** Lets suspended keys work again. @param keyId one of them; null for all */
  const confirm = (keyId: string | null) =>
    change('POST', '/app/keys/confirm', keyId === null ? { all: true } : { key_id: keyId })

  /** Makes a key the owner's own, so that it no longer ends with the key that made it. */
  const adopt = (keyId: string) => change('POST', '/app/keys/adopt', { key_id: keyId })

  const setRate = (keyId: string, limit: number, windowSeconds: number) =>
    change('POST', '/v1/enterprise/rate-limits', { key_id: keyId, limit, window_seconds: windowSeconds })

  /** Sets what a key may ask of language models in a day; null is the default. */
  const setBudget = (
    keyId: string,
    budget: { readonly questions: number | null; readonly tokens: number | null },
  ) => change('POST', '/v1/enterprise/model-budgets', { key_id: keyId, ...budget })

  /** Lays down what holds for the calls of a key. */
  const setRules = (keyId: string, rules: KeyRulesChange) =>
    change('POST', '/v1/enterprise/key-rules', { key_id: keyId, ...rules })

  return {
    list: list.value,
    state: list.state,
    error: list.error,
    byId,
    active,
    suspended,
    ended,
    load: list.load,
    create,
    revoke,
    confirm,
    adopt,
    setRate,
    setBudget,
    setRules,
  }
})

function byUse(a: OwnedKey, b: OwnedKey): number {
  if (a.own !== b.own) return a.own ? -1 : 1
  return (b.last_used_at ?? '').localeCompare(a.last_used_at ?? '') || a.name.localeCompare(b.name)
}
