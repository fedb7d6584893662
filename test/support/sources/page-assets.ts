import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ROOT } from './source-files.ts'

const ASSETS = join(ROOT, 'out/renderer/assets')

/** The scripts of the built page. */
export function pageScripts(): readonly string[] {
  return readdirSync(ASSETS).filter((name) => name.endsWith('.js'))
}

/** The scripts that the page's document names itself. */
export function firstScripts(): readonly string[] {
  const html = readFileSync(join(ROOT, 'out/renderer/index.html'), 'utf8')
  return [...html.matchAll(/assets\/([\w-]+\.js)/g)].map((found) => found[1]!)
}

/** What a file of the built page is on the way, in KiB. */
export function gzippedKib(name: string): number {
  return gzipSync(readFileSync(join(ASSETS, name)), { level: 9 }).length / 1024
}

/** These scripts, and all that they import before they run. */
export function withImports(names: readonly string[]): readonly string[] {
  const all = new Set(names)
  for (const name of all)
    for (const [, imported] of readFileSync(join(ASSETS, name), 'utf8').matchAll(
      /(?:from|import)\s*["'`]\.\/([\w-]+\.js)/g,
    ))
      all.add(imported!)
  return [...all]
}
