import { defineClientCommand } from '../client/client-command.ts'
import type { GatewayClient } from '../client/gateway-client.ts'
import { confirm, print, printJson, say } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'
import { newCommands } from './command-source.ts'
import { sendDocument } from './openapi-source.ts'
import { preview, toolWords, troubleOf, wholeSource, type WholeSource } from './source-answers.ts'
import { consentLines, exactly, questionOf } from './source-kinds.ts'
import { pathOf } from './source-paths.ts'

/** `toolgate sources update`: another document, another version of a package, or other commands. */
export const update = defineClientCommand({
  name: 'update',
  description:
    "Reads a new version of an API's document: update ID FILE or URL; of a package: update ID VERSION, the newest " +
    'without one; of commands: update ID FILE, or -- PROGRAM. What changed waits for you',
  args: {
    id: { type: 'positional', required: true, description: 'The id of the source' },
    from: {
      type: 'positional',
      required: false,
      description: 'A document, a version, or a file with commands',
    },
    output: { type: 'string', description: 'What a command prints: text, json or lines' },
    'read-only': { type: 'boolean', description: 'Say that a command only reads' },
    yes: { type: 'boolean', description: 'Agree without being asked' },
  },
  takes: 'words',
  run: async (client, { id, from, output, 'read-only': readOnly, yes, json }, rawArgs) => {
    const { source } = wholeSource.parse(await client.get(pathOf(id)))
    const words = { rawArgs, address: rawArgs.includes('--') ? undefined : from, output, readOnly }
    const answer =
      source.kind === 'openapi'
        ? await newDocument(client, id, from)
        : await agreed(client, id, renewalOf(source, words), yes === true)
    if (answer === null) return 1
    if (json) return printJson(answer)
    const now = wholeSource.parse(answer).source
    const { tool_counts: counts } = now
    print(`${id}: ${toolWords(counts)}.`)
    if (counts.changed + counts.new > 0) say(`Look at the changes with toolgate sources changes ${id}.`)
    const trouble = troubleOf(now)
    if (trouble !== null) say(trouble)
  },
})

async function newDocument(client: GatewayClient, id: string, from: string | undefined): Promise<unknown> {
  if (from === undefined)
    throw new UsageError('Write where the new document is: toolgate sources update ID FILE or URL')
  const document = await sendDocument(from, client)
  return await client.post(`${pathOf(id)}/document`, { document })
}

function renewalOf(source: WholeSource, words: Parameters<typeof newCommands>[0]): object {
  if (source.kind === 'command') return { commands: newCommands(words) }
  if (source.kind === 'mcp' && source.settings.package)
    return { package: `${source.settings.package.name}@${words.address ?? 'latest'}` }
  throw new UsageError(
    `${source.id} has no document, package or commands to update. toolgate sources look reads its list again.`,
  )
}

// Null for somebody who does not agree.
async function agreed(client: GatewayClient, id: string, to: object, isAgreed: boolean): Promise<unknown> {
  const { consent } = preview.parse(await client.post(`${pathOf(id)}/preview`, to))
  say(consentLines(consent).join('\n'))
  if (!isAgreed && !(await confirm(questionOf(consent)))) return null
  return await client.post(`${pathOf(id)}/start`, { ...exactly(to, consent), consent: consent.hash })
}
