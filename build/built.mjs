import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = [
  'build',
  'docs',
  'src-main',
  'src-renderer',
  'src-shared',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]

/**
 * A fingerprint of all that the build reads: names, sizes and times, so that a deleted file and one put back
 * with an old date count as changes too.
 * @param {string} root the checkout
 */
export function sourcesFingerprint(root) {
  const hash = createHash('sha256')
  for (const source of SOURCES) addPath(hash, root, source)
  return hash.digest('hex')
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} root
 * @param {string} path relative to root
 */
function addPath(hash, root, path) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false })
  if (!stats) return
  if (stats.isDirectory()) {
    for (const name of readdirSync(join(root, path)).sort()) addPath(hash, root, `${path}/${name}`)
    return
  }
  hash.update(`${path}\0${stats.size}\0${stats.mtimeMs}\n`)
}

/**
 * Whether out/ was built from sources with this fingerprint.
 * @param {string} root
 * @param {string} fingerprint
 */
export function isBuilt(root, fingerprint) {
  const stamp = stampFile(root)
  return (
    existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint && existsSync(join(root, 'out/main'))
  )
}

/**
 * Remembers what out/ was built from.
 * @param {string} root
 * @param {string} fingerprint taken before the build, so that an edit made during it is built next time
 */
export function markBuilt(root, fingerprint) {
  writeFileSync(stampFile(root), fingerprint)
}

/**
 * Makes the next command build again, because something else writes to out/.
 * @param {string} root
 */
export function forgetBuild(root) {
  rmSync(stampFile(root), { force: true })
}

/** @param {string} root */
function stampFile(root) {
  return join(root, 'out', '.sources')
}
