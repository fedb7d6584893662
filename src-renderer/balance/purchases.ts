import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { AutoReload, WaitingPurchase } from '../gateway/owner-types.ts'
import { useBalance } from './balance.ts'
import { useGateway } from '../gateway/gateway.ts'
import { createRemote } from '../gateway/remote.ts'
import { counted } from '../../src-shared/counted.ts'

/** Buying credits: at once, by itself when they run low, and what waits for the owner. */
export const usePurchases = defineStore('purchases', () => {
  const { client } = useGateway()
  const balance = useBalance()
  const reload = shallowRef<AutoReload | null>(null)
  const waiting = createRemote<readonly WaitingPurchase[]>(async () => {
    const { auto_reload } = await client.ask<{ auto_reload: AutoReload | null }>(
      'GET',
      '/v1/credits/balance',
    )
    reload.value = auto_reload
    return (await client.ask<{ purchases: readonly WaitingPurchase[] }>('GET', '/app/purchases')).purchases
  }, [])

  /** Buys credits for the page's own key. @returns what came of it, in a sentence */
  async function buy(credits: number): Promise<string> {
    const { status } = await client.buyCredits(credits)
    await Promise.all([balance.refresh(), waiting.load()])
    return status === 'completed'
      ? `Added ${counted(credits, 'credit')}.`
      : 'This purchase exceeds the 30-day allowance and is waiting for your approval.'
  }

  async function decide(id: string, verdict: 'approve' | 'decline'): Promise<void> {
    await client.ask('POST', `/app/purchases/${encodeURIComponent(id)}/${verdict}`, {})
    await Promise.all([balance.refresh(), waiting.load()])
  }

  async function setReload(settings: AutoReload): Promise<void> {
    await client.ask('POST', '/v1/credits/auto-reload', settings)
    await Promise.all([balance.refresh(), waiting.load()])
  }

  return {
    waiting: waiting.value,
    state: waiting.state,
    reload,
    load: waiting.load,
    buy,
    decide,
    setReload,
  }
})
