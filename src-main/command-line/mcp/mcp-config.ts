import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { applyEdits, modify, parse, type ParseError } from 'jsonc-parser'
import { parse as parseToml, stringify as tomlOf } from 'smol-toml'
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
  if (client.format === 'toml') return tomlOf(whole)
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
  // Both hold a key, which others must not read.
  if (backup !== null) {
    copyFileSync(file, backup)
    chmodSync(backup, 0o600)
    chmodSync(file, 0o600)
  }
  writeFileSync(file, after, { mode: 0o600 })
  return backup
}

function merged(client: McpClient, before: string, server: ServerEntry, file: string): string {
  if (before.trim() === '') return snippetFor(client, server)
  switch (client.format) {
    case 'yaml':
      return mergedYaml(client, before, server, file)
    case 'toml':
      return mergedToml(client, before, server, file)
    case 'json':
      return mergedJson(client, before, server, file)
  }
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

// By its lines, since no writer of TOML keeps comments: the tables of this server go, and new ones come last.
function mergedToml(client: McpClient, before: string, server: ServerEntry, file: string): string {
  const broken = new UsageError(`${file} cannot take the server. Fix it, or add the server by hand.`)
  const own = new RegExp(`^\\s*\\[${client.path.join('\\.')}(?:\\.[^\\]]*)?\\]`)
  let isOwn = false
  const kept = before.split('\n').filter((line) => {
    if (/^\s*\[/.test(line)) isOwn = own.test(line)
    return !isOwn
  })
  const after = `${kept.join('\n').trimEnd()}\n\n${snippetFor(client, server)}`
  try {
    parseToml(before)
    parseToml(after)
  } catch {
    // Not TOML, or a TOML that says the same in another way.
    throw broken
  }
  return after
}

function backupOf(file: string): string {
  let number = 1
  while (existsSync(`${file}.toolgate-backup-${number}`)) number++
  return `${file}.toolgate-backup-${number}`
}
