import { existsSync } from 'node:fs'
import { parse as parseJsonc, type ParseError } from 'jsonc-parser'
import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import { isObject } from '../../../src-shared/json-schema/json-identity.ts'
import { MCP_CLIENTS, type Here, type McpClient } from './mcp-clients.ts'
import { readSettings } from './read-settings.ts'
import { UnusableSettings } from './unusable-settings.ts'

/** A server in the settings of another program. */
export type FoundServer = {
  readonly client: McpClient
  /** The file that names it. */
  readonly file: string
  readonly name: string
} & (
  | {
      readonly kind: 'mcp'
      readonly command: string
      readonly args: readonly string[]
      readonly values: Readonly<Record<string, string>>
    }
  /** `values` are its headers. */
  | { readonly kind: 'mcp-http'; readonly url: string; readonly values: Readonly<Record<string, string>> }
)

/** Settings are short; a file of more bytes is something else. */
const MOST_BYTES = 1024 * 1024

/** The servers in the settings of some programs; none is started. @throws UnusableSettings */
export function foundServers(here: Here, clients: readonly McpClient[] = MCP_CLIENTS): FoundServer[] {
  return clients.flatMap((client) => {
    const file = client.name === 'generic' ? null : client.file(here)
    if (file === null || !existsSync(file)) return []
    return serversIn(client, readSettings(file), file)
  })
}

/** The servers in the settings of a program. @param file for the error @throws UnusableSettings */
export function serversIn(client: McpClient, text: string, file: string): FoundServer[] {
  if (text.length > MOST_BYTES) throw new UnusableSettings(`${file} is longer than settings are.`)
  let whole = settingsIn(client, text, file)
  for (const name of client.path.slice(0, -1)) whole = isObject(whole) ? whole[name] : undefined
  if (!isObject(whole)) return []
  return Object.entries(whole).flatMap(([name, server]) => {
    // Half a character is part of no name that could be shown, or written back.
    const isNamed = name !== client.path.at(-1) && name.isWellFormed()
    const found = isObject(server) && isNamed ? toServer(server) : null
    return found ? [{ client, file, name, ...found }] : []
  })
}

function settingsIn({ format }: McpClient, text: string, file: string): unknown {
  try {
    if (format === 'toml') return parseToml(text)
    if (format === 'yaml') return parseYaml(text) as unknown
    const errors: ParseError[] = []
    const value: unknown = parseJsonc(text, errors, { allowTrailingComma: true, allowEmptyContent: true })
    if (errors.length === 0) return value
  } catch {
    // Said below, in words that fit all formats.
  }
  throw new UnusableSettings(
    `${file} cannot be read as ${format.toUpperCase()}. Mend it, or name other clients.`,
  )
}

type Reached =
  | Omit<FoundServer & { kind: 'mcp' }, 'client' | 'file' | 'name'>
  | Omit<FoundServer & { kind: 'mcp-http' }, 'client' | 'file' | 'name'>

// Every program has names of its own for the same things. What is switched off there stays out.
function toServer(server: Readonly<Record<string, unknown>>): Reached | null {
  if (server.enabled === false || server.disabled === true) return null
  const url = [server.url, server.serverUrl, server.httpUrl, server.uri].find(
    (one) => typeof one === 'string',
  )
  const headers = server.headers ?? server.http_headers
  if (typeof url === 'string') return { kind: 'mcp-http', url, values: textsOf(headers) }
  // Zed has had the command in an object; OpenCode has it as a list.
  const from = isObject(server.command) ? server.command : server
  const words = [from.command ?? from.path ?? from.cmd].flat().concat(from.args ?? [])
  const [command, ...args] = words.filter((word) => typeof word === 'string')
  if (command === undefined) return null
  return { kind: 'mcp', command, args, values: textsOf(from.env ?? server.environment ?? server.envs) }
}

function textsOf(values: unknown): Record<string, string> {
  if (!isObject(values)) return {}
  const texts = Object.entries(values).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
  )
  return Object.fromEntries(texts)
}
