import { lstatSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineCommand } from 'citty'
import { SCRIPT_FOLDER } from '../../extensions/folder/folder-settings.ts'
import { DATA_DIR_ARG, dataDirOf } from '../client/data-dir.ts'
import { reporting } from '../terminal/reporting.ts'
import { print, printJson, say } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'

const NAME = /^[a-z0-9](?:[a-z0-9-]{0,28}[a-z0-9])?$/

const create = defineCommand({
  meta: { name: 'new', description: 'Writes a starting file for a tool of your own into the data folder' },
  args: {
    name: { type: 'positional', required: true, description: 'The name of the tool: a-z, 0-9 and -' },
    process: {
      type: 'boolean',
      description: 'With files, network and time; without it the tool is pure: sealed, and cached',
    },
    'data-dir': DATA_DIR_ARG,
    json: { type: 'boolean', description: 'Print JSON' },
  },
  run: async ({ args: { name, process: isProcess, 'data-dir': dataDir, json = false } }) => {
    process.exitCode = await reporting(json, async () => {
      if (!NAME.test(name)) throw new UsageError('A tool is named with 1 to 30 of a-z, 0-9 and -.')
      const folder = join(dataDirOf(dataDir, process.env), SCRIPT_FOLDER)
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
import { join } from 'node:path'

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
