import { defineCommand } from 'citty'
import { memoryWords } from '../../../src-shared/sources/memory-words.ts'
import { originFacts, originLine } from '../../../src-shared/sources/source-kinds.ts'
import { importSources } from './import-sources.ts'
import { defineClientCommand } from '../client/client-command.ts'
import type { GatewayClient } from '../client/gateway-client.ts'
import { confirm, print, printJson, say, table } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'
import { add, approveAll } from './add-source.ts'
import { consentLines, questionOf } from './source-kinds.ts'
import {
  changeLines,
  preview,
  sourceChanges,
  sourceList,
  toolWords,
  troubleOf,
  wholeSource,
} from './source-answers.ts'
import { secret } from './give-secrets.ts'
import { set } from './set-source.ts'
import { keys } from './source-keys.ts'
import { signIn, signOut } from './sign-in.ts'
import { PATH, pathOf } from './source-paths.ts'
import { update } from './update-source.ts'

const id = { type: 'positional', required: true, description: 'The id of the source' } as const

const list = defineClientCommand({
  name: 'list',
  description: 'Lists the sources with their states',
  run: async (client, { json }) => {
    const answer = await client.get(PATH)
    if (json) return printJson(answer)
    const rows = sourceList
      .parse(answer)
      .sources.map((one) => [
        one.id,
        one.memory_bytes > 0 ? `${one.state}, ${memoryWords(one.memory_bytes)}` : one.state,
        toolWords(one.tool_counts),
        one.unknown_outcomes,
        originLine(one).slice(0, 60),
      ])
    const none = 'There is no source. toolgate sources add mcp NAME -- PROGRAM adds one.'
    print(rows.length > 0 ? table(['id', 'state', 'tools', 'unknown', 'from'], rows) : none)
  },
})

const show = defineClientCommand({
  name: 'show',
  description: 'Shows a source: what runs, its tools, and what it has written to stderr',
  args: { id },
  run: async (client, { id: wanted, json }) => {
    const answer = await client.get(pathOf(wanted))
    if (json) return printJson(answer)
    const { source } = wholeSource.parse(answer)
    const { secrets, tools } = source
    print(
      [
        `${source.id}: ${source.state}, ${toolWords(source.tool_counts)}`,
        ...originFacts(source).map(([term, fact]) => `  ${term.padEnd(10)} ${fact}`),
        `  Secrets    ${secrets.map(({ name, place }) => `${name} (${place})`).join(', ') || 'none'}`,
        ...(source.pid === null ? [] : [`  Process    ${source.pid}, ${memoryWords(source.memory_bytes)}`]),
        ...source.problems.map(
          ({ file, line, message }) => `  Not read   ${file}${line === null ? '' : `:${line}`}: ${message}`,
        ),
        ...(source.last_error === null ? [] : [`  Last error ${source.last_error}`]),
        ...(source.unknown_outcomes === 0
          ? []
          : [`  Calls that may have acted without an answer: ${source.unknown_outcomes}`]),
        '',
        table(
          ['tool', 'name there', 'state', 'credits'],
          tools.map((tool) => [tool.slug, tool.place ?? tool.name, tool.state, tool.credits]),
        ),
        ...(source.stderr === '' ? [] : ['', 'The last of its stderr:', source.stderr]),
      ].join('\n'),
    )
  },
})

const changes = defineClientCommand({
  name: 'changes',
  description: 'Shows what is new or not as it was approved; --approve opens exactly what was shown',
  args: { id, approve: { type: 'boolean', description: 'Open what is shown' } },
  run: async (client, { id: wanted, approve, json }) => {
    const answer = await client.get(`${pathOf(wanted)}/changes`)
    const { changes: found, waiting } = sourceChanges.parse(answer)
    if (!json) print(found.flatMap(changeLines).join('\n') || `Nothing of ${wanted} waits for you.`)
    if (!json && waiting > found.length)
      say(`These are the first ${found.length} of ${waiting}. Decide about them to see the next.`)
    if (approve !== true || found.length === 0) return json ? printJson(answer) : undefined
    // All of it was just printed, with invisible characters as code points.
    const tools = found.map(({ name, hash }) => ({ name, hash, state: 'on', looked_at: true }))
    const approved = await client.post(`${pathOf(wanted)}/approve`, { tools })
    if (json) printJson(approved)
    else print(`${wanted}: ${toolWords(wholeSource.parse(approved).source.tool_counts)}.`)
  },
})

const approve = defineClientCommand({
  name: 'approve',
  description: 'Opens tools of a source by their names there, or all with --all; --off closes them',
  args: {
    id,
    all: { type: 'boolean', description: 'Every tool that it lists now' },
    off: { type: 'boolean', description: 'Close them instead' },
  },
  takes: 'words',
  run: async (client, { _: [, ...names], id: wanted, all, off, json }) => {
    if ((names.length === 0) === (all !== true))
      throw new UsageError('Name tools, or use --all: toolgate sources approve ID (NAME… | --all).')
    const { source } = wholeSource.parse(await client.get(pathOf(wanted)))
    const chosen = source.tools.filter(
      ({ name, slug }) => all === true || names.includes(name) || names.includes(slug),
    )
    const missing = names.filter((name) => !chosen.some((tool) => tool.name === name || tool.slug === name))
    if (missing.length > 0) throw new UsageError(`${wanted} has no tool ${missing.join(', ')}.`)
    const answer =
      off === true
        ? await client.post(`${pathOf(wanted)}/approve`, {
            tools: chosen.map(({ name }) => ({ name, state: 'off' })),
          })
        : await approveAll(client, { ...source, tools: chosen })
    if (json) return printJson(answer)
    print(`${wanted}: ${toolWords(wholeSource.parse(answer).source.tool_counts)}.`)
  },
})

const start = defineClientCommand({
  name: 'start',
  description:
    'Lets a source run again that is off or has ended too often; asks again if it is another program',
  args: { id, yes: { type: 'boolean', description: 'Agree without being asked' } },
  run: async (client, { id: wanted, yes, json }) => {
    const { source } = wholeSource.parse(await client.get(pathOf(wanted)))
    if (!source.asks_again) return await turnTo(client, wanted, 'start', json)
    const { consent } = preview.parse(await client.post(`${pathOf(wanted)}/preview`))
    say(['This is not what you agreed to any more.', ...consentLines(consent)].join('\n'))
    if (yes !== true && !(await confirm(questionOf(consent)))) return 1
    await turnTo(client, wanted, 'start', json, { consent: consent.hash })
  },
})
const editHere = defineClientCommand({
  name: 'edit-here',
  description: 'Serves each save of a folder of scripts without approval; --off asks for it again',
  args: { id, off: { type: 'boolean', description: 'Let new and changed files wait' } },
  run: async (client, { id: wanted, off, json }) => {
    const answer = await client.patch(pathOf(wanted), { edited_here: off !== true })
    if (json) return printJson(answer)
    print(`${wanted}: ${toolWords(wholeSource.parse(answer).source.tool_counts)}.`)
  },
})

const stop = stateCommand('stop', "Ends a source's process and closes its tools until it is started")
const look = stateCommand('look', "Reads a source's list again")

const remove = defineClientCommand({
  name: 'remove',
  description: 'Removes a source with its process, its secrets and its tools',
  args: { id },
  run: async (client, { id: wanted, json }) => {
    const answer = await client.delete(pathOf(wanted))
    if (json) printJson(answer)
    else print(`${wanted} is removed.`)
  },
})

/** `toolgate sources`: what brings tools from outside. */
export const sources = defineCommand({
  subCommands: {
    ...{ list, show, add, import: importSources, update, changes },
    ...{ approve, start, stop, look, remove, 'edit-here': editHere },
    ...{ set, secret, keys, 'sign-in': signIn, 'sign-out': signOut },
  },
})

function stateCommand(name: 'stop' | 'look', description: string) {
  return defineClientCommand({
    name,
    description,
    args: { id },
    run: (client, { id: wanted, json }) => turnTo(client, wanted, name, json),
  })
}

async function turnTo(
  client: GatewayClient,
  wanted: string,
  name: 'start' | 'stop' | 'look',
  json: boolean | undefined,
  body: object = {},
): Promise<void> {
  const answer = await client.post(`${pathOf(wanted)}/${name}`, body)
  if (json) return printJson(answer)
  const { source } = wholeSource.parse(answer)
  print(`${wanted}: ${source.state}, ${toolWords(source.tool_counts)}.`)
  const trouble = name === 'stop' ? null : troubleOf(source)
  if (trouble !== null) say(trouble)
}
