import { freeSourceId, leaveCommand } from '../../../src-shared/sources/brought-in.ts'
import { splitSecrets } from '../../../src-shared/sources/secret-names.ts'
import { defineClientCommand } from '../client/client-command.ts'
import type { GatewayClient } from '../client/gateway-client.ts'
import { foundServers, type FoundServer } from '../../extensions/other-clients/found-servers.ts'
import { hereOf, type McpClient } from '../../extensions/other-clients/mcp-clients.ts'
import { clientNamed, withSettings } from '../mcp/mcp-config.ts'
import { confirm, print, printJson, say } from '../terminal/terminal.ts'
import { preview, sourceList, toolWords, wholeSource } from './source-answers.ts'
import { consentLines, questionOf } from './source-kinds.ts'

/** `toolgate sources import`: takes servers out of the settings of other programs, each after it was shown. */
export const importSources = defineClientCommand({
  name: 'import',
  description:
    'Takes servers from the settings of other programs, each after showing it; --list only shows them',
  args: {
    client: {
      type: 'positional',
      required: false,
      description: 'cursor, claude-desktop, codex …; all without it',
    },
    list: { type: 'boolean', description: 'Show what there is, and add nothing' },
    yes: { type: 'boolean', description: 'Agree to all without being asked' },
  },
  run: async (gateway, { client, list, yes, json }) => {
    const clients = client === undefined ? undefined : [clientNamed(client)]
    const found = withSettings(() => foundServers(hereOf(process.env), clients))
    const taken = new Set(sourceList.parse(await gateway.get('/app/sources')).sources.map(({ id }) => id))
    const named = found.map((server) => ({ server, id: freeSourceId(server.name, taken) }))
    if (json) return printJson({ ok: true, found: named.map(({ server, id }) => shownOf(server, id)) })
    if (found.length === 0) print('No settings of a known program on this machine have another server.')
    const added: Named[] = []
    for (const { server, id } of named) {
      print(`${server.client.title}: ${server.name}, as ${id}`)
      if (list === true) print(`  ${lineOf(server)}`)
      else if (await addOne(gateway, server, id, yes === true)) added.push({ server, id })
    }
    for (const [program, servers] of Map.groupBy(added, ({ server }) => server.client))
      say(leaveWords(program, servers))
  },
})

async function addOne(
  gateway: GatewayClient,
  server: FoundServer,
  id: string,
  isAgreed: boolean,
): Promise<boolean> {
  const { plain, secrets } = splitSecrets(server.values)
  const body =
    server.kind === 'mcp'
      ? { id, kind: server.kind, command: server.command, args: server.args, env: plain }
      : { id, kind: server.kind, url: server.url, headers: plain }
  const asked = { ...body, secret_names: Object.keys(secrets) }
  const { consent } = preview.parse(await gateway.post('/app/sources/preview', asked))
  say(consentLines(consent).join('\n'))
  if (!isAgreed && !(await confirm(questionOf(consent)))) return false
  const title = server.name.slice(0, 100)
  const answer = await gateway.post('/app/sources', { ...body, title, secrets, consent: consent.hash })
  const { source } = wholeSource.parse(answer)
  const why = source.last_error === null ? '' : `, but ${source.last_error}`
  print(
    `${id} is added${why}: ${toolWords(source.tool_counts)}. Open them with toolgate sources approve ${id} --all.`,
  )
  return true
}

interface Named {
  readonly server: FoundServer
  readonly id: string
}

function leaveWords({ name, title }: McpClient, servers: readonly Named[]): string {
  const [ids, names] = [servers.map(({ id }) => id), servers.map(({ server }) => server.name)]
  return `Once their tools are open, leave only Toolgate in ${title}: ` + leaveCommand(name, ids, names)
}

function lineOf(server: FoundServer): string {
  return server.kind === 'mcp' ? [server.command, ...server.args].join(' ') : server.url
}

// Names alone: a value may be a secret.
function shownOf(server: FoundServer, id: string): object {
  const { client, name, kind, values } = server
  return { client: client.title, name, kind, id, from: lineOf(server), values: Object.keys(values) }
}
