import { hash } from 'node:crypto'
import { extname } from 'node:path'

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
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

/** The content type of a file. @param end of its name, such as `.html` */
export function contentTypeOf(end: string): string {
  return CONTENT_TYPES[end] ?? 'application/octet-stream'
}

/** A file of the page from its bytes. @param path its address, whose end says what it is */
export function toPageFile(path: string, bytes: Buffer): PageFile {
  const digest = hash('sha256', bytes)
  return {
    bytes,
    contentType: contentTypeOf(extname(path)),
    hash: digest,
    etag: `"${digest.slice(0, 32)}"`,
    immutable: path.startsWith('/assets/'),
  }
}
