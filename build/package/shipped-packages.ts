import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../paths.mjs'
import { installedPackage, type InstalledPackage } from './installed-package.ts'
import { licenceFault } from './licence-gate.ts'
import { lockedPackages } from './lock-file.ts'
import { nativeFolders } from './natives.ts'
import { PACKAGES_OF_PAGE } from './places.ts'

/** The page's styles are written by it, from files that no list of modules shows. */
const IN_STYLES = 'node_modules/tailwindcss'

/**
 * What is in a build of the main process and in the page, and the packages with machine code that lie beside them on
 * this system, by name.
 * @param list the file in which that build has listed its packages
 * @throws Error naming each package whose licence does not let it be passed on
 */
export function shippedPackages(list: string): InstalledPackage[] {
  // Our own files, written by the build.
  const lists = [list, PACKAGES_OF_PAGE].map((file) => JSON.parse(readFileSync(file, 'utf8')) as string[])
  const beside = nativeFolders(lockedPackages())
  const folders = [...lists.flat(), IN_STYLES, ...beside.filter((folder) => existsSync(join(ROOT, folder)))]
  const packages = [...new Set(folders)]
    .map(installedPackage)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const faults = packages.flatMap(({ name, licence }) => licenceFault(name, licence) ?? [])
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return packages
}
