import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FOLDER_LIMITS } from '../extensions/folder/folder-settings.ts'
import { sandboxed } from './sandbox.ts'

/** What keeps a worker from files and the network, should a tool in it ever run another's code. */
export interface Walls {
  /** Node's permission model. */
  readonly permissions: boolean
  /** A sandbox of the system. */
  readonly sandbox: boolean
}

/** A way to start a worker. */
export interface Launch {
  readonly command: string
  readonly args: readonly string[]
  /** The folder of the code. */
  readonly cwd: string
  readonly walls: Walls
}

/** The argument of a worker for native tools. */
export const NATIVE = 'native'
/** The argument of a process that runs a script of the owner's. */
export const SCRIPTS = 'scripts'
/** The argument of a process that reads documents. */
export const DOCUMENTS = 'documents'

/**
 * The ways to start a worker, the safest first. Whether a way works on this machine shows only when it is tried.
 * @param native whether its tools have machine code, or start a process of their own
 * @param role what it is for, where it is not a worker
 */
export function launchesOf(
  { file, sandbox }: { readonly file: URL; readonly sandbox: boolean },
  native: boolean,
  role = native ? NATIVE : null,
): Launch[] {
  const entry = fileURLToPath(file)
  const cwd = dirname(entry)
  const readable = readableBy(entry)
  const needs = native ? ['--allow-addons', '--allow-child-process'] : []
  const permissions = [
    '--permission',
    // For the one thread of tool-worker.ts; a tool cannot start another.
    '--allow-worker',
    ...needs,
    ...readable.map((path) => `--allow-fs-read=${path}`),
    // sharp reads it to choose its library.
    ...(native ? ['--allow-fs-read=/usr/bin/ldd'] : []),
  ]
  const program = role === null ? [entry] : [entry, role]
  const held = [...permissions, ...program]
  const box = sandbox && sandboxed(cwd, [process.execPath, ...readable], [process.execPath, ...held])
  return [
    ...(box ? [{ ...box, cwd, walls: { permissions: true, sandbox: true } }] : []),
    { command: process.execPath, args: held, cwd, walls: { permissions: true, sandbox: false } },
    { command: process.execPath, args: program, cwd, walls: { permissions: false, sandbox: false } },
  ]
}

/**
 * The one way to start a process that runs a script of the owner's: it may read its folder and our own code, write
 * nothing and start nothing. It is never started without that.
 */
export function scriptLaunch(file: URL, folder: string): Omit<Launch, 'walls'> {
  const entry = fileURLToPath(file)
  const readable = [...readableBy(entry), folder].map((path) => `--allow-fs-read=${path}`)
  const limits = [`--max-old-space-size=${FOLDER_LIMITS.heapMb}`, '--disable-warning=ExperimentalWarning']
  return {
    command: process.execPath,
    args: ['--permission', ...readable, ...limits, entry, SCRIPTS],
    cwd: folder,
  }
}

/** The folders of the code and its libraries. */
function readableBy(entry: string): string[] {
  const own = dirname(entry)
  // The built code is in one folder; the sources are in two beside each other.
  const above: string[] = []
  for (let at = own; at !== dirname(at); at = dirname(at)) above.push(dirname(at))
  const sources = entry.endsWith('.ts') ? ['src-main', 'src-shared'] : []
  const names = [...sources, 'node_modules', 'package.json']
  const paths = [own, ...above.flatMap((folder) => names.map((name) => join(folder, name)))]
    .filter((path) => existsSync(path))
    // A folder's own parts are readable with it.
    .filter((path, _at, all) => !all.some((other) => path.startsWith(`${other}/`)))
  return [...new Set([...paths, ...paths.map((path) => realpathSync(path))])]
}
