import { defineStore } from 'pinia'
import { useGateway } from '../../gateway/gateway.ts'
import { createRemote } from '../../gateway/remote.ts'

/** A call that waits for the owner, as `GET /v1/enterprise/approvals` lists it. */
export interface WaitingCall {
  readonly approval_id: string
  readonly key_name: string
  readonly last4: string
  readonly slug: string
  readonly credits: number
  /** As JSON; long texts and lists are shortened. */
  readonly input: string
  readonly client: string | null
  readonly form: string | null
  readonly ends_at: string
}

const PATH = '/v1/enterprise/approvals'

/** The calls that wait for the owner's approval, oldest first. */
export const useApprovals = defineStore('approvals', () => {
  const { client } = useGateway()
  const waiting = createRemote<readonly WaitingCall[]>(
    async () => (await client.ask<{ approvals: readonly WaitingCall[] }>('GET', PATH)).approvals,
    [],
  )

  async function decide(id: string, decision: 'approve' | 'refuse'): Promise<void> {
    try {
      await client.ask('POST', `${PATH}/${encodeURIComponent(id)}`, { decision })
    } finally {
      await waiting.load()
    }
  }

  return { waiting: waiting.value, load: waiting.load, decide }
})
