import { defineClientCommand } from '../client/client-command.ts'
import type { GatewayClient } from '../client/gateway-client.ts'
import { readSecret } from '../terminal/read-secret.ts'
import { confirm, print, printJson, say } from '../terminal/terminal.ts'
import { valuesOf } from './repeated-option.ts'
import { preview, toolWords, wholeSource, type WholeSource } from './source-answers.ts'
import { chosenTools } from './chosen-tools.ts'
import { bodyOf, consentLines, exactly, questionOf, secretsOf } from './source-kinds.ts'

/** `toolgate sources add`: shows what would run, asks, and adds it. */
export const add = defineClientCommand({
  name: 'add',
  description:
    'Adds a server of MCP: add mcp NAME -- PROGRAM ARGUMENTS, or NAME ADDRESS, or add npm NAME PACKAGE -- ARGUMENTS; ' +
    'an API: add openapi NAME FILE; your own scripts: add folder NAME',
  args: {
    kind: { type: 'positional', required: true, description: 'mcp, npm, openapi, folder or command' },
    id: { type: 'positional', required: true, description: 'Its name here: 1 to 16 of a-z, 0-9 and -' },
    header: {
      type: 'string',
      description: 'NAME=VALUE of a header for an address, HEADER=SECRET for an API; several times',
    },
    env: { type: 'string', description: 'NAME=VALUE of a variable; may be given several times' },
    secret: {
      type: 'string',
      description:
        'The name of a secret variable or header, read from your environment or a prompt; several times',
    },
    server: { type: 'string', description: 'The address of the API, in place of the one in its document' },
    'client-id': {
      type: 'string',
      description: 'Your client id where people sign in for an address, if it gives none by itself',
    },
    bearer: { type: 'string', description: 'The name of a secret that goes with every call as a token' },
    include: {
      type: 'string',
      description: 'Operations to open, such as "GET /repos/**"; may be given several times',
    },
    cwd: { type: 'string', description: 'The folder that it runs in; your home folder without it' },
    credits: { type: 'string', description: 'The price of a call; 1 without it' },
    output: { type: 'string', description: 'What a command prints: text, json or lines' },
    'read-only': { type: 'boolean', description: 'Say that a command only reads' },
    'edit-here': { type: 'boolean', description: 'Serve each save of a folder without approval' },
    yes: { type: 'boolean', description: 'Agree without being asked' },
    approve: { type: 'boolean', description: 'Open all of its tools at once' },
  },
  takes: 'words',
  run: async (client, args, rawArgs) => {
    const { _: words, kind, id, server, cwd, credits, yes, approve, json, output } = args
    const { 'edit-here': isEditedHere, 'read-only': readOnly, 'client-id': clientId } = args
    const cut = rawArgs.indexOf('--')
    const own = cut === -1 ? rawArgs : rawArgs.slice(0, cut)
    const names = secretsOf(kind, own)
    const address = cut === -1 || kind === 'npm' ? words[2] : undefined
    const ofKind = { isEditedHere, output, readOnly, clientId }
    const asked = { id, ...(await bodyOf(kind, { rawArgs, cwd, server, address, ...ofKind }, client)) }
    const { consent } = preview.parse(
      await client.post('/app/sources/preview', { ...asked, secret_names: names }),
    )
    say(consentLines(consent).join('\n'))
    if (yes !== true && !(await confirm(questionOf(consent)))) return 1
    const secrets: Record<string, string> = {}
    for (const name of names)
      secrets[name] = process.env[name] || (await readSecret(`${name} (not shown): `))
    const price = credits === undefined ? {} : { credits: Number(credits) }
    const agreed = { ...exactly(asked, consent), ...price, secrets, consent: consent.hash }
    const answer = await client.post('/app/sources', agreed)
    const { source } = wholeSource.parse(answer)
    const chosen = { ...source, tools: chosenTools(source, valuesOf(own, 'include')) }
    const isOpened =
      chosen.tools.length > 0 && (approve === true || (yes !== true && (await agreesTo(chosen))))
    const last = isOpened ? await approveAll(client, chosen) : answer
    if (json) return printJson(last)
    const now = wholeSource.parse(last).source
    if (now.last_error !== null && now.tools.length === 0)
      print(`${id} was added, but ${now.last_error}. toolgate sources show ${id} has its output.`)
    else print(`${id} is added: ${toolWords(now.tool_counts)}.`)
    if (!isOpened && now.tools.length > 0) say(`Open its tools with toolgate sources approve ${id} --all.`)
  },
})

/** Opens every tool that a source was shown with, but for those whose invisible characters nobody has seen. */
export async function approveAll(client: GatewayClient, { id, tools }: WholeSource): Promise<unknown> {
  const odd = tools.filter((tool) => tool.has_odd_characters && tool.state !== 'gone')
  if (odd.length > 0)
    say(
      `Not opened, because they have characters that nobody sees: ${odd.map(({ name }) => name).join(', ')}. ` +
        `toolgate sources changes ${id} shows them, and with --approve opens them.`,
    )
  const wanted = tools.flatMap(({ name, hash, state, has_odd_characters: isOdd }) =>
    state === 'gone' || isOdd ? [] : [{ name, hash, state: 'on' }],
  )
  if (wanted.length === 0) return await client.get(`/app/sources/${encodeURIComponent(id)}`)
  return await client.post(`/app/sources/${encodeURIComponent(id)}/approve`, { tools: wanted })
}

async function agreesTo({ tools }: WholeSource): Promise<boolean> {
  say(
    tools
      .map(
        ({ name, summary, says_read_only: reads }) =>
          `  ${name}${reads ? ' (says it only reads)' : ''}: ${summary.split('\n')[0] ?? ''}`,
      )
      .join('\n'),
  )
  return await confirm('Open these tools?')
}
