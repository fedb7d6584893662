import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { ROOT } from '../paths.mjs'

const MARK = 'node_modules/'

/**
 * Writes down which packages a build has taken code or files from: their folders, relative to the checkout.
 * @param file where to write the list, as JSON
 */
export function listPackages(file: string): Plugin {
  return {
    name: 'list-packages',
    apply: 'build',
    generateBundle(_options, bundle) {
      const folders = new Set<string>()
      for (const part of Object.values(bundle)) {
        const names = part.type === 'chunk' ? part.moduleIds : part.originalFileNames
        for (const name of names) {
          const folder = packageFolderOf(name)
          if (folder !== null) folders.add(folder)
        }
      }
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, `${JSON.stringify([...folders].toSorted(), null, 2)}\n`)
    },
  }
}

/**
 * The folder of the package that a module belongs to, relative to the checkout; null for the product's own.
 * @param id as bundlers name modules: a path, perhaps with a query or a mark in front
 */
export function packageFolderOf(id: string): string | null {
  const path = id.replaceAll('\\', '/').replace(/\?.*$/, '')
  const top = path.indexOf(MARK)
  if (top < 0) return null
  const inside = path.slice(top)
  // A package may have a folder node_modules in its own code, without a package.json.
  for (let at = inside.lastIndexOf(MARK); at >= 0; at = at === 0 ? -1 : inside.lastIndexOf(MARK, at - 1)) {
    const [first = '', second = ''] = inside.slice(at + MARK.length).split('/')
    const folder = `${inside.slice(0, at)}${MARK}${first.startsWith('@') ? `${first}/${second}` : first}`
    if (existsSync(join(ROOT, folder, 'package.json'))) return folder
  }
  return null
}
