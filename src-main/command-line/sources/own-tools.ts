import { lstatSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { defineCommand } from 'citty'
import { SCRIPT_FOLDER } from '../../extensions/folder/folder-settings.ts'
import { findGateway, isGatewayOf } from '../client/find-gateway.ts'
import { CLIENT_ARGS, GatewayClient, type ClientOptions } from '../client/gateway-client.ts'
import { placeOf, wordsFor } from '../client/gateway-place.ts'
import { CommandFailed, EXIT } from '../terminal/exit-codes.ts'
import { reporting } from '../terminal/reporting.ts'
import { print, printJson, say } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'
import { preview } from './source-answers.ts'

const NAME = /^[a-z0-9](?:[a-z0-9-]{0,28}[a-z0-9])?$/

const create = defineCommand({
  meta: { name: 'new', description: 'Writes a starting file for a tool of your own into the data folder' },
  args: {
    name: { type: 'positional', required: true, description: 'The name of the tool: a-z, 0-9 and -' },
    process: {
      type: 'boolean',
      description: 'With files, network and time; without it the tool is pure: sealed, and cached',
    },
    ...CLIENT_ARGS,
  },
  run: async ({ args }) => {
    const { name, process: isProcess, json = false } = args
    process.exitCode = await reporting(json, async () => {
      if (!NAME.test(name)) throw new UsageError('A tool is named with 1 to 30 of a-z, 0-9 and -.')
      const folder = await folderOf(args)
      if (!lstatSync(folder, { throwIfNoEntry: false })) mkdirSync(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `${name}.ts`)
      try {
        writeFileSync(file, isProcess ? inProcess(name) : pure(name), { flag: 'wx' })
      } catch (error) {
        const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
        throw isThere ? new UsageError(`${file} is there already.`) : error
      }
      if (json) return printJson({ ok: true, file })
      print(file)
      say('Switch the folder on with toolgate sources add folder my, if it is not.')
    })
  },
})

/** `toolgate tools`: tools of one's own. */
export const tools = defineCommand({ subCommands: { new: create } })

// Of the data folder, also where no gateway runs on it; a gateway that is named must be the one that reads it.
async function folderOf(options: ClientOptions): Promise<string> {
  const place = placeOf(options, process.env)
  const own = join(place.dataDir, SCRIPT_FOLDER)
  if (place.named === null) return own
  const found = await findGateway(place)
  if (found === null) throw new CommandFailed(`No gateway answers ${wordsFor(place)}.`, EXIT.unreachable)
  if (found.isOwn) return own
  const client = await GatewayClient.find(options)
  const { consent } = preview.parse(await client.post('/app/sources/preview', { kind: 'folder' }))
  if (consent.kind !== 'folder') throw new Error('The folder of scripts is shown as something else')
  if (await isGatewayOf(dirname(consent.path), found.url)) return consent.path
  throw new UsageError(
    `${found.url} reads ${consent.path}, which is not on this machine. Write the file there, or name a data folder ` +
      'of this machine with --data-dir.',
  )
}

function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

function pure(name: string): string {
  return `export const tool = {
  title: '${titleOf(name)}',
  summary: 'Adds up the letters of a word: a is 1, z is 26.',
  credits: 1,
  // Its answer depends on its input alone: no clock, no random numbers, no network.
  pure: true,
  input: {
    type: 'object',
    properties: { word: { type: 'string', description: 'The word', maxLength: 1000 } },
    required: ['word'],
    additionalProperties: false,
  },
  output: { type: 'object', properties: { score: { type: 'integer' } }, required: ['score'] },
}

export default ({ word }: { word: string }) => ({
  score: [...word.toLowerCase()]
    .filter((letter) => letter >= 'a' && letter <= 'z')
    .reduce((sum, letter) => sum + letter.charCodeAt(0) - 96, 0),
})
`
}

function inProcess(name: string): string {
  return `import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export const tool = {
  title: '${titleOf(name)}',
  summary: 'Counts the lines of a file in the folder of this tool.',
  credits: 1,
  input: {
    type: 'object',
    properties: { file: { type: 'string', description: 'Its name', maxLength: 200 } },
    required: ['file'],
    additionalProperties: false,
  },
  output: { type: 'object', properties: { lines: { type: 'integer' } }, required: ['lines'] },
}

// It may read this folder and reach the network; it cannot write files or start programs.
export default async ({ file }: { file: string }) => {
  const text = await readFile(join(import.meta.dirname, file), 'utf8')
  return { lines: text.split('\\n').length }
}
`
}
