import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { applyEdits, modify, parse, type ParseError } from 'jsonc-parser'
import { parseDocument, stringify } from 'yaml'
import { MCP_CLIENTS, type McpClient, type ServerEntry } from './mcp-clients.ts'
import { UsageError } from '../terminal/usage-error.ts'

/** @throws UsageError listing the known clients */
export function clientNamed(name: string): McpClient {
  const client = MCP_CLIENTS.find((known) => known.name === name)
  if (client) return client
  throw new UsageError(`Choose one of ${MCP_CLIENTS.map((known) => known.name).join(', ')}.`)
}

/** The client's settings for this gateway alone. */
export function snippetFor(client: McpClient, server: ServerEntry): string {
  const whole = client.path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), client.entry(server))
  return client.format === 'yaml' ? stringify(whole) : `${JSON.stringify(whole, null, 2)}\n`
}

/**
 * Adds this gateway to a client's settings; everything else in them stays as it is, comments included.
 * @returns the copy of the previous file; null when there was none
 * @throws UsageError when the file exists and cannot be parsed
 */
export function writeConfig(client: McpClient, file: string, server: ServerEntry): string | null {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : null
  const after = merged(client, before ?? '', server, file)
  mkdirSync(dirname(file), { recursive: true })
  const backup = before === null ? null : backupOf(file)
  if (backup !== null) copyFileSync(file, backup)
  // The settings hold a key from now on.
  writeFileSync(file, after, before === null ? { mode: 0o600 } : {})
  return backup
}

function merged(client: McpClient, before: string, server: ServerEntry, file: string): string {
  if (before.trim() === '') return snippetFor(client, server)
  return client.format === 'yaml'
    ? mergedYaml(client, before, server, file)
    : mergedJson(client, before, server, file)
}

function mergedJson(client: McpClient, before: string, server: ServerEntry, file: string): string {
  const errors: ParseError[] = []
  const value: unknown = parse(before, errors, { allowTrailingComma: true })
  if (errors.length > 0 || typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError(`${file} is not a JSON object. Fix it, or add the server by hand.`)
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' }
  return applyEdits(before, modify(before, [...client.path], client.entry(server), { formattingOptions }))
}

function mergedYaml(client: McpClient, before: string, server: ServerEntry, file: string): string {
  const document = parseDocument(before)
  if (document.errors.length > 0)
    throw new UsageError(`${file} is not valid YAML. Fix it, or add the server by hand.`)
  document.setIn(client.path, client.entry(server))
  return document.toString()
}

function backupOf(file: string): string {
  let number = 1
  while (existsSync(`${file}.toolgate-backup-${number}`)) number++
  return `${file}.toolgate-backup-${number}`
}
