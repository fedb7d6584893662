import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMMANDS } from '../../src-main/command-line/command-list.ts'
import { ROOT } from '../paths.mjs'
import { lockedPackages, type LockedPackage } from './lock-file.ts'
import { INSIDE, NATIVES, nativeFolders } from './natives.ts'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

/** The fields of the checkout's package.json that hold for the package too. */
const SAME = ['name', 'version', 'type', 'description', 'author', 'license', 'bin', 'engines'] as const

/**
 * The package.json of the npm package: the only packages that it depends on are those with machine code, one of which
 * comes with it. Where a workflow builds it, it names its repository, which npm compares with the provenance.
 */
export function packageManifest(env: NodeJS.ProcessEnv = process.env): Manifest {
  const repository = env['GITHUB_REPOSITORY']
  const own = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest
  return {
    ...Object.fromEntries(SAME.map((field) => [field, own[field]])),
    name: own.name,
    version: own.version,
    ...(repository ? { repository: { type: 'git', url: `git+https://github.com/${repository}.git` } } : {}),
    man: manFiles().map((file) => `./${file}`),
    files: ['out/main', 'out/renderer', 'man', 'THIRD-PARTY-NOTICES.txt', 'npm-shrinkwrap.json'],
    dependencies: Object.fromEntries(NATIVES.map((name) => [name, own.dependencies[name]!])),
    bundleDependencies: [INSIDE],
  }
}

/** The man pages of the package: one of toolgate, and one of each command. */
export function manFiles(): string[] {
  return ['toolgate', ...Object.keys(COMMANDS).map((name) => `toolgate-${name}`)].map(
    (name) => `man/${name}.1.gz`,
  )
}

/** The npm-shrinkwrap.json beside it, which holds these packages and theirs to what the checkout was tested with. */
export function packageShrinkwrap(manifest: Manifest): object {
  const locked = lockedPackages()
  const { name, version, license, bin, engines, dependencies, bundleDependencies } = manifest
  return {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name, version, license, bin, engines, dependencies, bundleDependencies },
      ...Object.fromEntries(
        nativeFolders(locked).map((folder) => [folder, entryOf(folder, locked[folder]!)]),
      ),
    },
  }
}

// What lies inside comes from no registry, and is covered by the hash of the package itself.
function entryOf(folder: string, locked: LockedPackage): object {
  if (folder !== `node_modules/${INSIDE}`) return locked
  const { version, license } = locked
  return { version, license, inBundle: true }
}
