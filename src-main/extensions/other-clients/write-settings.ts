import { chmodSync, copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { applyEdits, modify, parse, type ParseError } from 'jsonc-parser'
import { parse as parseToml, stringify as tomlOf } from 'smol-toml'
import { parseDocument, stringify, type Document } from 'yaml'
import { isObject } from '../../../src-shared/json-schema/json-identity.ts'
import type { McpClient, ServerEntry } from './mcp-clients.ts'
import { readSettings } from './read-settings.ts'
import { UnusableSettings } from './unusable-settings.ts'

/** The client's settings for this gateway alone. */
export function snippetFor(client: McpClient, server: ServerEntry): string {
  const whole = client.path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), client.entry(server))
  if (client.format === 'toml') return tomlOf(whole)
  return client.format === 'yaml' ? stringify(whole) : `${JSON.stringify(whole, null, 2)}\n`
}

/**
 * Adds this gateway to a client's settings; everything else in them stays as it is, comments included.
 * @param without servers that go
 * @returns the copy of the previous file; null when there was none
 * @throws UnusableSettings when the file exists and cannot be parsed
 */
export function writeSettings(
  client: McpClient,
  file: string,
  server: ServerEntry,
  without: readonly string[] = [],
): string | null {
  const before = existsSync(file) ? readSettings(file) : null
  const rest = before === null ? '' : takenOut(client, before, without, file)
  const after = merged(client, rest, server, file)
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
  return changedJson(before, file, [[client.path, client.entry(server)]])
}

/** @param changes values by their paths; undefined takes one away */
function changedJson(
  before: string,
  file: string,
  changes: readonly (readonly [path: readonly string[], value: unknown])[],
): string {
  const errors: ParseError[] = []
  const value: unknown = parse(before, errors, { allowTrailingComma: true })
  if (errors.length > 0 || typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UnusableSettings(`${file} is not a JSON object. Fix it, or add the server by hand.`)
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' }
  return changes.reduce(
    (text, [path, change]) => applyEdits(text, modify(text, [...path], change, { formattingOptions })),
    before,
  )
}

function mergedYaml(client: McpClient, before: string, server: ServerEntry, file: string): string {
  const document = yamlOf(before, file)
  document.setIn(client.path, client.entry(server))
  return document.toString()
}

function yamlOf(text: string, file: string): Document {
  const document = parseDocument(text)
  if (document.errors.length > 0)
    throw new UnusableSettings(`${file} is not valid YAML. Fix it, or add the server by hand.`)
  return document
}

// By its lines, since no writer of TOML keeps comments: the tables of this server go, and new ones come last.
function mergedToml(client: McpClient, before: string, server: ServerEntry, file: string): string {
  const rest = withoutTables(before, client.path.slice(0, -1), [client.path.at(-1) ?? ''])
  const after = `${rest.trimEnd()}\n\n${snippetFor(client, server)}`
  // Not TOML, or a TOML that says the same in another way.
  if (tomlIn(before) === null || tomlIn(after) === null)
    throw new UnusableSettings(`${file} cannot take the server. Fix it, or add the server by hand.`)
  return after
}

function withoutTables(text: string, path: readonly string[], names: readonly string[]): string {
  const spelt = names
    .map((name) => name.replaceAll(/\W/g, '\\$&'))
    .map((name) => `${name}|"${name}"|'${name}'`)
  const own = new RegExp(`^\\s*\\[${path.join('\\.')}\\.(?:${spelt.join('|')})(?:\\.[^\\]]*)?\\]`)
  let isOwn = false
  const kept = text.split('\n').filter((line) => {
    if (/^\s*\[/.test(line)) isOwn = own.test(line)
    return !isOwn
  })
  return kept.join('\n')
}

function tomlIn(text: string): unknown {
  try {
    return parseToml(text)
  } catch {
    return null
  }
}

// Whatever is taken out must be gone as the client reads it, however it was written.
function takenOut(client: McpClient, before: string, names: readonly string[], file: string): string {
  if (names.length === 0) return before
  const path = client.path.slice(0, -1)
  switch (client.format) {
    case 'json':
      return changedJson(
        before,
        file,
        names.map((name) => [[...path, name], undefined]),
      )
    case 'yaml': {
      const document = yamlOf(before, file)
      for (const name of names) document.deleteIn([...path, name])
      return document.toString()
    }
    case 'toml': {
      const after = withoutTables(before, path, names)
      let left = tomlIn(after)
      for (const name of path) left = isObject(left) ? left[name] : null
      if (tomlIn(after) !== null && !names.some((name) => isObject(left) && name in left)) return after
      throw new UnusableSettings(
        `${file} has its servers in a form that is not changed here. Take them out by hand.`,
      )
    }
  }
}

function backupOf(file: string): string {
  let number = 1
  while (existsSync(`${file}.toolgate-backup-${number}`)) number++
  return `${file}.toolgate-backup-${number}`
}
