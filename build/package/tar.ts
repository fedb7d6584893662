/** A file, folder or link in an archive. */
export type TarEntry = TarPlace &
  (
    | {
        readonly kind: 'file'
        readonly mode: 0o644 | 0o755
        readonly size: number
        readonly read: () => Buffer
      }
    | { readonly kind: 'folder' }
    | { readonly kind: 'link'; readonly to: string }
  )

interface TarPlace {
  /** With slashes, from the top of the archive. */
  readonly path: string
}

const BLOCK = 512
const TYPES = { file: '0', folder: '5', link: '2' } as const

/**
 * An archive in the format that POSIX calls ustar, every file in it root's.
 * @param seconds the time of every file, since 1970
 * @yields its bytes, a file at a time
 * @throws Error for a path too long for the format
 * @see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html
 */
export function* tarOf(entries: readonly TarEntry[], seconds: number): Generator<Buffer> {
  for (const entry of entries) {
    yield headerOf(entry, seconds)
    if (entry.kind !== 'file') continue
    const bytes = entry.read()
    if (bytes.length !== entry.size) throw new Error(`${entry.path} has changed while it was packed.`)
    yield bytes
    yield Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)
  }
  yield Buffer.alloc(2 * BLOCK)
}

function headerOf(entry: TarEntry, seconds: number): Buffer {
  const path = entry.kind === 'folder' ? `${entry.path}/` : entry.path
  const [prefix, name] = splitPath(path)
  const mode = entry.kind === 'file' ? entry.mode : entry.kind === 'folder' ? 0o755 : 0o777
  const header = Buffer.alloc(BLOCK)
  const put = (at: number, text: string): void => void header.write(text, at)
  put(0, name)
  put(100, octal(mode, 8))
  put(108, octal(0, 8))
  put(116, octal(0, 8))
  put(124, octal(entry.kind === 'file' ? entry.size : 0, 12))
  put(136, octal(seconds, 12))
  // The sum is computed with spaces in its own place.
  put(148, ' '.repeat(8))
  put(156, TYPES[entry.kind])
  if (entry.kind === 'link') put(157, shortLink(entry.to))
  put(257, 'ustar\u000000')
  put(265, 'root')
  put(297, 'root')
  put(345, prefix)
  put(
    148,
    `${octal(
      header.reduce((sum, byte) => sum + byte, 0),
      7,
    )} `,
  )
  return header
}

// A path of more than 100 bytes is cut at a slash; up to 155 bytes go into a field of their own.
function splitPath(path: string): readonly [prefix: string, name: string] {
  if (Buffer.byteLength(path) <= 100) return ['', path]
  for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)]
    if (name !== '' && Buffer.byteLength(name) <= 100 && Buffer.byteLength(prefix) <= 155)
      return [prefix, name]
  }
  throw new Error(`${path} is too long for a tar archive.`)
}

function shortLink(to: string): string {
  if (Buffer.byteLength(to) > 100) throw new Error(`${to} is too long for a link in a tar archive.`)
  return to
}

function octal(value: number, width: number): string {
  return `${value.toString(8).padStart(width - 1, '0')}\0`
}
