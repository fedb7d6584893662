import type { ShownDocument } from '../../src-shared/sources/source-kinds.ts'
import type { GatewayClient } from '../gateway/gateway-client.ts'
import { PATH, pathOf } from './source-paths.ts'

/** Documents of APIs. @param changed called once a source was changed */
export function documentsOf(client: GatewayClient, changed: (id: string) => Promise<void>) {
  /** Has a document read that describes an API. @param from a file, or its address */
  async function read(from: Blob | string): Promise<ShownDocument> {
    const path = `${PATH}/documents`
    const at = typeof from === 'string' ? `${path}?url=${encodeURIComponent(from)}` : path
    const body = typeof from === 'string' ? undefined : from
    return (await client.ask<{ document: ShownDocument }>('POST', at, body)).document
  }

  /** Has an API take another document. @param from a file, or its address */
  async function renew(id: string, from: Blob | string): Promise<void> {
    const { hash } = await read(from)
    await client.ask('POST', `${pathOf(id)}/document`, { document: hash })
    await changed(id)
  }

  return { read, renew }
}
