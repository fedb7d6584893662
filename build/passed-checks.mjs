import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Not ours, or made from what is. */
const LEFT_OUT = new Set(['node_modules', 'out', 'dist', 'coverage', '.git', '.setup-lock'])

/**
 * A fingerprint of the content of files, with all below where a path is a folder; one that is missing counts as such.
 * @param {string} root the checkout
 * @param {readonly string[]} paths relative to root
 */
export function contentFingerprint(root, paths) {
  const hash = createHash('sha256').update(process.version)
  for (const path of paths) addContent(hash, root, path)
  return hash.digest('hex')
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} root
 * @param {string} path
 */
function addContent(hash, root, path) {
  const file = join(root, path)
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats?.isDirectory()) {
    for (const name of readdirSync(file).sort())
      if (!LEFT_OUT.has(name)) addContent(hash, root, join(path, name))
    return
  }
  hash.update(`${path}\0${stats ? stats.size : 'missing'}\0`)
  if (stats?.isFile()) hash.update(readFileSync(file))
}

/**
 * Whether a check has passed over files with this fingerprint, and so would again.
 * @param {string} root
 * @param {string} name
 * @param {string} fingerprint
 */
export function hasPassed(root, name, fingerprint) {
  try {
    return readFileSync(noteOf(root, name), 'utf8') === fingerprint
  } catch {
    // There is no note before a check has passed for the first time.
    return false
  }
}

/**
 * Remembers how a check ended.
 * @param {string} root
 * @param {string} name
 * @param {string | null} fingerprint taken before the check, so that an edit made during it is checked next time; null
 *   if it failed
 */
export function noteEnd(root, name, fingerprint) {
  const note = noteOf(root, name)
  if (fingerprint === null) return rmSync(note, { force: true })
  mkdirSync(join(note, '..'), { recursive: true })
  writeFileSync(note, fingerprint)
}

/**
 * @param {string} root
 * @param {string} name
 */
function noteOf(root, name) {
  return join(root, 'node_modules/.cache/toolgate-checks', name)
}
