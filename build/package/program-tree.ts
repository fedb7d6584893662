import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { nodeProgram, ROOT } from '../paths.mjs'
import { lockedPackages } from './lock-file.ts'
import { nativeFolders } from './natives.ts'
import { PACKAGED } from './places.ts'
import type { TarEntry } from './tar.ts'

/** What an installed package has, and a running program does not need. */
const UNNEEDED = [
  /\.(d\.[cm]?ts|map)$/,
  /^node_modules\/better-sqlite3\/(deps|src|binding\.gyp)/,
  /^out\/main\/compiled\//,
]
const PREBUILT = /^node_modules\/better-sqlite3\/prebuilds\//

/** Starts the program from wherever it lies, also through a link. */
const POSIX_START = `#!/bin/sh
# Toolgate with the Node that it comes with.
here=$(dirname -- "$(readlink -f -- "$0")")/..
exec "$here/lib/node" "$here/lib/toolgate/out/main/cli.js" "$@"
`
const WINDOWS_START = '@"%~dp0..\\lib\\node.exe" "%~dp0..\\lib\\toolgate\\out\\main\\cli.js" %*\r\n'

/**
 * Toolgate with Node beside it, for this system: what `npm run package` has made, the packages with machine code as
 * the checkout has them, and the pinned Node.
 * @returns its files, in the order of their paths, without a folder above them
 */
export function programTree(platform = process.platform): TarEntry[] {
  const node = nodeProgram()
  const isWindows = platform === 'win32'
  const packages = nativeFolders(lockedPackages()).filter((folder) => existsSync(join(ROOT, folder)))
  const files = [
    ...filesBelow(PACKAGED, ''),
    ...packages.flatMap((folder) => filesBelow(join(ROOT, folder), folder)),
  ].filter(([path]) => isNeeded(path))
  return withFolders([
    isWindows
      ? textEntry('bin/toolgate.cmd', WINDOWS_START)
      : textEntry('bin/toolgate', POSIX_START, 0o755),
    fileEntry(isWindows ? 'lib/node.exe' : 'lib/node', node, 0o755),
    fileEntry('lib/NODE-LICENSE.txt', nodeLicence(node)),
    ...new Map(files.map(([path, file]) => [path, fileEntry(`lib/toolgate/${path}`, file)])).values(),
  ])
}

// Beside the folder of the program, in the package that pins Node and in Node's own archives.
function nodeLicence(node: string): string {
  const licence = join(node, process.platform === 'win32' ? '../LICENSE' : '../../LICENSE')
  const found = [licence, join(node, '../../LICENSE')].find((file) => existsSync(file))
  if (found === undefined) throw new Error(`Node has no LICENSE beside it: ${node}`)
  return found
}

function isNeeded(path: string): boolean {
  if (PREBUILT.test(path)) return path.endsWith(`/${process.platform}-${process.arch}.node`)
  return !UNNEEDED.some((pattern) => pattern.test(path))
}

function filesBelow(folder: string, as: string): (readonly [path: string, file: string])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [
      `${as}/${file.slice(folder.length + 1)}`.replaceAll('\\', '/').replace(/^\//, ''),
      file,
    ])
}

/** A file of an archive that is on this disk. */
export function fileEntry(path: string, file: string, mode: 0o644 | 0o755 = 0o644): TarEntry {
  return { kind: 'file', path, mode, size: statSync(file).size, read: () => readFileSync(file) }
}

/** A file of an archive with a text. */
export function textEntry(path: string, text: string, mode: 0o644 | 0o755 = 0o644): TarEntry {
  const bytes = Buffer.from(text)
  return { kind: 'file', path, mode, size: bytes.length, read: () => bytes }
}

/** Entries with the folders that they lie in, in the order of their paths. */
export function withFolders(entries: readonly TarEntry[]): TarEntry[] {
  const folders = new Set<string>()
  for (const { path } of entries)
    for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) folders.add(path.slice(0, at))
  const all: TarEntry[] = [...entries, ...[...folders].map((path) => ({ kind: 'folder', path }) as const)]
  return all.toSorted((one, other) => (one.path < other.path ? -1 : 1))
}
