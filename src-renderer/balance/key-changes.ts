import type { GatewayClient } from '../gateway/gateway-client.ts'
import type { KeyRulesChange, TeamKeyWish } from '../gateway/owner-types.ts'

/** What the owner can change about keys. @param load reads them again after each change */
export function createKeyChanges(client: GatewayClient, load: () => Promise<void>) {
  /** Makes a team key. @returns the key itself, which is told this once */
  async function create(wish: TeamKeyWish): Promise<string> {
    const { api_key } = await client.ask<{ api_key: string }>('POST', '/v1/enterprise/keys', wish)
    await load()
    return api_key
  }

  async function change(method: 'POST' | 'DELETE', path: string, body?: object): Promise<void> {
    await client.ask(method, path, body)
    await load()
  }

  const revoke = (keyId: string) => change('DELETE', `/v1/enterprise/keys/${encodeURIComponent(keyId)}`)

  /** Lets suspended keys work again. @param keyId one of them; null for all */
  const confirm = (keyId: string | null) =>
    change('POST', '/app/keys/confirm', keyId === null ? { all: true } : { key_id: keyId })

  /** Makes a key the owner's own, so that it no longer ends with the key that made it. */
  const adopt = (keyId: string) => change('POST', '/app/keys/adopt', { key_id: keyId })

  /** Raises the credit limit of a key. */
  const raiseLimit = (keyId: string, limit: number) =>
    change('POST', '/app/keys/credit-limit', { key_id: keyId, credit_limit: limit })

  /** Lets a key call one tool more. */
  const addTool = (keyId: string, slug: string) => change('POST', '/app/keys/tool', { key_id: keyId, slug })

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

  return { create, revoke, confirm, adopt, raiseLimit, addTool, setRate, setBudget, setRules }
}
