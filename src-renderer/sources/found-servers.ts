import type { FoundClient, FoundSource } from '../../src-shared/sources/found-sources.ts'
import type { GatewayClient } from '../gateway/gateway-client.ts'
import { FOUND } from './source-paths.ts'

/**
 * The servers of other programs, and how they are brought in.
 * @param changed called once one was added
 * @param freeIds called before one is added
 */
export function foundServersOf(
  client: GatewayClient,
  changed: (id: string) => Promise<void>,
  freeIds: () => Promise<void>,
) {
  /** The servers in the settings of other programs on the gateway's machine. */
  async function found(): Promise<readonly FoundClient[]> {
    return (await client.ask<{ clients: readonly FoundClient[] }>('GET', FOUND)).clients
  }

  /** Adds one of them as it was shown, with the values that it has there. */
  async function bringIn(of: string, { name, id, consent }: FoundSource): Promise<void> {
    await freeIds()
    await client.ask('POST', FOUND, { client: of, name, id, consent: consent?.hash })
    await changed(id)
  }

  /** Leaves Toolgate in their place, with a key of its own. @returns the copy of the settings as they were */
  async function leave({ name, title, leave: left }: FoundClient): Promise<string> {
    const keys = '/v1/enterprise/keys'
    const made = { name: `${title} (Sources)`, sources: left?.sources }
    const { key, key_id: id } = await client.ask<{ key: string; key_id: string }>('POST', keys, made)
    try {
      return (await client.ask<{ copy: string }>('POST', `${FOUND}/leave`, { client: name, key })).copy
    } catch (error) {
      await client.ask('DELETE', `${keys}/${id}`)
      throw error
    }
  }

  return { found, bringIn, leave }
}
