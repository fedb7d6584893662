import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whether a window could be shown here. Electron refuses to start as root on Linux, so root counts as no display.
 * @param {{ platform: string, env: Record<string, string | undefined>, isRoot: boolean }} machine
 */
export function canShowWindow({ platform, env, isRoot }) {
  if (platform === 'win32' || platform === 'darwin') return true
  return !isRoot && Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])
}

/** This machine, in the form that canShowWindow takes. */
export function thisMachine() {
  return { platform: process.platform, env: process.env, isRoot: process.getuid?.() === 0 }
}

/**
 * The Electron executable, which its package downloads separately. The package itself is never imported for this:
 * importing it starts the download.
 * @param {string} root the checkout
 * @returns {string | null} its path, or null when it has not been downloaded
 */
export function electronProgram(root) {
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(root, 'node_modules/electron/dist')
  const pathFile = join(root, 'node_modules/electron/path.txt')
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : 'electron'
  const program = join(folder, name)
  return existsSync(program) ? program : null
}
