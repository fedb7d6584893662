import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }} LockedPackage
 * @typedef {{ packages?: Record<string, LockedPackage> }} Lockfile
 */

/**
 * Which packages of package-lock.json are absent or of another version than locked. An optional package may be
 * absent: npm leaves out the ones made for other systems.
 * @param {Lockfile} locked package-lock.json
 * @param {Lockfile} installed npm's own record of what it installed, node_modules/.package-lock.json
 * @returns {string[]} folders, as both files name them
 */
export function outdatedPackages(locked, installed) {
  const present = new Map(Object.entries(installed.packages ?? {}))
  return Object.entries(locked.packages ?? {})
    .filter(([folder, wanted]) => {
      if (folder === '') return false
      const found = present.get(folder)
      if (!found) return !wanted.optional && !wanted.devOptional
      return found.version !== wanted.version || found.integrity !== wanted.integrity
    })
    .map(([folder]) => folder)
}

/**
 * Whether node_modules holds what package-lock.json asks for. The folders are checked too, because the record
 * outlives a folder that was deleted by hand.
 * @param {string} root the checkout
 */
export function isInstalled(root) {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const installed = readLockfile(record)
  if (outdatedPackages(readLockfile(join(root, 'package-lock.json')), installed).length > 0) return false
  return Object.keys(installed.packages ?? {}).every((folder) => existsSync(join(root, folder)))
}

/**
 * @param {string} file
 * @returns {Lockfile} without packages when the file is truncated, as a killed npm leaves it
 */
function readLockfile(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    if (file.endsWith('.package-lock.json')) return {}
    throw new Error(`${file} cannot be read; restore it with "git checkout package-lock.json".`, { cause })
  }
}
