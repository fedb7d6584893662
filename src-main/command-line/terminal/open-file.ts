import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** A program that still runs after this long has opened the file. */
const OPENED_MS = 3_000
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: 'open', win32: 'explorer' }

/** Whether somebody at this machine would see a browser. */
export function hasDisplay(env: NodeJS.ProcessEnv, platform = process.platform): boolean {
  if (env.SSH_CONNECTION !== undefined) return false
  return platform === 'darwin' || platform === 'win32' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}

/**
 * Opens a file in the program that the system has for it: a page in the browser.
 * @returns false when the file is not on this machine, or no program opens it
 */
export async function openFile(file: string): Promise<boolean> {
  return existsSync(file) && (await openAddress(pathToFileURL(file).href))
}

/**
 * Opens an address in the browser that the system has for it. Every user of the machine can read it, so it holds no
 * secret.
 * @returns false when no program opens it
 */
export async function openAddress(address: string): Promise<boolean> {
  const opener = OPENERS[process.platform] ?? 'xdg-open'
  const child = spawn(opener, [address], { detached: true, stdio: 'ignore' })
  const failed = once(child, 'error').then(() => false)
  const ended = once(child, 'exit').then(([code]) => code === 0 || process.platform === 'win32')
  // When the program does not exist, only one of the two events comes.
  ended.catch(() => undefined)
  const { promise: waited, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(true), OPENED_MS)
  try {
    return await Promise.race([failed, ended, waited])
  } finally {
    clearTimeout(timer)
    child.unref()
  }
}
