import { posix } from 'node:path'

/** The modules of a call: the text of each, under its path, such as `lib/money.jq` or `rates.json`. */
export type JqModules = Readonly<Record<string, string>>

// As WASI numbers them: no such file, and not a symbolic link.
const NO_SUCH_FILE = -44
const NOT_A_LINK = -28
const DIRECTORY = 0o040_755
const FILE = 0o100_644
// Musl's struct stat for 32 bits, and where its mode is.
const STAT_BYTES = 96
const STAT_MODE = 4
const STDIN = 0
// Below are the streams of the binary itself.
const FIRST_FD = 100

interface OpenFile {
  readonly bytes: Buffer
  read: number
}

/** The only files that jq can see: its modules, in a folder that is its root. */
export class ModuleFiles {
  readonly #files: ReadonlyMap<string, Buffer>
  readonly #folders: ReadonlySet<string>
  readonly #open = new Map<number, OpenFile>()
  #nextFd = FIRST_FD
  readonly #memory: () => Buffer

  /** @param memory gives the memory of jq, which moves when it grows */
  constructor(modules: JqModules, memory: () => Buffer) {
    this.#memory = memory
    this.#files = new Map(Object.entries(modules).map(([path, text]) => [`/${path}`, Buffer.from(text)]))
    this.#folders = new Set([...this.#files.keys()].flatMap(foldersOf))
  }

  /** What replaces one of the system calls about files; undefined if it is about something else. */
  replace(name: string): ((...args: number[]) => number) | undefined {
    return {
      ___syscall_openat: (_folder: number, path: number) => this.#opened(this.#pathAt(path)),
      ___syscall_readlinkat: (_folder: number, path: number) =>
        this.#modeOf(this.#pathAt(path)) === undefined ? NO_SUCH_FILE : NOT_A_LINK,
      ___syscall_stat64: (path: number, stat: number) => this.#stat(this.#modeOf(this.#pathAt(path)), stat),
      ___syscall_lstat64: (path: number, stat: number) =>
        this.#stat(this.#modeOf(this.#pathAt(path)), stat),
      ___syscall_newfstatat: (_folder: number, path: number, stat: number) =>
        this.#stat(this.#modeOf(this.#pathAt(path)), stat),
      ___syscall_fstat64: (fd: number, stat: number) =>
        this.#stat(this.#open.has(fd) ? FILE : undefined, stat),
    }[name]
  }

  /** Fills a block of memory with what comes next in an open module; undefined if `fd` is not one. */
  read(fd: number, block: Buffer): number | undefined {
    const file = this.#open.get(fd)
    if (file === undefined) return undefined
    const copied = file.bytes.copy(block, 0, file.read)
    file.read += copied
    return copied
  }

  /** Closes an open module. @returns whether `fd` was one */
  close(fd: number): boolean {
    return this.#open.delete(fd)
  }

  #opened(path: string): number {
    // jq-wasm names the input so.
    if (path === '/dev/stdin') return STDIN
    const bytes = this.#files.get(path)
    if (bytes === undefined) return NO_SUCH_FILE
    const fd = this.#nextFd++
    this.#open.set(fd, { bytes, read: 0 })
    return fd
  }

  #modeOf(path: string): number | undefined {
    return this.#files.has(path) ? FILE : this.#folders.has(path) ? DIRECTORY : undefined
  }

  #stat(mode: number | undefined, address: number): number {
    if (mode === undefined) return NO_SUCH_FILE
    const stat = this.#memory().subarray(address, address + STAT_BYTES)
    stat.fill(0).writeUInt32LE(mode, STAT_MODE)
    return 0
  }

  #pathAt(address: number): string {
    const memory = this.#memory()
    return posix.resolve('/', memory.toString('utf8', address, memory.indexOf(0, address)))
  }
}

// The folders above a path, up to the root.
function foldersOf(path: string): string[] {
  const parent = posix.dirname(path)
  return parent === path ? [] : [parent, ...foldersOf(parent)]
}
