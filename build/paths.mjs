import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout's root folder. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Holds the id of the process that `npm run dev` started last. */
export const DEV_PROCESS_FILE = join(ROOT, 'out', '.dev-process')

/**
 * The Node program that Toolgate runs on: the pinned one out of node_modules, else the machine's own.
 * @param {string} [root]
 */
export function nodeProgram(root = ROOT) {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const pinned = join(root, 'node_modules', `node-${platform}-${process.arch}`, 'bin', name)
  return existsSync(pinned) ? pinned : process.execPath
}
