import child_process from 'node:child_process'
import dgram from 'node:dgram'
import dns from 'node:dns'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import tls from 'node:tls'
import worker_threads from 'node:worker_threads'

/** Every way in Node's own modules to a socket, to another process, and to a file that no permission covers. */
const DOORS: readonly (readonly [module: object, names: readonly string[]])[] = [
  [net.Socket.prototype, ['connect']],
  [net.Server.prototype, ['listen', '_listen2', '_setupWorker']],
  [net, ['_createServerHandle']],
  // Their constructors make the system's handles, which would connect without the methods above.
  [tls, ['TLSSocket', 'connect', 'createSecurePair']],
  [dgram, ['Socket', 'createSocket', '_createSocketHandle']],
  [dns, functionsOf(dns)],
  [dns.promises, functionsOf(dns.promises)],
  [worker_threads, ['Worker']],
  [process, ['kill', '_kill', '_debugProcess', '_debugEnd', 'dlopen', 'binding', '_linkedBinding']],
]
/** Modules that are loaded only to be closed; not every Node has each of them. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  _tls_wrap: ['TLSSocket', 'connect', 'createSecurePair'],
  // A database may attach any file.
  'node:sqlite': ['DatabaseSync', 'backup', 'Session', 'StatementSync'],
  'node:inspector': ['open', 'Session'],
}
/** What tools with machine code need besides. */
const NATIVE = new Set(['dlopen'])

/**
 * Closes, in this thread and for good, what Node's permissions leave open to JavaScript: the network (before Node 25),
 * signals, SQLite, and threads, which have no permissions of their own. A tool has no use for any of it. Call it
 * before the first tool is loaded.
 * @param native whether the tools of this worker have machine code, or a process of their own
 */
export function closeDoors(native: boolean): void {
  for (const [module, names] of DOORS)
    close(module, native ? names.filter((name) => !NATIVE.has(name)) : names)
  const load = createRequire(import.meta.url)
  for (const [name, names] of Object.entries(MORE)) {
    const module = builtin(load, name)
    if (module) close(module, names)
  }
  if (!native) close(child_process, functionsOf(child_process))
  syncBuiltinESMExports()
  for (const name of Object.keys(process.env)) if (name !== 'TZ') delete process.env[name]
  dropPermissions()
}

function builtin(load: NodeJS.Require, name: string): object | null {
  try {
    // Only names of Node's own modules come here.
    return load(name) as object
  } catch {
    // This Node does not have it.
    return null
  }
}

function close(module: object, names: readonly string[]): void {
  for (const name of names) {
    if (name in module)
      Object.defineProperty(module, name, { value: closed, writable: false, configurable: false })
  }
}

function functionsOf(module: object): string[] {
  return Object.entries(module).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []))
}

// A constructor as well as a function, since libraries may extend what they never use.
function closed(): never {
  throw Object.assign(new Error('A tool in a worker may not do this'), { code: 'ERR_ACCESS_DENIED' })
}

function dropPermissions(): void {
  // Newer versions of Node can also give a permission up; its types do not have that yet.
  const permission = process.permission as { drop?: (scope: string) => void } | undefined
  permission?.drop?.('worker')
}
