import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import envPaths from 'env-paths'
import type { ArgsDef } from 'citty'
import { GatewayClient } from '../client/gateway-client.ts'
import { isRecord } from '../client/refused.ts'
import { COMMANDS, loadCommand } from '../command-list.ts'
import { argsOf, leafOf, subCommandsOf } from '../command-parts.ts'
import { MCP_CLIENTS } from '../../extensions/other-clients/mcp-clients.ts'
import type { ProgramFiles } from '../serve/program-files.ts'
import { CommandFailed } from '../terminal/exit-codes.ts'
import { fieldNamed, flagOf } from '../tool/field-flags.ts'
import { fetchTool, fetchTools, type FieldInfo } from '../tool/tool-info.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { COMPLETED_SHELLS } from './completion.ts'

const SLUGS_MS = 60 * 60 * 1_000
const OF_A_CALL = [
  '--input',
  '--json',
  '--receipt',
  '--trace',
  '--session-id',
  '--mode',
  '--output',
  '--help',
]

/**
 * What may stand at the cursor: commands, options, slugs, or the values of an option.
 * @param words those after `toolgate`; the last is the one at the cursor, perhaps empty
 */
export async function completionsOf(
  words: readonly string[],
  files: ProgramFiles,
): Promise<readonly string[]> {
  const typed = words.at(-1) ?? ''
  const all = await candidates(words.slice(0, -1), typed, files).catch((error: unknown) => {
    // Nobody answers, or there is no such tool: nothing is offered.
    if (error instanceof CommandFailed) return []
    throw error
  })
  return all.filter((one) => one.startsWith(typed))
}

async function candidates(
  before: readonly string[],
  typed: string,
  files: ProgramFiles,
): Promise<readonly string[]> {
  const [name, ...rest] = before
  if (name === undefined) return Object.keys(COMMANDS)
  if (!Object.hasOwn(COMMANDS, name)) return []
  const named = { path: [name], command: await loadCommand(name, files), rest }
  const { path, command, rest: words } = leafOf(named)
  const subs = Object.keys(subCommandsOf(command))
  if (subs.length > 0 && words.length === 0 && !typed.startsWith('-')) return subs
  return command.takes === 'tool'
    ? await ofTool(words, typed)
    : await ofCommand(path.join(' '), argsOf(command), words, typed)
}

async function ofCommand(
  path: string,
  args: ArgsDef,
  words: readonly string[],
  typed: string,
): Promise<readonly string[]> {
  const option = args[words.at(-1)?.replace(/^--/, '') ?? '']
  if (words.at(-1)?.startsWith('--') && option && option.type !== 'boolean' && option.type !== 'positional')
    return await valuesOf(words.at(-1)!)
  if (typed.startsWith('-')) {
    const options = Object.entries(args).filter(([, { type }]) => type !== 'positional')
    return [...options.map(([one]) => `--${one}`), '--help']
  }
  if (path === 'mcp config') return MCP_CLIENTS.map((client) => client.name)
  return path === 'completion' ? COMPLETED_SHELLS : []
}

async function valuesOf(option: string): Promise<readonly string[]> {
  if (option === '--tool') return await knownSlugs()
  if (option === '--tier') return ['compute', 'network', 'memory', 'llm']
  if (option === '--encoding') return ['utf-8', 'utf-16', 'latin1']
  return option === '--toolset' ? ['core', 'all', 'readonly'] : []
}

async function ofTool(words: readonly string[], typed: string): Promise<readonly string[]> {
  const slug = words.find((word) => !word.startsWith('-'))
  if (slug === undefined) return typed.startsWith('-') ? OF_A_CALL : await knownSlugs()
  const tool = await fetchTool(await GatewayClient.find({}), slug)
  const option = words.at(-1) ?? ''
  const field = option.startsWith('--') ? fieldNamed(tool, option.slice(2))?.field : undefined
  if (field && field.type !== 'boolean') return enumOf(field)
  if (!typed.startsWith('-')) return []
  return [...Object.keys(tool.input_schema.properties).map((one) => flagOf(tool, one)), ...OF_A_CALL]
}

function enumOf(field: FieldInfo): readonly string[] {
  return (field.enum ?? field.items?.enum ?? []).map(String)
}

// All tools with their schemas are half a megabyte, so their names are kept for an hour.
async function knownSlugs(): Promise<readonly string[]> {
  const file = join(envPaths('toolgate', { suffix: '' }).cache, 'slugs.json')
  const client = await GatewayClient.find({})
  const kept = readKept(file)
  if (kept?.url === client.url && Date.now() - kept.at < SLUGS_MS) return kept.slugs
  const slugs = (await fetchTools(client)).map(({ slug }) => slug)
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, JSON.stringify({ url: client.url, at: Date.now(), slugs }), { mode: 0o600 })
  } catch {
    // Without a place for them, they are fetched each time.
  }
  return slugs
}

interface KeptSlugs {
  readonly url: string
  readonly at: number
  readonly slugs: readonly string[]
}

function readKept(file: string): KeptSlugs | null {
  try {
    const read = parseJson(readFileSync(file, 'utf8'))
    // What knownSlugs() wrote.
    return isRecord(read) && Array.isArray(read.slugs) ? (read as unknown as KeptSlugs) : null
  } catch {
    // Nothing is kept yet, or it is unreadable.
    return null
  }
}
