import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { loadJq } from 'jq-wasm'
import { ModuleFiles, type JqModules } from './jq-modules.ts'

const MAX_MEMORY_BYTES = 192 * 1024 * 1024
const MAX_OUTPUT_BYTES = 8 * 1024 * 1024

/** How a run of jq ended: its exit status, or why it was stopped. */
export interface JqRun {
  readonly status: number | 'too_much_output' | 'too_much_memory' | 'too_deep'
  readonly stdout: string
  readonly stderr: string
}

class TooMuchOutput extends Error {}

let compiled: WebAssembly.Module | undefined

// WASI's calls have at most four parameters that matter here.
type WasmImport = (a: number, b: number, c: number, d: number) => number

/** Compiles the jq binary of the package, once per thread. */
export function prepareJq(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(
    readFileSync(createRequire(import.meta.url).resolve('jq-wasm/jq.wasm')),
  )
  return compiled
}

/**
 * Runs jq once, in its own instance, so that no run sees the memory of another. The package's own
 * standard input and output are read and written one byte at a time.
 * @param flags as on jq's command line
 * @param modules what the filter may import or include
 */
export async function runJq(
  flags: readonly string[],
  filter: string,
  stdin: string,
  modules: JqModules = {},
): Promise<JqRun> {
  const pipes = new Pipes(Buffer.from(stdin), modules)
  const jq = await loadJq({
    instantiateWasm: ({ a: imports = {} }, receive) => {
      const replaced: Record<string, WebAssembly.ImportValue> = {}
      for (const [name, call] of Object.entries(imports)) {
        // All functions among the imports are WASI's or Emscripten's.
        replaced[name] = typeof call === 'function' ? (pipes.replace(call as WasmImport) ?? call) : call
      }
      const instance = new WebAssembly.Instance(prepareJq(), { a: replaced })
      pipes.exports = Object.values(instance.exports)
      receive(instance, prepareJq())
    },
  })
  const status = endOf(() => jq.raw('', filter, ['-L', '/', ...flags]).exitCode)
  return { status, stdout: pipes.textOf(1), stderr: pipes.textOf(2) }
}

function endOf(run: () => number): JqRun['status'] {
  try {
    return run()
  } catch (error) {
    if (error instanceof TooMuchOutput) return 'too_much_output'
    if (error instanceof RangeError) return 'too_deep'
    // jq aborts when it cannot allocate memory.
    if (error instanceof WebAssembly.RuntimeError) return 'too_much_memory'
    throw error
  }
}

/** Standard input, output and error of one run, read and written in whole blocks of its memory. */
class Pipes {
  readonly #input: Buffer
  readonly #files: ModuleFiles
  readonly #written: Record<number, Buffer[]> = { 1: [], 2: [] }
  #read = 0
  #bytes = 0
  exports: readonly unknown[] = []

  constructor(input: Buffer, modules: JqModules) {
    this.#input = input
    this.#files = new ModuleFiles(modules, () => Buffer.from(this.#memory()))
  }

  textOf(fd: 1 | 2): string {
    return Buffer.concat(this.#written[fd]!).toString('utf8')
  }

  /** The replacement for one of the system calls that jq imports; undefined to keep the original. */
  replace(call: WasmImport): WasmImport | undefined {
    const ofFiles = this.#files.replace(call.name)
    if (ofFiles !== undefined) return ofFiles
    if (call.name === '_fd_read')
      // Beside the modules, the input is the only file there is.
      return (fd, list, count, done) =>
        this.#each(list, count, done, (block) => this.#files.read(fd, block) ?? this.#take(block))
    if (call.name === '_fd_close') return (fd) => (this.#files.close(fd) ? 0 : call(fd, 0, 0, 0))
    if (call.name === '_fd_write')
      return (fd, list, count, done) =>
        fd === 1 || fd === 2
          ? this.#each(list, count, done, (block) => this.#put(fd, block))
          : call(fd, list, count, done)
    // The package would write about it to the console.
    if (call.name === '__abort_js')
      return () => {
        throw new WebAssembly.RuntimeError('jq has aborted')
      }
    if (call.name === '_emscripten_resize_heap')
      return (bytes) => (bytes >>> 0 > MAX_MEMORY_BYTES ? 0 : call(bytes, 0, 0, 0))
    return undefined
  }

  // WASI's list of blocks: an address and a length each, 32 bits, little-endian.
  #each(list: number, count: number, done: number, move: (block: Buffer) => number): number {
    const buffer = this.#memory()
    const view = new DataView(buffer)
    let total = 0
    for (let n = 0; n < count; n++) {
      const start = view.getUint32(list + 8 * n, true)
      const length = view.getUint32(list + 8 * n + 4, true)
      total += move(Buffer.from(buffer, start, length))
    }
    view.setUint32(done, total, true)
    return 0
  }

  // jq's memory gets a new buffer when it grows.
  #memory(): ArrayBuffer {
    return this.exports.find((value): value is WebAssembly.Memory => value instanceof WebAssembly.Memory)!
      .buffer
  }

  #take(block: Buffer): number {
    const copied = this.#input.copy(block, 0, this.#read)
    this.#read += copied
    return copied
  }

  #put(fd: number, block: Buffer): number {
    this.#bytes += block.length
    if (this.#bytes > MAX_OUTPUT_BYTES) throw new TooMuchOutput()
    this.#written[fd]!.push(Buffer.from(block))
    return block.length
  }
}
