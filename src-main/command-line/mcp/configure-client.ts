import { z } from 'zod'
import { DEFAULT_PORT } from '../../../src-shared/default-port.ts'
import { environmentKey } from '../client/command-key.ts'
import { findGateway } from '../client/find-gateway.ts'
import { GatewayClient } from '../client/gateway-client.ts'
import { clientNamed, snippetFor, writeConfig } from './mcp-config.ts'
import { reporting } from '../terminal/reporting.ts'
import { print, say } from '../terminal/terminal.ts'

export interface ConfigureOptions {
  readonly client: string
  readonly write: boolean
  /** A settings file other than the client's own. */
  readonly file: string | undefined
  readonly key: string | undefined
  readonly dataDir: string
  readonly env: NodeJS.ProcessEnv
  /** The built command line, which the client is to start. */
  readonly cli: string
}

const DEFAULT_URL = `http://127.0.0.1:${DEFAULT_PORT}`

/**
 * Prints a client's settings for this gateway, or writes them. Without a key, a new one is made for the client, so
 * that its calls can be told apart and its key revoked on its own.
 * @returns the exit code
 */
export async function configureClient(options: ConfigureOptions): Promise<number> {
  return await reporting(false, async () => {
    const client = clientNamed(options.client)
    const gateway = (await findGateway(options.dataDir, options.env))?.url ?? DEFAULT_URL
    const server = {
      url: `${gateway}/mcp`,
      key: options.key ?? environmentKey(options.env) ?? (await newKeyFor(client.title, options)),
      command: process.execPath,
      args: [options.cli, 'mcp', '--data-dir', options.dataDir],
    }
    if (!options.write) {
      say(`${client.title} keeps its servers in ${client.file(options.env)}`)
      print(snippetFor(client, server))
      return
    }
    const file = options.file ?? client.file(options.env)
    const backup = writeConfig(client, file, server)
    say(`Added Toolgate to ${file}. Restart ${client.title} to use it.`)
    if (backup !== null) say(`The previous file is kept as ${backup}`)
  })
}

const made = z.object({ key: z.string() })

async function newKeyFor(name: string, { dataDir, env }: ConfigureOptions): Promise<string> {
  const gateway = await GatewayClient.find({ 'data-dir': dataDir }, env)
  return made.parse(await gateway.post('/v1/enterprise/keys', { name })).key
}
