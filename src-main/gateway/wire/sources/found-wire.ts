import { z } from 'zod'
import { freeSourceId, leaveCommand } from '../../../../src-shared/sources/brought-in.ts'
import type {
  FoundClient,
  FoundSource,
  LeftToToolgate,
} from '../../../../src-shared/sources/found-sources.ts'
import { splitSecrets } from '../../../../src-shared/sources/secret-names.ts'
import { originLine } from '../../../../src-shared/sources/source-kinds.ts'
import { GatewayError } from '../../../../src-shared/errors.ts'
import type { FoundServer } from '../../../extensions/other-clients/found-servers.ts'
import { MCP_CLIENTS, type Here, type McpClient } from '../../../extensions/other-clients/mcp-clients.ts'
import { UnusableSettings } from '../../../extensions/other-clients/unusable-settings.ts'
import type { SourceBook } from '../../../extensions/source-book.ts'
import { SOURCE_ID } from '../../../extensions/tool-name.ts'
import { consentOf, ofAnyKind, toOriginWire, type Agreed } from './source-kinds.ts'

const client = z.enum(MCP_CLIENTS.map(({ name }) => name))

/** The body of POST /app/found-sources. */
export const broughtSource = z.strictObject({
  client,
  name: z.string().min(1).max(500),
  id: z.string().regex(SOURCE_ID, '1 to 16 of a-z, 0-9 and -'),
  consent: z.string().regex(/^[0-9a-f]{64}$/),
})

/** The body of POST /app/found-sources/leave. */
export const leftClient = z.strictObject({ client, key: z.string().min(1).max(500) })

/** A server of another program, as it would be added. */
export interface Found {
  readonly server: FoundServer
  readonly agreed: Agreed
  readonly secrets: Readonly<Record<string, string>>
  /** The source that it is already; null for none. */
  readonly source: string | null
}

const asked = ofAnyKind({})

/**
 * What a server of another program would run or reach; nothing of it is started.
 * @throws GatewayError validation_error where it could not be
 */
export async function asFound(server: FoundServer, sources: SourceBook): Promise<Found> {
  const { plain, secrets } = splitSecrets(server.values)
  const body =
    server.kind === 'mcp'
      ? { kind: server.kind, command: server.command, args: server.args, env: plain }
      : { kind: server.kind, url: server.url, headers: plain }
  const read = asked.safeParse(body)
  if (!read.success) throw new GatewayError('validation_error', 'It is longer than servers are.')
  const agreed = await consentOf(read.data, Object.keys(secrets), sources)
  const line = originLine(toOriginWire(agreed.origin, sources))
  const source = sources
    .list()
    .find((one) => one.kind === server.kind && originLine(toOriginWire(one, sources)) === line)
  return { server, agreed, secrets, source: source?.id ?? null }
}

/** The servers of the programs on this machine, each with what would run; settings that cannot be read are named. */
export async function toFoundWire(sources: SourceBook): Promise<readonly FoundClient[]> {
  const taken = new Set(sources.list().map(({ id }) => id))
  const clients: FoundClient[] = []
  for (const program of MCP_CLIENTS) {
    const { read, problem } = await serversOf(sources.here, program)
    const servers: FoundSource[] = []
    for (const server of read) servers.push(await toServerWire(server, sources, taken))
    const { name, title } = program
    if (servers.length > 0 || problem !== null)
      clients.push({ name, title, problem, servers, leave: leaveOf(program, servers, sources) })
  }
  return clients
}

/** The servers in the settings of a program. @throws GatewayError validation_error for settings that cannot be read */
export async function serversIn(here: Here, name: string): Promise<readonly FoundServer[]> {
  const { read, problem } = await serversOf(here, programNamed(name))
  if (problem === null) return read
  throw new GatewayError('validation_error', problem, { issues: [{ path: 'client', message: problem }] })
}

/** A program by its name, which is known. */
export function programNamed(name: string): McpClient {
  return MCP_CLIENTS.find((one) => one.name === name)!
}

async function serversOf(here: Here, program: McpClient) {
  // The readers of YAML and TOML come with the first look.
  const { foundServers } = await import('../../../extensions/other-clients/found-servers.ts')
  try {
    return { read: foundServers(here, [program]), problem: null }
  } catch (error) {
    if (!(error instanceof UnusableSettings)) throw error
    return { read: [], problem: error.message }
  }
}

async function toServerWire(
  server: FoundServer,
  sources: SourceBook,
  taken: Set<string>,
): Promise<FoundSource> {
  const { name } = server
  try {
    const { agreed, source } = await asFound(server, sources)
    const id = source ?? freeSourceId(name, taken)
    return { name, id, consent: agreed.shown, problem: null, source }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return { name, id: freeSourceId(name, taken), consent: null, problem: error.message, source: null }
  }
}

// A server whose tools nobody may call yet is still needed there.
function leaveOf(
  { name, isByAddress }: McpClient,
  servers: readonly FoundSource[],
  sources: SourceBook,
): LeftToToolgate | null {
  const open = servers.flatMap(({ name: there, source }) =>
    source !== null && sources.tools(source).some(({ state }) => state === 'on') ? [{ there, source }] : [],
  )
  if (open.length === 0) return null
  const names = open.map(({ there }) => there)
  const ids = [...new Set(open.map(({ source }) => source))]
  return { names, sources: ids, command: leaveCommand(name, ids, names), is_written_here: isByAddress }
}
