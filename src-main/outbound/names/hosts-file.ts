import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import type { HostAddress } from '../resolve-once.ts'

/** Lists that block advertising are larger; what a machine needs itself is usually at the top. */
const MAX_BYTES = 1024 * 1024
const LOOPBACK: readonly HostAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/** The names that a machine knows without DNS. The file is read again when it has changed. */
export class HostsFile {
  readonly #path: string
  #version = ''
  #names: ReadonlyMap<string, readonly HostAddress[]> = new Map()

  constructor(path = pathOf(process.platform)) {
    this.#path = path
  }

  /**
   * The addresses of a name, if the machine knows it.
   * @param name in lower case and without a final dot
   */
  addressesOf(name: string): readonly HostAddress[] {
    const known = this.#read().get(name)
    if (known) return known
    // These never leave the machine (RFC 6761, 6.3).
    return name === 'localhost' || name.endsWith('.localhost') ? LOOPBACK : []
  }

  #read(): ReadonlyMap<string, readonly HostAddress[]> {
    const stat = statSync(this.#path, { throwIfNoEntry: false })
    const version = stat?.isFile() ? `${stat.ino}:${stat.mtimeMs}:${stat.size}` : ''
    if (version === this.#version) return this.#names
    this.#names = version === '' ? new Map() : namesIn(startOf(this.#path))
    this.#version = version
    return this.#names
  }
}

function pathOf(platform: NodeJS.Platform): string {
  if (platform !== 'win32') return '/etc/hosts'
  return join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32\\drivers\\etc\\hosts')
}

function startOf(path: string): string {
  const bytes = Buffer.alloc(MAX_BYTES)
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    // A file that this user must not read names nothing, as for the system's own look-up.
    return ''
  }
  try {
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, MAX_BYTES, 0))
  } finally {
    closeSync(file)
  }
}

function namesIn(text: string): Map<string, HostAddress[]> {
  const found = new Map<string, HostAddress[]>()
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    const family = isIP(address)
    if (family === 0) continue
    for (const name of names) {
      const key = name.toLowerCase().replace(/\.$/, '')
      const addresses = found.get(key)
      if (addresses) addresses.push({ address, family })
      else found.set(key, [{ address, family }])
    }
  }
  return found
}
