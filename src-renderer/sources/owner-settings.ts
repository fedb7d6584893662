import type { SourceKey } from '../../src-shared/sources/source-keys.ts'
import type { SentSecret } from '../../src-shared/sources/source-kinds.ts'
import type { GatewayClient } from '../gateway/gateway-client.ts'
import { pathOf } from './source-paths.ts'
import type { OwnerSettings, ToolSettings } from './source-types.ts'

/** What an owner sets for a source. @param changed called once a source was changed */
export function ownerSettingsOf(client: GatewayClient, changed: (id: string) => Promise<void>) {
  async function set(id: string, settings: Partial<OwnerSettings>): Promise<void> {
    await client.ask('PATCH', pathOf(id), settings)
    await changed(id)
  }

  /**
   * Gives a source secrets, by their names; null takes one away.
   * @param credentials how an API is sent those that its document does not name
   */
  async function give(
    id: string,
    secrets: Readonly<Record<string, string | null>>,
    credentials: readonly (Pick<SentSecret, 'name' | 'kind'> & { readonly parameter?: string })[] = [],
  ): Promise<void> {
    await client.ask('PATCH', `${pathOf(id)}/secrets`, { secrets, credentials })
    await changed(id)
  }

  /** Sets whether saves of a folder are served without being looked at. */
  async function editHere(id: string, on: boolean): Promise<void> {
    await client.ask('PATCH', pathOf(id), { edited_here: on })
    await changed(id)
  }

  /** Sets what holds for one of its tools. */
  async function setTool(id: string, name: string, settings: ToolSettings): Promise<void> {
    await client.ask('PATCH', `${pathOf(id)}/tools`, { tools: [{ name, ...settings }] })
    await changed(id)
  }

  /** Says which keys may call the tools of a source, after a change where there is one. */
  async function whoMayCall(
    id: string,
    change?: { readonly grant?: readonly string[]; readonly take?: readonly string[] },
  ): Promise<{ readonly open_tools: number; readonly keys: readonly SourceKey[] }> {
    const path = `${pathOf(id)}/keys`
    return await (change ? client.ask('POST', path, change) : client.ask('GET', path))
  }

  return { set, give, editHere, setTool, whoMayCall }
}
