import { readFileSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { Manual } from './manual.ts'
import { type PageFile, toPageFile } from './page-file.ts'

/**
 * The built page, found by exact address. It serves only files that were in the folder when it was first read, so
 * no address can name a file outside it.
 */
export class PageFiles {
  readonly #folder: string
  #paths: ReadonlyMap<string, string> | undefined
  readonly #files = new Map<string, PageFile>()

  readonly manual: Manual

  /** @param folder the renderer's build; it is read at the first request for the page */
  constructor(folder: string) {
    this.#folder = folder
    this.manual = new Manual(folder)
  }

  find(address: string): PageFile | null {
    const path = address === '/' ? '/index.html' : address
    const known = this.#files.get(path)
    if (known) return known
    this.#paths ??= listFiles(this.#folder)
    const file = this.#paths.get(path)
    if (file === undefined) return null
    const read = toPageFile(path, readFileSync(file))
    this.#files.set(path, read)
    return read
  }
}

function listFiles(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return new Map(
    entries.map((entry) => {
      const file = join(entry.parentPath, entry.name)
      return [`/${relative(folder, file).split(sep).join('/')}`, file]
    }),
  )
}
