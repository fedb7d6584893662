import { homedir, platform } from 'node:os'
import { join } from 'node:path'

/** The format of a client's settings. */
type ConfigFormat = 'json' | 'yaml' | 'toml'

/** What a client's settings need to know about this gateway. */
export interface ServerEntry {
  /** The MCP address over HTTP. */
  readonly url: string
  readonly key: string
  /** The command that speaks MCP over stdio. */
  readonly command: string
  readonly args: readonly string[]
}

/** The user's machine. */
export interface Here {
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly env: NodeJS.ProcessEnv
}

/** This machine. */
export function hereOf(env: NodeJS.ProcessEnv): Here {
  return { platform: platform(), home: homedir(), env }
}

/** A program that speaks MCP, and where it keeps its servers. */
export interface McpClient {
  readonly name: string
  readonly title: string
  readonly format: ConfigFormat
  /** The settings file on this system. */
  readonly file: (here: Here) => string
  /** The members under which the server is listed, outermost first. */
  readonly path: readonly string[]
  /** Whether its entry is an address, and not a program to start. */
  readonly isByAddress: boolean
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
    file: (here) => join(applicationData(here), 'Claude', 'claude_desktop_config.json'),
    path: ['mcpServers', 'toolgate'],
    isByAddress: false,
    entry: overStdio,
  },
  {
    name: 'claude-code',
    title: 'Claude Code',
    format: 'json',
    file: ({ home }) => join(home, '.claude.json'),
    path: ['mcpServers', 'toolgate'],
    isByAddress: true,
    entry: (server) => ({ type: 'http', url: server.url, headers: bearer(server) }),
  },
  {
    name: 'cursor',
    title: 'Cursor',
    format: 'json',
    file: ({ home }) => join(home, '.cursor', 'mcp.json'),
    path: ['mcpServers', 'toolgate'],
    isByAddress: true,
    entry: (server) => ({ url: server.url, headers: bearer(server) }),
  },
  {
    name: 'vscode',
    title: 'VS Code',
    format: 'json',
    file: (here) => join(applicationData(here), 'Code', 'User', 'mcp.json'),
    path: ['servers', 'toolgate'],
    isByAddress: true,
    entry: (server) => ({ type: 'http', url: server.url, headers: bearer(server) }),
  },
  {
    name: 'windsurf',
    title: 'Windsurf',
    format: 'json',
    file: ({ home }) => join(home, '.codeium', 'windsurf', 'mcp_config.json'),
    path: ['mcpServers', 'toolgate'],
    isByAddress: true,
    entry: (server) => ({ serverUrl: server.url, headers: bearer(server) }),
  },
  {
    name: 'zed',
    title: 'Zed',
    format: 'json',
    file: (here) =>
      here.platform === 'win32'
        ? join(applicationData(here), 'Zed', 'settings.json')
        : join(configHome(here), 'zed', 'settings.json'),
    path: ['context_servers', 'toolgate'],
    isByAddress: false,
    entry: overStdio,
  },
  {
    name: 'goose',
    title: 'Goose',
    format: 'yaml',
    file: (here) =>
      here.platform === 'win32'
        ? join(applicationData(here), 'Block', 'goose', 'config', 'config.yaml')
        : join(configHome(here), 'goose', 'config.yaml'),
    path: ['extensions', 'toolgate'],
    isByAddress: true,
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
    file: ({ home }) => join(home, '.gemini', 'settings.json'),
    path: ['mcpServers', 'toolgate'],
    isByAddress: true,
    entry: (server) => ({ httpUrl: server.url, headers: bearer(server) }),
  },
  {
    name: 'codex',
    title: 'Codex',
    format: 'toml',
    file: ({ home, env }) => join(env.CODEX_HOME || join(home, '.codex'), 'config.toml'),
    path: ['mcp_servers', 'toolgate'],
    isByAddress: false,
    entry: overStdio,
  },
  {
    name: 'opencode',
    title: 'OpenCode',
    format: 'json',
    // The same place on every system.
    file: (here) => join(configHome(here), 'opencode', 'opencode.json'),
    path: ['mcp', 'toolgate'],
    isByAddress: false,
    entry: ({ command, args, key }) => ({
      type: 'local',
      command: [command, ...args],
      enabled: true,
      environment: { TOOLGATE_KEY: key },
    }),
  },
  {
    name: 'generic',
    title: 'Another client',
    format: 'json',
    file: () => 'mcp.json',
    path: ['mcpServers', 'toolgate'],
    isByAddress: false,
    entry: overStdio,
  },
]

function applicationData({ platform: system, home, env }: Here): string {
  if (system === 'darwin') return join(home, 'Library', 'Application Support')
  if (system === 'win32') return env.APPDATA || join(home, 'AppData', 'Roaming')
  return configHome({ platform: system, home, env })
}

function configHome({ home, env }: Here): string {
  return env.XDG_CONFIG_HOME || join(home, '.config')
}
