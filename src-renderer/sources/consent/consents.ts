import type { ShownConsent } from '../../../src-shared/sources/source-kinds.ts'
import type { GatewayClient } from '../../gateway/gateway-client.ts'
import type { FoundClient, FoundSource } from '../../../src-shared/sources/found-sources.ts'
import { documentsOf } from '../documents.ts'
import { FOUND, PATH, pathOf } from '../source-paths.ts'
import type { WantedServer, WholeSource } from '../source-types.ts'

/** What a source is to become that was added. */
interface Renewal {
  /** Another version of its package. */
  readonly package?: string
}

/**
 * What is shown before a source runs, and what happens when that is agreed to.
 * @param changed called once a source was added or started
 */
export function consentsOf(client: GatewayClient, changed: (id: string) => Promise<void>) {
  /** What a source would run; nothing is run. */
  async function preview({ secrets, ...wanted }: WantedServer): Promise<ShownConsent> {
    const body = { ...wanted, secret_names: Object.keys(secrets) }
    return (await client.ask<{ consent: ShownConsent }>('POST', `${PATH}/preview`, body)).consent
  }

  /** Adds a server that was agreed to, and looks at its tools. */
  async function add(wanted: WantedServer, consent: string): Promise<WholeSource> {
    const { source } = await client.ask<{ source: WholeSource }>('POST', PATH, { ...wanted, consent })
    await changed(source.id)
    return source
  }

  /** What a source would run that is not what was agreed to any more; nothing is run. */
  async function previewAgain(id: string, to: Renewal = {}): Promise<ShownConsent> {
    return (await client.ask<{ consent: ShownConsent }>('POST', `${pathOf(id)}/preview`, to)).consent
  }

  /** Starts a source that was agreed to again. */
  async function agree(id: string, consent: string, to: Renewal = {}): Promise<void> {
    await client.ask('POST', `${pathOf(id)}/start`, { ...to, consent })
    await changed(id)
  }

  /** Begins a sign-in for a source. @returns the address that a person opens */
  async function signIn(id: string): Promise<{ readonly url: string; readonly origin: string }> {
    return await client.ask('POST', `${pathOf(id)}/sign-in`, {})
  }

  /** The servers in the settings of other programs on the gateway's machine. */
  async function found(): Promise<readonly FoundClient[]> {
    return (await client.ask<{ clients: readonly FoundClient[] }>('GET', FOUND)).clients
  }

  /** Adds one of them as it was shown, with the values that it has there. */
  async function bringIn(of: string, { name, id, consent }: FoundSource): Promise<void> {
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

  return {
    preview,
    ...documentsOf(client, changed),
    add,
    previewAgain,
    agree,
    found,
    bringIn,
    leave,
    signIn,
  }
}
