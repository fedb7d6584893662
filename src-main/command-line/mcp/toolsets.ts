import { defineCommand } from 'citty'
import { counted } from '../../../src-shared/counted.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { defineClientCommand } from '../client/client-command.ts'
import { isRecord, UnknownAnswer } from '../client/refused.ts'
import { decoded, readBytes } from '../input/read-text.ts'
import { print, printJson, say, table } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'

const PATH = '/v1/enterprise/toolsets'
const MAX_BYTES = 1024 * 1024

const list = defineClientCommand({
  name: 'list',
  description: 'Lists the saved toolsets',
  run: async (client, { json }) => {
    const answer = await client.get(PATH)
    if (json) return printJson(answer)
    if (!isRecord(answer) || !Array.isArray(answer.toolsets)) throw new UnknownAnswer('toolsets')
    const rows = answer.toolsets
      .filter(isRecord)
      .map(({ name, tools, version, updated_at, description }) =>
        [name, tools, version, updated_at, description ?? ''].map(String),
      )
    const heads = ['name', 'tools', 'version', 'saved', 'description']
    print(
      rows.length > 0 ? table(heads, rows) : 'No toolset is saved. toolgate toolsets set FILE saves one.',
    )
  },
})

const set = defineClientCommand({
  name: 'set',
  description: 'Saves the toolset in a JSON file, or stdin as -, in place of one of the same name',
  args: { file: { type: 'positional', required: true, description: 'Its name and its tools, as JSON' } },
  run: async (client, { file, json }) => {
    const { name, ...content } = toolsetIn(decoded(await readBytes(file, MAX_BYTES), file), file)
    const answer = await client.put(`${PATH}/${encodeURIComponent(name)}`, content)
    if (json) return printJson(answer)
    const { version, tools } = savedIn(answer)
    print(`${name} is saved with ${counted(tools.length, 'tool')}, version ${String(version)}.`)
    if (process.stderr.isTTY) say(`Use it with toolgate mcp --toolset ${name}.`)
  },
})

const show = defineClientCommand({
  name: 'show',
  description: 'Prints a toolset as the JSON that set takes',
  args: { name: { type: 'positional', required: true, description: 'Its name' } },
  run: async (client, { name, json }) => {
    const answer = await client.get(`${PATH}/${encodeURIComponent(name)}`)
    if (json) return printJson(answer)
    const { version: _version, updated_at: _at, missing_tools: missing, ...content } = savedIn(answer)
    printJson(content)
    if (Array.isArray(missing) && missing.length > 0)
      say(`This gateway does not serve ${missing.join(', ')} now; clients do not see it.`)
  },
})

const remove = defineClientCommand({
  name: 'remove',
  description: 'Deletes a toolset; clients that ask for it are refused from then on',
  args: { name: { type: 'positional', required: true, description: 'Its name' } },
  run: async (client, { name, json }) => {
    const answer = await client.delete(`${PATH}/${encodeURIComponent(name)}`)
    if (json) printJson(answer)
    else print(`${name} is removed.`)
  },
})

/** `toolgate toolsets`: saved choices of tools, with presets and descriptions. */
export const toolsets = defineCommand({ subCommands: { list, set, show, remove } })

function toolsetIn(text: string, file: string): Record<string, unknown> & { readonly name: string } {
  let read: unknown
  try {
    read = parseJson(text)
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (!isRecord(read) || typeof read.name !== 'string')
    throw new UsageError(
      `${file} has no name. A toolset is {"name": "desk", "tools": [{"slug": "text-diff"}]}.`,
    )
  return { ...read, name: read.name }
}

function savedIn(answer: unknown): Record<string, unknown> & { readonly tools: readonly unknown[] } {
  const saved = isRecord(answer) ? answer.toolset : null
  if (!isRecord(saved) || !Array.isArray(saved.tools)) throw new UnknownAnswer('a toolset')
  return { ...saved, tools: saved.tools }
}
