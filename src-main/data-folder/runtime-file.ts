import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readPrivateFile, writePrivateFile } from './private-file.ts'
import { parseJson } from '../../src-shared/parse-json.ts'

/** Where the running gateway of a data folder answers, and the secret that proves its identity. */
export interface Runtime {
  readonly url: string
  readonly pid: number
  /** Of 43 to 100 characters. */
  readonly secret: string
}

/** Reads `runtime.json`; null when no gateway left a readable one. */
export function readRuntimeFile(dataDir: string): Runtime | null {
  try {
    const text = readPrivateFile(pathOf(dataDir))
    const read = text === null ? null : parseJson(text)
    return isRuntime(read) ? read : null
  } catch {
    // The file only helps to find the gateway; an unreadable one is the same as none.
    return null
  }
}

/** Records where this gateway answers, for the command line and for a second process on the same folder. */
export function writeRuntimeFile(dataDir: string, runtime: Runtime): void {
  writePrivateFile(pathOf(dataDir), `${JSON.stringify(runtime)}\n`)
}

/** Removes `runtime.json` when the gateway stops. */
export function removeRuntimeFile(dataDir: string): void {
  rmSync(pathOf(dataDir), { force: true })
}

// By hand: every command reads this file, and the library that checks schemas takes longer to read than a call.
function isRuntime(value: unknown): value is Runtime {
  if (typeof value !== 'object' || value === null) return false
  // An object; each member is checked below.
  const { url, pid, secret } = value as Partial<Record<string, unknown>>
  return (
    isAddress(url) &&
    Number.isSafeInteger(pid) &&
    Number(pid) > 0 &&
    typeof secret === 'string' &&
    secret.length >= 43 &&
    secret.length <= 100
  )
}

function isAddress(url: unknown): boolean {
  return typeof url === 'string' && url.length <= 300 && /^https?:\/\//.test(url) && URL.canParse(url)
}

function pathOf(dataDir: string): string {
  return join(dataDir, 'runtime.json')
}
