import { hash } from 'node:crypto'
import { posix } from 'node:path'
import { z } from 'zod'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { refused } from '../source-refusals.ts'
import type { PackagePlan } from './pinned-package.ts'

const locked = z.looseObject({
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  inBundle: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
  deprecated: z.string().optional(),
  bin: z.record(z.string(), z.string()).optional(),
})
const lockfile = z.looseObject({
  lockfileVersion: z.literal(3),
  packages: z.record(z.string(), locked),
})
const FOLDER = 'node_modules/'
const MAX_PACKAGES = 2_000

/**
 * Reads what npm has worked out for a package. Everything that would be installed must come from a registry with an
 * integrity, since that alone says that it is the same tomorrow.
 * @throws GatewayError validation_error for a package that cannot be pinned, or that has no program to run
 */
export function readLock(text: string, name: string): PackagePlan {
  const { packages } = lockfile.parse(parseJson(text))
  const root = packages[FOLDER + name]
  if (!root?.version || !root.integrity)
    throw refused('package', `npm gave no version and integrity for ${name}`)
  const all = Object.entries(packages).filter(([path]) => path !== '')
  if (all.length > MAX_PACKAGES)
    throw refused('package', `${name} needs ${all.length} packages, more than the ${MAX_PACKAGES} allowed`)
  const loose = all.find(([, one]) => one.inBundle !== true && (one.link === true || !one.integrity))
  if (loose) {
    const from = loose[1].resolved ?? 'somewhere else'
    throw refused(
      'package',
      `${nameOf(loose[0])}, which ${name} needs, is loaded from ${from} without an integrity, so it cannot be pinned`,
    )
  }
  const resolved = all.flatMap(([, one]) => (one.resolved === undefined ? [] : [one.resolved]))
  return {
    ...{ name, version: root.version, integrity: root.integrity, lock: text },
    tree: hash('sha256', text),
    entry: programOf(name, root.bin ?? {}),
    origins: [...new Set(resolved.map((url) => new URL(url).origin))],
    count: all.length,
    withScripts: all.flatMap(([path, one]) => (one.hasInstallScript === true ? [nameOf(path)] : [])),
    deprecated: root.deprecated ?? null,
  }
}

// As npx chooses: the only program, or the one that is called like the package.
function programOf(name: string, programs: Readonly<Record<string, string>>): string {
  const names = Object.keys(programs)
  const files = new Set(Object.values(programs))
  const own = name.replace(/^@[^/]*\//, '')
  const [only] = files
  const entry = files.size === 1 ? only : programs[own]
  if (entry === undefined)
    throw refused(
      'package',
      names.length === 0
        ? `${name} has no program that could be started, so it is not a server`
        : `${name} has several programs (${names.slice(0, 5).join(', ')}), and none is called ${own}`,
    )
  const path = posix.normalize(entry)
  if (posix.isAbsolute(path) || path.startsWith('..'))
    throw refused('package', `The program of ${name} lies outside of it`)
  return path
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf(FOLDER) + FOLDER.length)
}
