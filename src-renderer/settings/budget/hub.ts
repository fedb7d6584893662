import { defineStore } from 'pinia'
import { computed } from 'vue'
import { useGateway } from '../../gateway/gateway.ts'
import { createRemote } from '../../gateway/remote.ts'

/** A hub as `/app/hub` describes it. Times are ISO 8601. */
export interface Hub {
  readonly instance: string
  readonly url: string
  readonly name: string
  readonly lease_credits: number
  /** Credits that can be spent while it is away. */
  readonly left: number
  readonly unsent_charges: number
  readonly unsent_credits: number
  readonly trouble: string | null
  readonly contact_at: string | null
}

interface HubAnswer {
  /** Null while the gateway spends its own credits. */
  readonly hub: Hub | null
  /** Hubs that still get charges. */
  readonly ending: readonly Hub[]
}

const PATH = '/app/hub'

/** The hub whose credits this gateway spends. */
export const useHub = defineStore('hub', () => {
  const { client } = useGateway()
  const answer = createRemote<HubAnswer>(() => client.ask<HubAnswer>('GET', PATH), {
    hub: null,
    ending: [],
  })

  async function change(method: 'PUT' | 'POST' | 'DELETE', path: string, body?: object): Promise<void> {
    await client.ask(method, path, body)
    await answer.load()
  }

  return {
    state: answer.state,
    error: answer.error,
    load: answer.load,
    hub: computed(() => answer.value.value.hub),
    ending: computed(() => answer.value.value.ending),
    connect: (wish: { url: string; key: string; name?: string }) => change('PUT', PATH, wish),
    contact: () => change('POST', `${PATH}/contact`, {}),
    disconnect: () => change('DELETE', PATH),
  }
})
