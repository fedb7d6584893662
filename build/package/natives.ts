import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../paths.mjs'
import { foldersWithDependencies, type LockedPackage } from './lock-file.ts'

/** The packages with machine code, by the names that the product imports. A bundle leaves them outside. */
export const NATIVES = ['better-sqlite3', 'sharp', 'keytar', 'lightningcss'] as const

/**
 * The one of them that lies inside the npm package. Its own archive has the code for every system, and the sources that
 * it was compiled from: two fifths of what it takes on the disk.
 */
export const INSIDE = 'better-sqlite3'
const RUNS = ['lib', 'prebuilds', 'LICENSE', 'README.md']

/** What a package with machine code needs to be compiled, which nobody does. */
const COMPILED_WITH = 'node_modules/node-addon-api'

/** The folders of the packages with machine code and of all that they need to run, for any system. */
export function nativeFolders(packages: Readonly<Record<string, LockedPackage>>): string[] {
  return foldersWithDependencies(packages, NATIVES).filter((folder) => folder !== COMPILED_WITH)
}

/**
 * Copies what runs of the package that lies inside, as a package that depends on no other.
 * @param folder of the npm package
 */
export function copyInside(folder: string): void {
  const from = join(ROOT, 'node_modules', INSIDE)
  const to = join(folder, 'node_modules', INSIDE)
  mkdirSync(to, { recursive: true })
  for (const name of RUNS) cpSync(join(from, name), join(to, name), { recursive: true })
  const own = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as Record<string, unknown>
  const { dependencies: _, devDependencies, scripts, files, ...kept } = own
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(kept, null, 2)}\n`)
}
