import { splitSecrets, toSourceId } from '../../../src-shared/sources/secret-names.ts'
import { defineClientCommand } from '../client/client-command.ts'
import type { GatewayClient } from '../client/gateway-client.ts'
import { foundServers, type FoundServer } from '../mcp/found-servers.ts'
import { hereOf } from '../mcp/mcp-clients.ts'
import { clientNamed } from '../mcp/mcp-config.ts'
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
    const found = foundServers(
      hereOf(process.env),
      client === undefined ? undefined : [clientNamed(client)],
    )
    const taken = new Set(sourceList.parse(await gateway.get('/app/sources')).sources.map(({ id }) => id))
    const named = found.map((server) => ({ server, id: freeId(server, taken) }))
    if (json) return printJson({ ok: true, found: named.map(({ server, id }) => shownOf(server, id)) })
    if (found.length === 0) print('No settings of a known program on this machine have another server.')
    for (const { server, id } of named) {
      print(`${server.client}: ${server.name}, as ${id}`)
      if (list !== true) await addOne(gateway, server, id, yes === true)
      else print(`  ${lineOf(server)}`)
    }
  },
})

async function addOne(
  gateway: GatewayClient,
  server: FoundServer,
  id: string,
  isAgreed: boolean,
): Promise<void> {
  const { plain, secrets } = splitSecrets(server.values)
  const body =
    server.kind === 'mcp'
      ? { id, kind: server.kind, command: server.command, args: server.args, env: plain }
      : { id, kind: server.kind, url: server.url, headers: plain }
  const asked = { ...body, secret_names: Object.keys(secrets) }
  const { consent } = preview.parse(await gateway.post('/app/sources/preview', asked))
  say(consentLines(consent).join('\n'))
  if (!isAgreed && !(await confirm(questionOf(consent)))) return
  const title = server.name.slice(0, 100)
  const answer = await gateway.post('/app/sources', { ...body, title, secrets, consent: consent.hash })
  const { source } = wholeSource.parse(answer)
  const why = source.last_error === null ? '' : `, but ${source.last_error}`
  print(
    `${id} is added${why}: ${toolWords(source.tool_counts)}. Open them with toolgate sources approve ${id} --all.`,
  )
}

// Two programs may know the same name.
function freeId({ name }: FoundServer, taken: Set<string>): string {
  const wanted = toSourceId(name) || 'server'
  let id = wanted
  for (let count = 2; taken.has(id); count++) id = `${wanted.slice(0, 13)}-${count}`
  taken.add(id)
  return id
}

function lineOf(server: FoundServer): string {
  return server.kind === 'mcp' ? [server.command, ...server.args].join(' ') : server.url
}

// Names alone: a value may be a secret.
function shownOf(server: FoundServer, id: string): object {
  const { client, name, kind, values } = server
  return { client, name, kind, id, from: lineOf(server), values: Object.keys(values) }
}
