import { defineStore } from 'pinia'
import type { SavedToolset, ToolsetContent } from '../../../src-shared/toolsets/saved-toolset.ts'
import { useGateway } from '../../gateway/gateway.ts'
import { createRemote } from '../../gateway/remote.ts'

/** A saved toolset in a list. */
export interface ToolsetSummary {
  readonly name: string
  readonly description: string | null
  /** How many it has. */
  readonly tools: number
  /** How many working keys are bound to it. */
  readonly keys: number
}

const PATH = '/v1/enterprise/toolsets'
const pathOf = (name: string) => `${PATH}/${encodeURIComponent(name)}`

/** The toolsets that the owner has saved. */
export const useToolsets = defineStore('toolsets', () => {
  const { client } = useGateway()
  const list = createRemote<readonly ToolsetSummary[]>(
    async () => (await client.ask<{ toolsets: readonly ToolsetSummary[] }>('GET', PATH)).toolsets,
    [],
  )

  /** One toolset with its tools. */
  const read = async (name: string): Promise<SavedToolset> =>
    (await client.ask<{ toolset: SavedToolset }>('GET', pathOf(name))).toolset

  async function save(name: string, content: ToolsetContent): Promise<void> {
    await client.ask('PUT', pathOf(name), content)
    await list.load()
  }

  async function remove(name: string): Promise<void> {
    await client.ask('DELETE', pathOf(name))
    await list.load()
  }

  return { list: list.value, state: list.state, error: list.error, load: list.load, read, save, remove }
})
