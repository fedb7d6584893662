import { parseJson } from '../../src-shared/parse-json.ts'
import { readInlineCommand } from '../../src-shared/sources/inline-command.ts'
import { toSourceId } from '../../src-shared/sources/secret-names.ts'

/** A server as somebody has pasted it; its name is empty where the text has none. */
export type PastedServer = {
  readonly id: string
  /** Variables, or headers, by their names. */
  readonly env: Readonly<Record<string, string>>
} & (
  | { readonly kind: 'mcp'; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: 'mcp-http'; readonly url: string }
  /** A package of npm, which is installed once. */
  | { readonly kind: 'npm'; readonly package: string; readonly args: readonly string[] }
  /** Commands of one's own, as they were written. */
  | { readonly kind: 'command'; readonly commands: readonly unknown[] }
)

/**
 * Reads a command line, an address, the settings of another client (`mcpServers`), or commands of one's own, which have
 * fields in braces. @returns null for none
 */
export function readServer(text: string): PastedServer | null {
  const trimmed = text.trim()
  if (trimmed.startsWith('{')) return fromSettings(trimmed)
  if (/^https?:\/\/\S+$/i.test(trimmed)) return { kind: 'mcp-http', id: '', url: trimmed, env: {} }
  const words = wordsOf(trimmed)
  const at = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word))
  const [command, ...args] = at === -1 ? [] : words.slice(at)
  if (command === undefined) return null
  const env = words
    .slice(0, at)
    .map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)])
  // Pairs of texts.
  const given = Object.fromEntries(env) as Record<string, string>
  const [spec, ...own] = packageWords(command, args)
  if (spec !== undefined)
    return { kind: 'npm', id: toSourceId(idOfPackage(spec)), package: spec, args: own, env: given }
  const inline = readInlineCommand([command, ...args])
  if (!inline) return { kind: 'mcp', id: '', command, args, env: given }
  const id = toSourceId(command.split(/[\\/]/).at(-1) ?? '')
  return { kind: 'command', id, commands: [inline], env: given }
}

// `npm:NAME`, or what npx would load each time.
function packageWords(command: string, args: readonly string[]): readonly string[] {
  if (command.startsWith('npm:')) return [command.slice('npm:'.length), ...args]
  const [first, ...rest] = args
  if (command !== 'npx' || first === undefined) return []
  if (first === '-y' || first === '--yes') return rest
  return first.startsWith('-') ? [] : args
}

function idOfPackage(spec: string): string {
  return spec
    .replace(/^@[^/]*\//, '')
    .replace(/@.*$/, '')
    .replace(/^(?:mcp-)?server-|-mcp(?:-server)?$/g, '')
}

function fromSettings(text: string): PastedServer | null {
  let read: unknown
  try {
    read = parseJson(text)
  } catch {
    return null
  }
  if (!isRecord(read)) return null
  if (Array.isArray(read['commands']))
    return { kind: 'command', id: '', commands: read['commands'], env: textsOf(read['env']) }
  const servers = read['mcpServers'] ?? read['servers']
  const [id, server] = isRecord(servers) ? (Object.entries(servers)[0] ?? ['', null]) : ['', read]
  if (!isRecord(server)) return null
  const { command, args, env, url, serverUrl = url, headers } = server
  if (typeof serverUrl === 'string')
    return { kind: 'mcp-http', id: toSourceId(id), url: serverUrl, env: textsOf(headers) }
  if (typeof command !== 'string') return null
  return {
    kind: 'mcp',
    id: toSourceId(id),
    command,
    args: Array.isArray(args) ? args.map(String) : [],
    env: textsOf(env),
  }
}

function textsOf(of: unknown): Record<string, string> {
  return isRecord(of)
    ? Object.fromEntries(Object.entries(of).map(([name, value]) => [name, String(value)]))
    : {}
}

// As a shell would cut it, without anything else that a shell does.
function wordsOf(text: string): string[] {
  return [...text.matchAll(/(?:"((?:\\.|[^"])*)"|'([^']*)'|((?:\\.|[^\s"'])+))+/g)].map(([word]) =>
    word.replace(
      /"((?:\\.|[^"])*)"|'([^']*)'|\\(.)/g,
      (_all, double?: string, single?: string, escaped?: string) =>
        double?.replace(/\\(["\\])/g, '$1') ?? single ?? escaped ?? '',
    ),
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
