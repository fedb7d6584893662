import { homedir, platform } from 'node:os'
import { join } from 'node:path'

/** The format of a client's settings. */
type ConfigFormat = 'json' | 'yaml'

/** What a client's settings need to know about this gateway. */
export interface ServerEntry {
  /** The MCP address over HTTP. */
  readonly url: string
  readonly key: string
  /** The command that speaks MCP over stdio. */
  readonly command: string
  readonly args: readonly string[]
}

/** A program that speaks MCP, and where it keeps its servers. */
export interface McpClient {
  readonly name: string
  readonly title: string
  readonly format: ConfigFormat
  /** The settings file on this system. */
  readonly file: (env: NodeJS.ProcessEnv) => string
  /** The members under which the server is listed, outermost first. */
  readonly path: readonly string[]
  readonly entry: (server: ServerEntry) => Record<string, unknown>
}

const overStdio = ({ command, args, key }: ServerEntry) => ({ command, args, env: { TOOLGATE_KEY: key } })
const bearer = ({ key }: ServerEntry) => ({ Authorization: `Bearer ${key}` })

/** The clients that `toolgate mcp config` knows; `generic` is the shape that most others take. */
export const MCP_CLIENTS: readonly McpClient[] = [
  {
    name: 'claude-desktop',
    title: 'Claude Desktop',
    format: 'json',
    file: (env) => join(applicationData(env), 'Claude', 'claude_desktop_config.json'),
    path: ['mcpServers', 'toolgate'],
    entry: overStdio,
  },
  {
    name: 'claude-code',
    title: 'Claude Code',
    format: 'json',
    file: () => join(homedir(), '.claude.json'),
    path: ['mcpServers', 'toolgate'],
    entry: (server) => ({ type: 'http', url: server.url, headers: bearer(server) }),
  },
  {
    name: 'cursor',
    title: 'Cursor',
    format: 'json',
    file: () => join(homedir(), '.cursor', 'mcp.json'),
    path: ['mcpServers', 'toolgate'],
    entry: (server) => ({ url: server.url, headers: bearer(server) }),
  },
  {
    name: 'vscode',
    title: 'VS Code',
    format: 'json',
    file: (env) => join(applicationData(env), 'Code', 'User', 'mcp.json'),
    path: ['servers', 'toolgate'],
    entry: (server) => ({ type: 'http', url: server.url, headers: bearer(server) }),
  },
  {
    name: 'windsurf',
    title: 'Windsurf',
    format: 'json',
    file: () => join(homedir(), '.codeium', 'windsurf', 'mcp_config.json'),
    path: ['mcpServers', 'toolgate'],
    entry: (server) => ({ serverUrl: server.url, headers: bearer(server) }),
  },
  {
    name: 'zed',
    title: 'Zed',
    format: 'json',
    file: (env) => join(env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'zed', 'settings.json'),
    path: ['context_servers', 'toolgate'],
    entry: overStdio,
  },
  {
    name: 'goose',
    title: 'Goose',
    format: 'yaml',
    file: (env) => join(env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'goose', 'config.yaml'),
    path: ['extensions', 'toolgate'],
    entry: (server) => ({
      name: 'toolgate',
      type: 'streamable_http',
      enabled: true,
      uri: server.url,
      headers: bearer(server),
      timeout: 60,
    }),
  },
  {
    name: 'gemini-cli',
    title: 'Gemini CLI',
    format: 'json',
    file: () => join(homedir(), '.gemini', 'settings.json'),
    path: ['mcpServers', 'toolgate'],
    entry: (server) => ({ httpUrl: server.url, headers: bearer(server) }),
  },
  {
    name: 'generic',
    title: 'Another client',
    format: 'json',
    file: () => 'mcp.json',
    path: ['mcpServers', 'toolgate'],
    entry: overStdio,
  },
]

function applicationData(env: NodeJS.ProcessEnv): string {
  if (platform() === 'darwin') return join(homedir(), 'Library', 'Application Support')
  if (platform() === 'win32') return env.APPDATA ?? join(homedir(), 'AppData', 'Roaming')
  return env.XDG_CONFIG_HOME ?? join(homedir(), '.config')
}
