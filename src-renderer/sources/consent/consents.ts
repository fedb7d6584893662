import type { ShownConsent } from '../../../src-shared/sources/source-kinds.ts'
import type { GatewayClient } from '../../gateway/gateway-client.ts'
import { documentsOf } from '../documents.ts'
import { foundServersOf } from '../found-servers.ts'
import { PATH, pathOf } from '../source-paths.ts'
import type { WantedServer, WholeSource } from '../source-types.ts'

/** What a source is to become that was added. */
interface Renewal {
  /** Another version of its package. */
  readonly package?: string
}

/**
 * What is shown before a source runs, and what happens when that is agreed to.
 * @param changed called once a source was added or started
 * @param freeIds called before a source is added
 */
export function consentsOf(
  client: GatewayClient,
  changed: (id: string) => Promise<void>,
  freeIds: () => Promise<void>,
) {
  /** What a source would run; nothing is run. */
  async function preview({ secrets, ...wanted }: WantedServer): Promise<ShownConsent> {
    const body = { ...wanted, secret_names: Object.keys(secrets) }
    return (await client.ask<{ consent: ShownConsent }>('POST', `${PATH}/preview`, body)).consent
  }

  /** Adds a server that was agreed to, and looks at its tools. */
  async function add(wanted: WantedServer, consent: string): Promise<WholeSource> {
    await freeIds()
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

  return {
    ...{ preview, add, previewAgain, agree, signIn },
    ...documentsOf(client, changed),
    ...foundServersOf(client, changed, freeIds),
  }
}
