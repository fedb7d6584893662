import { hash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'

/** A file of the page, ready to send. */
export interface PageFile {
  readonly bytes: Buffer
  readonly contentType: string
  readonly hash: string
  readonly etag: string
  /** Its name carries a hash of its content, so it can be cached without limit. */
  readonly immutable: boolean
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
}

/**
 * The built page, found by exact address. It serves only files that were in the folder when it was first read, so
 * no address can name a file outside it.
 */
export class PageFiles {
  readonly #folder: string
  #paths: ReadonlyMap<string, string> | undefined
  readonly #files = new Map<string, PageFile>()

  /** @param folder the renderer's build; it is read at the first request for the page */
  constructor(folder: string) {
    this.#folder = folder
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

function toPageFile(path: string, bytes: Buffer): PageFile {
  const digest = hash('sha256', bytes)
  return {
    bytes,
    contentType: CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
    hash: digest,
    etag: `"${digest.slice(0, 32)}"`,
    immutable: path.startsWith('/assets/'),
  }
}
