import { hash } from 'node:crypto'
import { accessSync, constants, realpathSync, statSync, type Stats } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { canonicalJson } from '../../src-shared/canonical-json.ts'
import { GatewayError } from '../../src-shared/errors.ts'
import type { ProgramFile } from './program-file.ts'
import type { StdioCommand } from './source.ts'

/** A command as somebody asks for it. */
export interface AskedCommand {
  readonly command: string
  readonly args: readonly string[]
  /** The folder that it runs in; the home folder without it. */
  readonly cwd?: string | undefined
  readonly env: Readonly<Record<string, string>>
  /** The names of its secret variables. */
  readonly secrets: readonly string[]
}

/** Everything that a person must have seen before a command runs. */
export interface Consent {
  readonly settings: StdioCommand
  /** All variables that it gets, by name. */
  readonly variables: readonly { readonly name: string; readonly from: 'system' | 'you' | 'secret' }[]
  readonly warnings: readonly string[]
  /** Stands for all of this. */
  readonly hash: string
}

/** What a program needs of the system, and nothing of the gateway's. */
const SYSTEM_VARIABLES =
  process.platform === 'win32'
    ? ['APPDATA', 'HOMEDRIVE', 'HOMEPATH', 'LOCALAPPDATA', 'PATH', 'PATHEXT'].concat([
        'PROCESSOR_ARCHITECTURE',
        'SYSTEMDRIVE',
        'SYSTEMROOT',
        'TEMP',
        'USERNAME',
        'USERPROFILE',
      ])
    : ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER']
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/
/** With these one program can be made another. */
const REFUSED = /^(?:LD_.*|DYLD_.*|NODE_OPTIONS|TOOLGATE_.*|BASH_ENV|ENV|PYTHONSTARTUP)$/i
const INTERPRETER =
  /(?:^|[\\/])(?:node|bun|deno|tsx|python[\d.]*|ruby|perl|php|lua|java|(?:ba|da|z|fi|k)?sh|pwsh)(?:\.exe)?$/i
const SCRIPT = /\.(?:[mc]?[jt]s|py|pyz|rb|pl|php|lua|sh|ps1|jar|wasm)$/i
const SHELLS = /(?:^|[\\/])(?:ba|da|z|fi|k)?sh(?:\.exe)?$|(?:^|[\\/])(?:cmd|powershell|pwsh)(?:\.exe)?$/i

/**
 * What a command would run, found out without running anything.
 * @throws GatewayError validation_error for a program or folder that is missing, and for a variable that no server
 * may get
 */
export function consentTo(asked: AskedCommand, env: NodeJS.ProcessEnv = process.env): Consent {
  const { command, args, env: own, secrets } = asked
  refuseVariables(own, secrets)
  if ([command, ...args, ...Object.values(own)].some((text) => text.includes('\0') || !text.isWellFormed()))
    throw refused(
      'args',
      'No program can be given NUL or half a character, in its arguments or in variables',
    )
  const cwd = resolve(asked.cwd ?? homedir())
  if (!isFolder(cwd)) throw refused('cwd', `There is no folder ${cwd}`)
  const program = findProgram(command, cwd, env)
  if (program === null)
    throw refused('command', `There is no program ${command}. Write its full path, or install it first`)
  const scripts = scriptsAmong(program, args, cwd)
  const settings: StdioCommand = {
    ...{ command: program, args, cwd, env: own, secrets },
    program: programFileOf(program),
    ...(scripts.length === 0 ? {} : { scripts }),
  }
  const system = SYSTEM_VARIABLES.filter((name) => env[name] !== undefined && !Object.hasOwn(own, name))
  return {
    settings,
    variables: [
      ...system.map((name) => ({ name, from: 'system' as const })),
      ...Object.keys(own).map((name) => ({ name, from: 'you' as const })),
      ...secrets.map((name) => ({ name, from: 'secret' as const })),
    ],
    warnings: warningsOf(settings),
    hash: hash('sha256', canonicalJson(settings)),
  }
}

/** The file of a command that is not as its owner has agreed to: its program, or a script; null for none. */
export function changedFileOf({
  command,
  program,
  scripts = [],
}: Pick<StdioCommand, 'command' | 'program' | 'scripts'>): string | null {
  if (!isProgram(command) || !isSame(programFileOf(command), program)) return command
  const other = scripts.find(
    (script) => !isFile(script.file) || !isSame(programFileOf(script.file), script),
  )
  return other?.file ?? null
}

function isSame(one: ProgramFile, other: ProgramFile): boolean {
  return one.file === other.file && one.changedAt === other.changedAt && one.bytes === other.bytes
}

/** The variables of a server: a few of the system's, and those that its owner has given. */
export function variablesOf(
  { env: own, secrets }: StdioCommand,
  secretOf: (name: string) => string,
  env: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  return {
    ...systemVariables(env),
    ...own,
    ...Object.fromEntries(secrets.map((name) => [name, secretOf(name)])),
  }
}

/** What every program gets of the system's variables. */
export function systemVariables(env: NodeJS.ProcessEnv): Record<string, string> {
  const system: Record<string, string> = {}
  for (const name of SYSTEM_VARIABLES) if (env[name] !== undefined) system[name] = env[name]
  return system
}

function warningsOf({ command, args }: StdioCommand): string[] {
  const warnings: string[] = []
  if (SHELLS.test(command)) warnings.push('A shell runs this: what follows -c can start any other program.')
  if (/(?:^|[\\/])(?:npx|uvx|bunx|pnpx)(?:\.cmd)?$/.test(command)) {
    const names = args.filter((arg) => !arg.startsWith('-'))
    const isPinned = /.@\d+\.\d+\.\d+|==\d/.test(names[0] ?? '')
    warnings.push(
      isPinned
        ? 'It loads the program from the internet when it starts for the first time.'
        : 'It loads the newest version from the internet when it starts, so other code than today may run tomorrow. ' +
            'Name a version, such as NAME@1.2.3, or add it as a package, which is installed once.',
    )
  }
  return warnings
}

/** @throws GatewayError validation_error for variables that no program may get, or that are given twice */
export function refuseVariables(own: Readonly<Record<string, string>>, secrets: readonly string[]): void {
  for (const name of [...Object.keys(own), ...secrets]) refuseVariable(name)
  const twice = secrets.find((name) => Object.hasOwn(own, name))
  if (twice !== undefined) throw refused('secrets', `${twice} is given twice`)
}

function refuseVariable(name: string): void {
  if (!NAME.test(name))
    throw refused('env', `${JSON.stringify(name.slice(0, 80))} is not the name of a variable`)
  if (REFUSED.test(name)) throw refused('env', `${name} may not be set: it makes one program another`)
}

/** Finds a program as a shell would, in its environment's PATH; null for none. */
export function findProgram(command: string, cwd: string, env: NodeJS.ProcessEnv): string | null {
  if (command.includes('/') || command.includes('\\') || isAbsolute(command)) {
    const path = resolve(cwd, command)
    return isProgram(path) ? path : null
  }
  const endings = process.platform === 'win32' ? ['', ...(env.PATHEXT ?? '.EXE').split(';')] : ['']
  for (const folder of (env.PATH ?? '').split(delimiter))
    for (const ending of endings) {
      // An empty entry stands for the folder that the gateway runs in, which nobody meant.
      const path = join(folder, command + ending)
      if (folder !== '' && isAbsolute(folder) && isProgram(path)) return path
    }
  return null
}

// What an interpreter runs is what was agreed to; files that a server only reads change all the time.
function scriptsAmong(program: string, args: readonly string[], cwd: string): ProgramFile[] {
  const first = INTERPRETER.test(program) ? args.findIndex((arg) => !arg.startsWith('-')) : -1
  const paths = args.flatMap((arg, at) =>
    !arg.startsWith('-') && (at === first || SCRIPT.test(arg)) ? [resolve(cwd, arg)] : [],
  )
  return [...new Set(paths)].filter(isFile).map(programFileOf)
}

function isFile(path: string): boolean {
  return statsOf(path)?.isFile() ?? false
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // Too long for a path, for example, or in a folder that this user may not read.
    return undefined
  }
}

function programFileOf(program: string): ProgramFile {
  const file = realpathSync(program)
  const { mtimeMs, size } = statSync(file)
  return { file, changedAt: Math.trunc(mtimeMs), bytes: size }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    // Not there, or not to be run by this user.
    return false
  }
}

function isFolder(path: string): boolean {
  return statsOf(path)?.isDirectory() ?? false
}

function refused(path: string, message: string): GatewayError {
  return new GatewayError('validation_error', `${message}.`, { issues: [{ path, message }] })
}
