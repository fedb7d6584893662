import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../paths.mjs'

/** A package in package-lock.json. */
export interface LockedPackage {
  /** The real name, where the folder has another. */
  readonly name?: string
  readonly version: string
  readonly integrity?: string
  readonly license?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** All packages of the lock file by their folders, such as `node_modules/sharp`. */
export function lockedPackages(): Readonly<Record<string, LockedPackage>> {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const { '': _, ...rest } = packages
  return rest
}

/** The name of the package in a folder of the lock file. */
export function nameOf(folder: string, { name }: LockedPackage): string {
  return name ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/**
 * The folders of packages and of all that they depend on, for any system.
 * @param names as the product imports them
 */
export function foldersWithDependencies(
  packages: Readonly<Record<string, LockedPackage>>,
  names: readonly string[],
): string[] {
  const found = new Set<string>()
  const add = (folder: string): void => {
    const locked = packages[folder]
    if (!locked || found.has(folder)) return
    found.add(folder)
    for (const name of Object.keys({ ...locked.dependencies, ...locked.optionalDependencies }))
      add(placeOf(packages, folder, name))
  }
  for (const name of names) add(`node_modules/${name}`)
  return [...found].toSorted()
}

// Node looks in the folder itself first, then in those above it.
function placeOf(packages: Readonly<Record<string, LockedPackage>>, from: string, name: string): string {
  for (let at = from; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const folder = `${at}/node_modules/${name}`
    if (folder in packages) return folder
  }
  return `node_modules/${name}`
}
