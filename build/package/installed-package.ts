import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../paths.mjs'

/** What the package.json of an installed package says about it. */
export interface InstalledPackage {
  /** Its folder, relative to the checkout. */
  readonly folder: string
  readonly name: string
  readonly version: string
  /** As written there: an SPDX expression, or words. */
  readonly licence: string
  readonly author: string | null
  readonly homepage: string | null
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string | { readonly type: string }
  readonly author?: string | { readonly name: string }
  readonly homepage?: string
  readonly repository?: string | { readonly url: string }
}

/**
 * Reads what a package says about itself.
 * @param folder relative to the checkout
 */
export function installedPackage(folder: string): InstalledPackage {
  const { name, version, license, author, homepage, repository } = JSON.parse(
    readFileSync(join(ROOT, folder, 'package.json'), 'utf8'),
  ) as Manifest
  const source = typeof repository === 'string' ? repository : repository?.url
  return {
    folder,
    name,
    version,
    licence: (typeof license === 'string' ? license : license?.type) ?? 'none',
    author: (typeof author === 'string' ? author : author?.name) ?? null,
    homepage:
      homepage ??
      source
        ?.replace(/^git\+/, '')
        .replace(/^git:/, 'https:')
        .replace(/\.git$/, '') ??
      null,
  }
}
