import { parseJson } from '../../src-shared/parse-json.ts'

/** A server as somebody has pasted it; its name is empty where the text has none. */
export interface PastedServer {
  readonly id: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

const SECRET = /key|token|secret|password|credential/i

/** Whether the name of a variable says that its value is a secret. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name)
}

/** Reads a command line, or the settings of another client (`mcpServers`). @returns null for neither */
export function readServer(text: string): PastedServer | null {
  const trimmed = text.trim()
  if (trimmed.startsWith('{')) return fromSettings(trimmed)
  const words = wordsOf(trimmed)
  const at = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word))
  const [command, ...args] = at === -1 ? [] : words.slice(at)
  if (command === undefined) return null
  const env = words
    .slice(0, at)
    .map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)])
  return { id: '', command, args, env: Object.fromEntries(env) as Record<string, string> } // Pairs of texts.
}

function fromSettings(text: string): PastedServer | null {
  let read: unknown
  try {
    read = parseJson(text)
  } catch {
    return null
  }
  if (!isRecord(read)) return null
  const servers = read['mcpServers'] ?? read['servers']
  const [id, server] = isRecord(servers) ? (Object.entries(servers)[0] ?? ['', null]) : ['', read]
  if (!isRecord(server) || typeof server['command'] !== 'string') return null
  const { command, args, env } = server
  return {
    id: toId(id),
    command,
    args: Array.isArray(args) ? args.map(String) : [],
    env: isRecord(env)
      ? Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)]))
      : {},
  }
}

/** A text as the id of a source: 1 to 16 of a-z, 0-9 and -. */
export function toId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 16)
    .replace(/^-+|-+$/g, '')
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
