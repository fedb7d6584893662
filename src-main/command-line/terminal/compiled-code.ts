import { accessSync, constants, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire, enableCompileCache } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { cachedDataVersionTag } from 'node:v8'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'

/** A gateway has answered by then, and a command has ended. */
const STARTED_AFTER_MS = 3_000
const CHECKSUM_BYTES = 4
/** A call of `import()`, which Node answers in a script of ours with a warning that this is experimental. */
const IMPORTS = /[^\w.#{]import\(/
const BEFORE = '(function (exports, require, module, __filename, __dirname) {'
const AFTER = '\n})'

type Loaded = (
  exports: unknown,
  require: NodeJS.Require,
  module: object,
  file: string,
  folder: string,
) => void
type Load = NonNullable<NodeJS.RequireExtensions['.js']>

/**
 * Keeps the compiled form of this program between starts. What an entry has loaded when it has started is kept as it is
 * then, with every function that ran, so that the next start compiles little; Node keeps a file only as it is before
 * it runs, and does so for all else. Beside the code itself, so that it goes with it, and nobody else can write there:
 * code comes out of it again. A program whose folder cannot be written keeps none, and neither do sources that were not
 * built.
 * @param entry whose start it is: each runs other functions of the same code
 * @param chunks where the files of the program lie
 */
export function keepCompiledCode(entry: string, chunks = import.meta.dirname): void {
  const built = dirname(chunks)
  if (basename(built) !== 'main') return
  const kept = join(built, 'compiled')
  enableCompileCache(kept)
  const folder = join(kept, `${process.version}-${process.arch}-${cachedDataVersionTag()}`, entry)
  const code = new CompiledCode(chunks, folder)
  setTimeout(() => void code.save(), STARTED_AFTER_MS).unref()
  process.once('exit', () => code.saveAtOnce())
}

/** The compiled chunks of one entry. */
class CompiledCode {
  readonly #chunks: string
  readonly #folder: string
  /** Loaded without a kept form, by their files; null once they are saved. */
  #unsaved: Map<string, Script> | null = new Map()

  constructor(chunks: string, folder: string) {
    this.#chunks = chunks
    this.#folder = folder
    // Its use is discouraged for code that must be translated; nothing else tells Node how a file is compiled.
    const { extensions } = createRequire(import.meta.url)
    const load = extensions['.js']
    extensions['.js'] = (module, file) => {
      if (dirname(file) !== this.#chunks || !this.#load(module, file)) load(module, file)
    }
  }

  /** Saves between other work: a large chunk takes some milliseconds. */
  async save(): Promise<void> {
    for (const [file, script] of this.#take()) {
      this.#write(file, script)
      await new Promise(setImmediate)
    }
  }

  saveAtOnce(): void {
    for (const [file, script] of this.#take()) this.#write(file, script)
  }

  #take(): Map<string, Script> {
    const unsaved = this.#unsaved
    this.#unsaved = null
    return unsaved && unsaved.size > 0 && this.#makeFolder() ? unsaved : new Map<string, Script>()
  }

  /** @returns false where nothing can be kept, since the program is somebody else's */
  #makeFolder(): boolean {
    try {
      mkdirSync(this.#folder, { recursive: true })
      accessSync(this.#folder, constants.W_OK)
      return true
    } catch {
      return false
    }
  }

  /** @returns whether it did: Node loads what is not kept and comes after the start, and what imports at run time */
  #load(module: Parameters<Load>[0], file: string): boolean {
    const kept = this.#read(file)
    if (!kept && !this.#unsaved) return false
    const text = readFileSync(file, 'utf8')
    if (!kept && IMPORTS.test(text)) return false
    const script = new Script(BEFORE + text + AFTER, { filename: file, cachedData: kept })
    if (!kept || script.cachedDataRejected) this.#unsaved?.set(file, script)
    // The text above is this function.
    const run = script.runInThisContext() as Loaded
    run.call(module.exports, module.exports, createRequire(file), module, file, this.#chunks)
    return true
  }

  /** V8 does not notice code that was damaged on the disk. */
  #read(file: string): Buffer | undefined {
    try {
      const bytes = readFileSync(this.#fileOf(file))
      const code = bytes.subarray(CHECKSUM_BYTES)
      return bytes.readUInt32LE() === crc32(code) ? code : undefined
    } catch {
      return undefined
    }
  }

  #write(file: string, script: Script): void {
    const to = this.#fileOf(file)
    // Another process may start meanwhile.
    const draft = `${to}.${process.pid}`
    try {
      const code = script.createCachedData()
      const checksum = Buffer.alloc(CHECKSUM_BYTES)
      checksum.writeUInt32LE(crc32(code))
      writeFileSync(draft, Buffer.concat([checksum, code]))
      renameSync(draft, to)
    } catch {
      // The disk is full: the next start compiles again.
      rmSync(draft, { force: true })
    }
  }

  #fileOf(chunk: string): string {
    return join(this.#folder, basename(chunk))
  }
}
