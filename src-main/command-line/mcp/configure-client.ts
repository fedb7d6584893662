import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { z } from 'zod'
import { DEFAULT_PORT } from '../../../src-shared/default-port.ts'
import { keyIn } from '../client/command-key.ts'
import { GatewayClient } from '../client/gateway-client.ts'
import type { GatewayPlace } from '../client/gateway-place.ts'
import { findGateway } from '../client/find-gateway.ts'
import { snippetFor, writeSettings } from '../../extensions/other-clients/write-settings.ts'
import { clientNamed, withSettings } from './mcp-config.ts'
import { hereOf, type McpClient, type ServerEntry } from '../../extensions/other-clients/mcp-clients.ts'
import { print, say } from '../terminal/terminal.ts'

export interface ConfigureOptions {
  readonly client: string
  readonly write: boolean
  /** A settings file other than the client's own. */
  readonly file: string | undefined
  /** Where a key is that the client is to use, as `--key` names it; without it, the client gets one of its own. */
  readonly key: string | undefined
  /** Servers that go from its settings. */
  readonly without: readonly string[]
  /** The limits of its own key, as the gateway takes them. */
  readonly scopes: object
  readonly place: GatewayPlace
  readonly env: NodeJS.ProcessEnv
  /** The built command line, which the client is to start. */
  readonly cli: string
}

/**
 * Prints a client's settings for this gateway, or writes them. Without a key, a new one is made for the client, so
 * that its calls can be told apart and its key revoked on its own. Written settings have one key: what an earlier run
 * had made for the same file is revoked.
 */
export async function configureClient(options: ConfigureOptions): Promise<void> {
  const client = clientNamed(options.client)
  const file = options.file ?? client.file(hereOf(options.env))
  if (options.key !== undefined)
    return show(client, file, options, await serverOf(options, await keyIn(options.key)))
  const gateway = await GatewayClient.find(
    {
      'data-dir': options.place.dataDir,
      ...(options.place.named === null ? {} : { url: options.place.named }),
    },
    options.env,
  )
  const name = options.write ? nameFor(client, file) : client.title
  const { key, key_id: id } = made.parse(
    await gateway.post('/v1/enterprise/keys', { name, ...options.scopes }),
  )
  try {
    show(client, file, options, await serverOf(options, key))
  } catch (error) {
    await revoke(gateway, id)
    throw error
  }
  if (options.write) for (const former of await formerKeys(gateway, name, id)) await revoke(gateway, former)
}

const made = z.object({ key: z.string(), key_id: z.string() })
const keyPage = z.object({
  keys: z.array(z.object({ key_id: z.string(), name: z.string(), status: z.string() })),
  next_cursor: z.string().nullish(),
})

async function serverOf({ place, cli }: ConfigureOptions, key: string): Promise<ServerEntry> {
  const url = (await findGateway(place))?.url ?? `http://127.0.0.1:${DEFAULT_PORT}`
  const where = place.named === null ? ['--data-dir', place.dataDir] : ['--url', place.named]
  return { url: `${url}/mcp`, key, command: process.execPath, args: [cli, 'mcp', ...where] }
}

function show(client: McpClient, file: string, options: ConfigureOptions, server: ServerEntry): void {
  if (!options.write) {
    say(`${client.title} keeps its servers in ${file}`)
    print(snippetFor(client, server))
    return
  }
  const backup = withSettings(() => writeSettings(client, file, server, options.without))
  say(`Added Toolgate to ${file}. Restart ${client.title} to use it.`)
  if (backup !== null) say(`The previous file is kept as ${backup}`)
}

// One key for each settings file: two files of one client may both be in use.
function nameFor({ title }: McpClient, file: string): string {
  const place = createHash('sha256').update(resolve(file)).digest('hex').slice(0, 12)
  return `${title} (mcp config ${place})`
}

async function formerKeys(gateway: GatewayClient, name: string, newest: string): Promise<string[]> {
  const found: string[] = []
  let cursor: string | null | undefined
  do {
    const query = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
    const page = keyPage.parse(await gateway.get(`/v1/enterprise/keys?kind=team&limit=1000${query}`))
    const mine = page.keys.filter((key) => key.name === name && key.status === 'active')
    found.push(...mine.map(({ key_id }) => key_id).filter((id) => id !== newest))
    cursor = page.next_cursor
  } while (cursor)
  return found
}

async function revoke(gateway: GatewayClient, id: string): Promise<void> {
  await gateway.delete(`/v1/enterprise/keys/${encodeURIComponent(id)}`)
}
