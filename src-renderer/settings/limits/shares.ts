import { defineStore } from 'pinia'
import type { ShareList, ShareState } from '../../../src-shared/shares.ts'
import { useGateway } from '../../gateway/gateway.ts'
import { createRemote } from '../../gateway/remote.ts'

/** What keys share at the gateway, as of the last time it was asked. */
export const useShares = defineStore('shares', () => {
  const { client } = useGateway()
  const { value, state, error, load } = createRemote<readonly ShareState[]>(
    async () => (await client.ask<ShareList>('GET', '/app/shares')).shares,
    [],
  )
  return { shares: value, state, error, load }
})
