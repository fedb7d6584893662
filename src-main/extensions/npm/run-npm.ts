import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findProgram, systemVariables } from '../consent.ts'
import { runCommand, type CommandEnd } from '../processes/command-process.ts'
import type { StrayProcesses } from '../processes/stray-processes.ts'
import { refused } from '../source-refusals.ts'

/** How npm reaches its registry; it reads the rest from its owner's .npmrc. */
const PASSED =
  /^(?:https?_proxy|no_proxy|node_extra_ca_certs|ssl_cert_file|npm_config_(?:registry|cache|userconfig|cafile|ca|https?_proxy|proxy|noproxy|strict_ssl|offline|prefer_offline))$/i
/** It runs no script of a package and loads from registries alone. An npm that does not know a word goes on. */
const ALWAYS = [
  ...['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error', '--json'],
  ...['--allow-git=none', '--allow-remote=none', '--allow-file=none', '--allow-directory=none'],
  // The lock names the registries that its owner is shown, also where their settings leave them out.
  ...['--package-lock=true', '--omit-lockfile-registry-resolved=false'],
  ...['--fetch-retries=1', '--fetch-retry-mintimeout=500', '--fetch-timeout=30000'],
]

/**
 * Runs npm of this machine in a folder, with all that it starts in a group of its own.
 * @throws GatewayError validation_error where there is no npm
 */
export async function runNpm(
  args: readonly string[],
  bounds: {
    readonly cwd: string
    readonly ms: number
    readonly strays: StrayProcesses
    readonly signal: AbortSignal
  },
  env: NodeJS.ProcessEnv = process.env,
): Promise<CommandEnd> {
  const { cwd, ...limits } = bounds
  const variables = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && PASSED.test(name) ? [[name, value] as const] : [],
  )
  const start = { ...npmProgram(cwd, env), cwd }
  return await runCommand(
    {
      ...start,
      args: [...start.args, ...args, ...ALWAYS],
      env: { ...systemVariables(env), ...Object.fromEntries(variables) },
    },
    '',
    limits,
  )
}

function npmProgram(cwd: string, env: NodeJS.ProcessEnv): { command: string; args: readonly string[] } {
  const npm = findProgram('npm', cwd, env)
  if (npm === null)
    throw refused(
      'package',
      'There is no npm on this machine. Install Node.js, which brings it, or add the server as a program',
    )
  // On Windows npm is a file for the shell, and Node starts no such file without one.
  const script = join(dirname(realpathSync(npm)), 'node_modules/npm/bin/npm-cli.js')
  if (process.platform !== 'win32' || !existsSync(script)) return { command: npm, args: [] }
  return { command: nodeProgram(cwd, env), args: [script] }
}

/** The Node that runs servers. @throws GatewayError validation_error where there is none */
export function nodeProgram(cwd: string, env: NodeJS.ProcessEnv = process.env): string {
  const node = findProgram('node', cwd, env) ?? (process.versions['electron'] ? null : process.execPath)
  if (node === null) throw refused('package', 'There is no Node.js on this machine. Install it')
  return node
}
